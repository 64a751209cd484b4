import type { NewId } from '../../../../lib/ids/ids.ts';
import type { Schedule } from '../../schedules/domain/schedule.ts';
import type { ToldDeletionStore } from '../../deletes/domain/told_deletion_store.ts';
import type { SweepStore } from '../../deletes/domain/sweep_store.ts';
import type { KnownRecordStore } from '../../deletes/domain/known_record_store.ts';
import type { OperationStore } from '../../operations/domain/operation_store.ts';
import type { BoundaryStore } from '../../boundary/domain/boundary_store.ts';
import type { OutboxStore } from '../../domain/event_stores.ts';
import type { SettledMessage } from '../../messages/domain/message_store.ts';
import { earlier, type UndeliveredStore } from '../domain/undelivered.ts';
import { healthReported } from '../../destinations/usecases/health_reported.ts';

type Stores = {
  undelivered: UndeliveredStore;
  toldDeletions: ToldDeletionStore;
  sweeps: SweepStore;
  knownRecords: KnownRecordStore;
  operations: OperationStore;
  boundary: BoundaryStore;
  outbox: OutboxStore;
};

type Facts = { newId: NewId; now: number };

const DETAIL =
  'Records were not delivered. If the provider still has them, they are read again when the destination is ' +
  'active.';

/**
 * Removes undelivered messages of one object from what counts as delivered: see deliveries/domain/undelivered.ts. The caller holds
 * the object's lock. `isRefused`: an active destination refused every attempt.
 */
export async function forgetUndelivered(
  s: Stores,
  schedule: Schedule,
  messages: readonly SettledMessage[],
  isRefused: boolean,
  { newId, now }: Facts,
): Promise<void> {
  const ids = messages.map(({ id }) => id);
  await s.boundary.forgetMessages(schedule, ids);
  const sweep = await s.sweeps.find(schedule);
  if (sweep) await s.knownRecords.see(sweep, await s.toldDeletions.list(ids), sweep.knownFrom);
  const spans = await spansOf(s, messages);
  if (spans.length === 0) return;
  const before = await s.undelivered.find(schedule);
  const from = earlier(before.from, Math.min(...spans.map((span) => span.from)));
  const isAgain = isRefused && spans.every(({ isReread }) => isReread);
  const nextTime = isAgain ? before.nextTime : (before.nextTime ?? now);
  await s.undelivered.save(schedule, { ...before, from, nextTime });
  const reason = { code: 'recordsUndelivered' as const, level: 'error' as const, detail: DETAIL };
  await s.outbox.add(healthReported(schedule, reason, { newId, now }));
}

/**
 * Where the undelivered changes of each operation begin. A sweep only reports deletions, and their ids are known again.
 */
async function spansOf(s: Stores, messages: readonly SettledMessage[]) {
  const spans: { from: number; isReread: boolean }[] = [];
  for (const operationId of new Set(messages.map((message) => message.operationId))) {
    const operation = await s.operations.find(messages[0]?.projectId ?? '', operationId);
    if (!operation || operation.readType === 'sweep') continue;
    const own = messages.filter((message) => message.operationId === operationId);
    const from = Math.min(...own.map(({ oldestTime }) => oldestTime ?? operation.sinceTime ?? 0));
    spans.push({ from: Math.max(0, from), isReread: operation.isReread });
  }
  return spans;
}
