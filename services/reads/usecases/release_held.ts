import type { NewId } from '../../../lib/ids/ids.ts';
import type { Rules } from '../../../lib/rules/rules.ts';
import type { Schedule } from '../domain/schedule.ts';
import type { Stores } from '../domain/stores.ts';
import { pageCommitted } from './read_events.ts';

/** What one transaction lets go of: more would keep the object's lock from its reads for too long. */
const BATCH = 200;

/**
 * Results on request: a page that is stored waits until it is asked for, and what was asked for beyond what is stored
 * is a credit that later pages use up. Both are counted under the object's lock, which the caller holds: a page is let
 * go once, oldest first, however many ask while others read. `credit` is what the object has now. True when there may
 * be more to let go.
 */
export async function releaseHeld(
  s: Stores,
  schedule: Schedule,
  { credit, newId, now, rules }: { credit: number; newId: NewId; now: number; rules: Rules },
): Promise<boolean> {
  const limit = rules.holds('pageCredit') ? Math.min(credit, BATCH) : BATCH;
  const released = limit > 0 ? await s.heldMessages.release(schedule, limit) : [];
  const left = Math.max(0, credit - released.length);
  if (left !== schedule.pageCredit) await s.schedules.setCredit(schedule, left);
  for (const [operationId, ids] of byOperation(released))
    await s.outbox.add(pageCommitted(schedule.plan, operationId, ids, { newId, now }));
  return released.length === BATCH;
}

function byOperation(messages: readonly { id: string; operationId: string }[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { id, operationId } of messages) groups.set(operationId, [...(groups.get(operationId) ?? []), id]);
  return groups;
}
