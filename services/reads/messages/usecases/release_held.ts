import type { NewId } from '../../../../lib/ids/ids.ts';
import type { Schedule } from '../../schedules/domain/schedule.ts';
import type { ScheduleStore } from '../../schedules/domain/schedule_store.ts';
import type { OutboxStore } from '../../domain/event_stores.ts';
import type { HeldMessage, HeldMessageStore } from '../domain/held_message_store.ts';
import { pageCommitted } from '../../operations/usecases/read_events.ts';

type Stores = { schedules: ScheduleStore; heldMessages: HeldMessageStore; outbox: OutboxStore };

/** Max messages per transaction: more would hold the object's lock for too long. */
const BATCH = 200;

/**
 * Results on request: a stored message waits until it is requested, and requests beyond the stored messages become a
 * credit that later messages use up. Both are counted under the object's lock, which the caller holds. So each message
 * is released once, oldest first, even with concurrent requests and reads. `credit`: the object's current credit.
 * Returns true when there may be more to release.
 */
export async function releaseHeld(
  s: Stores,
  schedule: Schedule,
  { credit, newId, now }: { credit: number; newId: NewId; now: number },
): Promise<boolean> {
  const limit = Math.min(credit, BATCH);
  const released = limit > 0 ? await s.heldMessages.release(schedule, limit) : [];
  const left = Math.max(0, credit - released.length);
  if (left !== schedule.pageCredit) await s.schedules.setCredit(schedule, left);
  for (const [operationId, messages] of byOperation(released))
    await s.outbox.add(pageCommitted(schedule.plan, operationId, messages, { newId, now }));
  return released.length === BATCH;
}

function byOperation(messages: readonly HeldMessage[]): Map<string, HeldMessage[]> {
  const groups = new Map<string, HeldMessage[]>();
  for (const message of messages)
    groups.set(message.operationId, [...(groups.get(message.operationId) ?? []), message]);
  return groups;
}
