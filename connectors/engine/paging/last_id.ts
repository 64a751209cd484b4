import type { LastIdPaging } from '../file/paging_facts.ts';
import { getPath } from '../json_path.ts';
import { declaresMore, isNothing, type Turn, type Verdict } from './turn.ts';
import { wholeNumber } from './whole_number.ts';

/** Keyset paging: the next page starts after the last record's id, or after its value at `path`. */
export function lastId(turn: Turn, facts: LastIdPaging): Verdict {
  const more = declaresMore(facts, turn.body);
  if (more === null && facts.onlyIfSaid) return 'unknown';
  if (more === false || (more === null && (turn.records.length === 0 || holdsAll(turn, facts)))) return 'end';
  const last = facts.path === undefined ? turn.lastId : getPath(turn.records.at(-1), facts.path);
  // The page has records but no key to continue from. This is a failure, not the end.
  if (last === undefined || last === null || isNothing(last)) return 'unusable';
  return { set: { [facts.param]: last }, in: facts.in };
}

function holdsAll({ body, records }: Turn, { total }: LastIdPaging): boolean {
  const all = total === undefined ? null : wholeNumber(getPath(body, total));
  return all !== null && records.length >= all;
}
