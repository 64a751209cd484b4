import type { NewId } from '../../../lib/ids/ids.ts';
import type { Rules } from '../../../lib/rules/rules.ts';
import { missingWindow, reachAfter, wantedFrom } from '../domain/backfill_window.ts';
import type { ClaimedOperation } from '../domain/operation.ts';
import type { OpenOperation } from '../domain/operation_store.ts';
import type { ReadPlan } from '../domain/read_plan.ts';
import { cronOf, type Schedule } from '../domain/schedule.ts';
import type { Stores } from '../domain/stores.ts';
import type { IsIncremental } from './fetch_page.ts';
import { queueOperation } from './queue_operation.ts';
import { operationFor } from './trigger_read.ts';

type Deps = { newId: NewId; rules: Rules; isIncremental: IsIncremental };

/**
 * Queues what of an object's history is wanted and was never read: all of it for an object that is new, the difference
 * when the window has become wider. One backfill of an object is open at a time, and its window is fixed when it is
 * queued; so that a window that widens meanwhile is not missed, the end of one looks again. All of this happens in
 * transactions that hold the object's row, so a deploy and the end of a backfill come one after the other.
 */
export function makeBackfillMissing({ newId, rules, isIncremental }: Deps) {
  return { queueMissing, noteEnd, tryAgain };

  async function queueMissing(s: Stores, plan: ReadPlan, schedule: Schedule, now: number): Promise<void> {
    const reached = rules.holds('backfillOnce') ? await reachedBy(s, schedule) : null;
    const missing = missingWindow(rules.holds('backfillDays') ? wantedFrom(plan, now) : 0, reached, {
      isScheduled: cronOf(plan) !== '' || !rules.holds('unscheduled'),
    });
    const open = missing && (await openBackfill(s, schedule));
    if (open && plan.connectionId !== schedule.plan.connectionId) await resume(s, schedule, open);
    if (!missing || open) return;
    if (reached !== null && !rules.holds('backfillDifference')) return;
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

  /** A backfill succeeded: its window is covered. A provider that cannot be asked for changes gave everything. */
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

  /** The credentials are others now: what was put off goes on, and what failed, perhaps for those of before, is queued. */
  async function tryAgain(s: Stores, schedule: Schedule, now: number): Promise<void> {
    if (!rules.holds('causeGone') || schedule.plan.disabled) return;
    const open = await openBackfill(s, schedule);
    if (open) await resume(s, schedule, open);
    else await queueMissing(s, schedule.plan, schedule, now);
  }

  async function resume(s: Stores, schedule: Schedule, { id, state }: OpenOperation): Promise<void> {
    if (state === 'putOff' && rules.holds('causeGone')) await s.operations.resume({ ...schedule, id }, { putOffs: 1 });
  }

  /** Versions before 0014 remembered the operation alone. */
  async function reachedBy(s: Stores, { backfillFrom, backfillOperationId, projectId }: Schedule) {
    if (backfillFrom !== null || backfillOperationId === '') return backfillFrom;
    const last = await s.operations.find(projectId, backfillOperationId);
    const isCovered = last?.state === 'success' || !rules.holds('failedBackfill');
    return last && isCovered ? reachAfter(null, last) : null;
  }
}

async function openBackfill(s: Stores, schedule: Schedule): Promise<OpenOperation | undefined> {
  if (schedule.backfillOperationId === '') return undefined;
  return (await s.operations.listOpen(schedule)).find(({ readType }) => readType === 'backfill');
}

export type BackfillMissing = ReturnType<typeof makeBackfillMissing>;
