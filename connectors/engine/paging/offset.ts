import { firstPath, getPath } from '../json_path.ts';
import type { OffsetPaging } from '../file/paging_facts.ts';
import { placeOf, saysMore, type Turn, type Verdict } from './turn.ts';

/**
 * Counts records. The provider may name the next offset itself (`next`), say whether there is more, or give a total;
 * where it says nothing of the kind, only an empty page is the end: a short page is not.
 */
export function offset(turn: Turn, facts: OffsetPaging): Verdict {
  const more = saysMore(facts, turn.body);
  if (more === false) return 'end';
  const named = firstPath(turn.body, facts.next);
  if (named !== undefined) return { set: { [facts.param]: named }, in: facts.in };
  if (facts.next && more === null) return 'unknown';
  if (turn.records.length === 0) return more || facts.onlyIfSaid ? 'unknown' : 'end';
  const current = placeOf(turn, facts.param, facts.first ?? 0);
  if (current === null) return 'silent';
  const reached = current + turn.records.length;
  const total = facts.total ? Number(getPath(turn.body, facts.total) ?? NaN) : NaN;
  if (facts.onlyIfSaid && more === null && Number.isNaN(total)) return 'unknown';
  if (more === null && reached - (facts.first ?? 0) >= total) return 'end';
  return { set: { [facts.param]: reached }, in: facts.in };
}
