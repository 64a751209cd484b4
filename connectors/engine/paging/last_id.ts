import { getPath } from '../json_path.ts';
import type { LastIdPaging } from '../file/paging_facts.ts';
import { saysMore, type Turn, type Verdict } from './turn.ts';

/** The last record of the page tells what the next page follows: its id, or what it holds at `path`. */
export function lastId(turn: Turn, facts: LastIdPaging): Verdict {
  const more = saysMore(facts, turn.body);
  if (more === null && facts.onlyIfSaid) return 'unknown';
  if (more === false || (more === null && (turn.records.length === 0 || holdsAll(turn, facts)))) return 'end';
  const last = facts.path === undefined ? turn.lastId : (getPath(turn.records.at(-1), facts.path) ?? null);
  return last === null ? 'unknown' : { set: { [facts.param]: last }, in: facts.in };
}

function holdsAll({ body, records }: Turn, { total }: LastIdPaging): boolean {
  return total !== undefined && records.length >= Number(getPath(body, total) ?? NaN);
}
