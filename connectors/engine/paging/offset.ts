import type { OffsetPaging } from '../file/paging_facts.ts';
import { firstPath, getPath } from '../json_path.ts';
import { counterOf, declaresMore, isNothing, type Turn, type Verdict } from './turn.ts';
import { wholeNumber } from './whole_number.ts';

/**
 * Paging by offset. The response may contain the next offset (`next`), a flag for more pages or a total. In a
 * response without any of the three, only an empty page is the end; a short page is not.
 */
export function offset(turn: Turn, facts: OffsetPaging): Verdict {
  const more = declaresMore(facts, turn.body);
  if (more === false) return 'end';
  const named = firstPath(turn.body, facts.next);
  if (named !== undefined && !isNothing(named))
    return wholeNumber(named) === null ? 'unusable' : { set: { [facts.param]: named }, in: facts.in };
  if (facts.next && more === null) return 'unknown';
  if (turn.records.length === 0) return more || facts.onlyIfSaid ? 'unknown' : 'end';
  const current = counterOf(turn, facts.param, facts.first ?? 0);
  if (current === null) return 'silent';
  const reached = current + turn.records.length;
  // A total that is not a number is ignored: then an empty page is the end.
  const total = facts.total ? wholeNumber(getPath(turn.body, facts.total)) : null;
  if (facts.onlyIfSaid && more === null && total === null) return 'unknown';
  if (more === null && total !== null && reached - (facts.first ?? 0) >= total) return 'end';
  return { set: { [facts.param]: reached }, in: facts.in };
}
