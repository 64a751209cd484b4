import { getPath } from '../json_path.ts';
import type { LastIdPaging } from '../file/paging_facts.ts';
import { isNothing, saysMore, type Turn, type Verdict } from './turn.ts';
import { wholeNumber } from './whole_number.ts';

/** The last record of the page tells what the next page follows: its id, or what it holds at `path`. */
export function lastId(turn: Turn, facts: LastIdPaging): Verdict {
  const more = saysMore(facts, turn.body);
  if (more === null && facts.onlyIfSaid) return 'unknown';
  if (more === false || (more === null && (turn.records.length === 0 || holdsAll(turn, facts)))) return 'end';
  const last = facts.path === undefined ? turn.lastId : getPath(turn.records.at(-1), facts.path);
  // There are records, and none to go on from: that is no end.
  if (last === undefined || last === null || isNothing(last)) return 'unusable';
  return { set: { [facts.param]: last }, in: facts.in };
}

function holdsAll({ body, records }: Turn, { total }: LastIdPaging): boolean {
  const all = total === undefined ? null : wholeNumber(getPath(body, total));
  return all !== null && records.length >= all;
}
