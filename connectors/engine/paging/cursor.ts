import type { Json } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import { ProviderFailure } from '../answer/failure.ts';
import { firstPath } from '../json_path.ts';
import type { CursorPaging } from '../file/paging_facts.ts';
import { isNothing, saysMore, type Turn, type Verdict } from './turn.ts';
import { isUrl } from '../../../lib/url/is_url.ts';

/** The body, or a header, names a token that asks for the next page. */
export function cursor(turn: Turn, facts: CursorPaging): Verdict {
  if (saysMore(facts, turn.body) === false) return 'end';
  if (facts.untilEmpty && turn.records.length === 0) return 'end';
  const said = facts.header ? turn.headers[facts.header.toLowerCase()] : firstPath(turn.body, facts.path);
  if (said === undefined || isNothing(said)) return 'unknown';
  // A body can take a token of any form back, a parameter only a text or a number.
  if (said === true || (facts.in !== 'body' && scalarText(said) === null)) return 'unusable';
  // Some providers say token and mean the whole URL.
  if (facts.inUrl === undefined && typeof said === 'string' && /^https?:\/\/[^/]/.test(said)) return { url: said };
  const token = facts.inUrl === undefined ? said : tokenIn(said, facts.inUrl, turn.url);
  // A header has no other way to say null.
  if (facts.header && token === 'null') return 'end';
  if (facts.window && Number(token) >= facts.window.size) return behindLastId(turn);
  const beyond = turn.step && 'set' in turn.step ? turn.step.beyond : undefined;
  return { set: { [facts.param]: token }, in: facts.in, ...(beyond !== undefined && { beyond }) };
}

/** The token in a URL that is not to be called itself. Ending where it isn't there would lose records without a word. */
function tokenIn(said: Json, param: string, called: URL): string {
  const text = String(said);
  const token = isUrl(text, called.href) ? new URL(text, called.href).searchParams.get(param) : null;
  if (token) return token;
  throw new ProviderFailure('providerFault', `The URL of the next page holds no "${param}".`);
}

function behindLastId({ lastId }: Turn): Verdict {
  if (lastId !== null) return { set: {}, beyond: lastId };
  throw new ProviderFailure(
    'providerFault',
    'The provider pages no further, and its last record has no id to go on from.',
  );
}
