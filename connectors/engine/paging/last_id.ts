import type { LastIdPaging } from '../paging_facts.ts';
import { saysMore, type Turn, type Verdict } from './turn.ts';

/** The id of the page's last record asks for what follows it. */
export function lastId(turn: Turn, facts: LastIdPaging): Verdict {
  const more = saysMore(facts, turn.body);
  if (more === null && facts.onlyIfSaid) return 'unknown';
  if (more === false || (more === null && turn.records.length === 0)) return 'end';
  return turn.lastId === null ? 'unknown' : { set: { [facts.param]: turn.lastId }, in: facts.in };
}
