import { ProviderFailure } from '../failure.ts';
import { firstPath } from '../json_path.ts';
import type { CursorPaging } from '../paging_facts.ts';
import { saysMore, type Turn, type Verdict } from './turn.ts';

/** The body, or a header, names a token that asks for the next page. */
export function cursor(turn: Turn, facts: CursorPaging): Verdict {
  if (saysMore(facts, turn.body) === false) return 'end';
  const token = facts.header ? turn.headers[facts.header.toLowerCase()] : firstPath(turn.body, facts.path);
  if (token === undefined || token === '' || token === false) return 'unknown';
  if (facts.window && Number(token) >= facts.window.size) return behindLastId(turn);
  const beyond = turn.step && 'set' in turn.step ? turn.step.beyond : undefined;
  return { set: { [facts.param]: token }, in: facts.in, ...(beyond !== undefined && { beyond }) };
}

function behindLastId({ lastId }: Turn): Verdict {
  if (lastId !== null) return { set: {}, beyond: lastId };
  throw new ProviderFailure(
    'providerFault',
    'The provider pages no further, and its last record has no id to go on from.',
  );
}
