import type { Json } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import { isUrl } from '../../../lib/url/is_url.ts';
import { ProviderFailure } from '../answer/failure.ts';
import type { CursorPaging } from '../file/paging_facts.ts';
import { firstPath } from '../json_path.ts';
import { declaresMore, isNothing, type Turn, type Verdict } from './turn.ts';

/**
 * Paging by a token in the body or in a header. Throws ProviderFailure `providerFault` for an unusable next-page URL.
 */
export function cursor(turn: Turn, facts: CursorPaging): Verdict {
  if (declaresMore(facts, turn.body) === false) return 'end';
  if (facts.untilEmpty && turn.records.length === 0) return 'end';
  const said = facts.header ? turn.headers[facts.header.toLowerCase()] : firstPath(turn.body, facts.path);
  if (said === undefined || isNothing(said)) return 'unknown';
  // A body can carry a token of any JSON type, a parameter only a string or a number.
  if (said === true || (facts.in !== 'body' && scalarText(said) === null)) return 'unusable';
  // Some providers return a whole next-page URL in the place of a token.
  if (facts.inUrl === undefined && typeof said === 'string' && /^https?:\/\/[^/]/.test(said)) return { url: said };
  const token = facts.inUrl === undefined ? said : tokenIn(said, facts.inUrl, turn.url);
  // A header cannot be null, so some providers write the text "null".
  if (facts.header && token === 'null') return 'end';
  if (facts.window && Number(token) >= facts.window.size) return behindLastId(turn);
  const beyond = turn.step && 'set' in turn.step ? turn.step.beyond : undefined;
  return { set: { [facts.param]: token }, in: facts.in, ...(beyond !== undefined && { beyond }) };
}

/**
 * The token parameter of a URL. If the URL lacks it, the read fails, because ending here would lose records silently.
 */
function tokenIn(said: Json, param: string, called: URL): string {
  const text = String(said);
  const token = isUrl(text, called.href) ? new URL(text, called.href).searchParams.get(param) : null;
  if (token) return token;
  throw new ProviderFailure('providerFault', `The next-page URL has no parameter "${param}".`);
}

function behindLastId({ lastId }: Turn): Verdict {
  if (lastId !== null) return { set: {}, beyond: lastId };
  throw new ProviderFailure(
    'providerFault',
    'The provider returns no further pages, and the last record has no id to continue from.',
  );
}
