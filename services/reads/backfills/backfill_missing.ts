import type { ClockAndIds } from '../../../lib/use_case/use_case_context.ts';
import { operationFor } from '../operations/new_operation.ts';
import type { ClaimedOperation, OpenOperation } from '../operations/operation.ts';
import { type QueueStores, queueOperation } from '../operations/queue_operation.ts';
import type { IsIncremental, ReadPlan } from '../read_plan.ts';
import { cadenceOfPlan, type Schedule, type ScheduleStore } from '../schedules/schedule.ts';
import { backfillStart, missingWindow, reachAfter } from './backfill_window.ts';

type Stores = QueueStores & {
  schedules: ScheduleStore;
};

type Deps = ClockAndIds & { isIncremental: IsIncremental };

/**
 * Queues the part of an object's history that is wanted and was never read: the whole history for a new object, the
 * difference when the window has become wider. An object has one open backfill at a time, and the window of the
 * backfill is fixed when it is queued. When a backfill ends, the missing history is computed again, because the wanted
 * window may have become wider meanwhile. These steps run in transactions that lock the object's row, so a deploy and
 * the end of a backfill never overlap.
 */
export function makeBackfillMissing({ newId, isIncremental }: Deps) {
  return { queueMissing, noteEnd, tryAgain };

  async function queueMissing(s: Stores, plan: ReadPlan, schedule: Schedule, now: number): Promise<void> {
    const reached = await reachedBy(s, schedule);
    const missing = missingWindow(backfillStart(plan, now), reached, { isScheduled: cadenceOfPlan(plan) !== null });
    const open = missing && (await openBackfill(s, schedule));
    if (open && plan.connectionId !== schedule.plan.connectionId) await resume(s, schedule, open);
    if (!missing || open) return;
    const operation = {
      ...operationFor(plan),
      id: newId(),
      readType: 'backfill' as const,
      sinceTime: missing.sinceTime,
      untilTime: missing.untilTime,
      createTime: now,
    };
    if (await queueOperation(s, operation, newId)) await s.schedules.setBackfill(schedule, operation.id);
  }

  /**
   * Records the period that a successful backfill covered, then queues any missing history. If the provider cannot
   * filter by time, the backfill covered everything.
   */
  async function noteEnd(
    s: Stores,
    schedule: Schedule,
    operation: ClaimedOperation,
    plan: ReadPlan,
    now: number,
  ): Promise<void> {
    if (operation.readType !== 'backfill') return;
    const backfillFrom = isIncremental(plan) ? reachAfter(schedule.backfillFrom, operation) : 0;
    await s.schedules.setBackfillFrom(schedule, backfillFrom);
    await queueMissing(s, schedule.plan, { ...schedule, backfillFrom }, now);
  }

  /**
   * Resumes a deferred backfill after the credentials were replaced. Queues a failed backfill again, because the old
   * credentials may have caused the failure.
   */
  async function tryAgain(s: Stores, schedule: Schedule, now: number): Promise<void> {
    if (schedule.plan.disabled) return;
    const open = await openBackfill(s, schedule);
    if (open) await resume(s, schedule, open);
    else await queueMissing(s, schedule.plan, schedule, now);
  }

  async function resume(s: Stores, schedule: Schedule, { id, state }: OpenOperation): Promise<void> {
    if (state === 'putOff') await s.operations.resume({ ...schedule, id }, { deferrals: 1 });
  }

  /**
   * How far back finished backfills have read. Versions before migration 0014 stored only the id of the operation, so
   * the window of that operation is used for their rows.
   */
  async function reachedBy(s: Stores, { backfillFrom, backfillOperationId, projectId }: Schedule) {
    if (backfillFrom !== null || backfillOperationId === '') return backfillFrom;
    const last = await s.operations.find(projectId, backfillOperationId);
    return last?.state === 'success' ? reachAfter(null, last) : null;
  }
}

async function openBackfill(s: Stores, schedule: Schedule): Promise<OpenOperation | undefined> {
  if (schedule.backfillOperationId === '') return undefined;
  return (await s.operations.listOpen(schedule)).find(({ readType }) => readType === 'backfill');
}

export type BackfillMissing = ReturnType<typeof makeBackfillMissing>;
