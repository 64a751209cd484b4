import type { UseCaseContext } from '../../../lib/use_case/use_case_context.ts';
import { statusOf } from '../../../lib/work/states.ts';
import { DESTINATION_RECHECK_MS, type DestinationStore } from '../destinations/destination.ts';
import { healthReportEvent, inactiveDestination } from '../destinations/destinations.ts';
import type { ObjectKey } from '../object_key.ts';
import { type NewOperation, operationFor } from '../operations/new_operation.ts';
import type { Operation } from '../operations/operation.ts';
import { type QueueStores, queueOperation } from '../operations/queue_operation.ts';
import type { Schedule, ScheduleStore } from '../schedules/schedule.ts';
import { earlierTime, type UndeliveredState, type UndeliveredStore } from './undelivered.ts';

type Stores = QueueStores & {
  destinations: DestinationStore;
  undelivered: UndeliveredStore;
  schedules: ScheduleStore;
};

type Deps = UseCaseContext<Stores> & { wake: () => void };

const BATCH = 50;
/** How often an unfinished read of a span is checked. Ms. */
const WATCH_AGAIN_MS = 5_000;
/** The wait before a failed read of a span is repeated. Ms. */
const FAILED_AGAIN_MS = 3_600_000;

/**
 * Runs one bounded round over the objects that have undelivered records; any number of replicas may run it. Queues a
 * read of the changes that covers these records, and follows the read until everything is delivered; see
 * deliveries/undelivered.ts. Returns true when there may be more.
 */
export function makeRereadUndelivered({ stores, clock, newId, wake }: Deps) {
  return async function rereadUndelivered(): Promise<boolean> {
    const due = await stores.undelivered.listDue(clock.now(), BATCH);
    for (const key of due) await stores.transaction((s) => step(s, key));
    if (due.length > 0) wake();
    return due.length === BATCH;
  };

  async function step(s: Stores, key: ObjectKey): Promise<void> {
    const schedule = await s.schedules.lock(key);
    if (!schedule) return;
    const undelivered = await s.undelivered.find(schedule);
    if (undelivered.nextTime === null || undelivered.nextTime > clock.now()) return;
    const next = undelivered.operationId
      ? await follow(s, schedule, undelivered, undelivered.operationId)
      : await begin(s, schedule, undelivered);
    await s.undelivered.save(schedule, next);
  }

  async function begin(s: Stores, schedule: Schedule, undelivered: UndeliveredState): Promise<UndeliveredState> {
    const { from } = undelivered;
    if (from === null) return { ...undelivered, nextTime: null };
    const later = { ...undelivered, nextTime: clock.now() + DESTINATION_RECHECK_MS };
    const { plan } = schedule;
    if (schedule.isPaused || plan.disabled || plan.isRetired || (await inactiveDestination(s, plan))) return later;
    const operation: NewOperation = {
      ...operationFor(plan),
      id: newId(),
      readType: 'scheduled',
      sinceTime: from,
      untilTime: null,
      createTime: clock.now(),
      isReread: true,
    };
    if (!(await queueOperation(s, operation, newId))) return later;
    const msg = 'This read covers records that were read before and never delivered.';
    await s.logs.add(schedule.projectId, operation.id, [{ id: newId(), time: clock.now(), severity: 'INFO', msg }]);
    return { from: null, operationId: operation.id, nextTime: clock.now() + WATCH_AGAIN_MS };
  }

  async function follow(
    s: Stores,
    schedule: Schedule,
    undelivered: UndeliveredState,
    operationId: string,
  ): Promise<UndeliveredState> {
    const operation = await s.operations.find(schedule.projectId, operationId);
    const status = operation ? statusOf(operation.state) : 'failure';
    if (status === 'failure') {
      const from = operation?.sinceTime ?? 0;
      const again = { from: earlierTime(undelivered.from, Math.max(0, from)), operationId: null };
      return { ...again, nextTime: clock.now() + FAILED_AGAIN_MS };
    }
    if (status === 'in_progress' || isUnderWay(operation)) {
      return { ...undelivered, nextTime: clock.now() + WATCH_AGAIN_MS };
    }
    const isOver = undelivered.from === null;
    if (isOver) {
      const reason = { code: 'recordsUndelivered' as const, level: null, detail: '' };
      await s.outbox.add(healthReportEvent(schedule, reason, { newId, now: clock.now() }));
    }
    return { ...undelivered, operationId: null, nextTime: isOver ? null : clock.now() };
  }
}

/** Whether records of the operation are still pending or held. */
function isUnderWay(operation: Operation | undefined): boolean {
  if (!operation?.totals) return false;
  const { delivered, undelivered } = operation.totals;
  return delivered + undelivered < operation.recordsProcessed;
}
