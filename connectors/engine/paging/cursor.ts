import { firstPath } from '../json_path.ts';
import type { CursorPaging } from '../provider.ts';
import { saysMore, type Turn, type Verdict } from './turn.ts';

/** The body names a token that asks for the next page. */
export function cursor({ body }: Turn, facts: CursorPaging): Verdict {
  if (saysMore(facts, body) === false) return 'end';
  const token = firstPath(body, facts.path);
  if (token === undefined || token === '' || token === false) return 'unknown';
  return { set: { [facts.param]: token }, in: facts.in };
}
