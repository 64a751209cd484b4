import { metrics } from '../../../lib/telemetry/metrics.ts';
import { providerLabel } from '../../../lib/telemetry/provider_label.ts';
import type { UseCaseContext } from '../../../lib/use_case/use_case_context.ts';
import type { BackfillMissing } from '../backfills/backfill_missing.ts';
import { isUpToDateAfter } from '../backfills/backfill_window.ts';
import type { Boundary } from '../boundary/boundary.ts';
import type { BoundaryStore } from '../boundary/boundary_note.ts';
import type { NoteListEnd } from '../deletes/note_list_end.ts';
import type { ClaimedOperation, FinishOperation, ReadOutcome } from '../operations/operation.ts';
import { operationChanged, type QueueStores } from '../operations/queue_operation.ts';
import type { ReadPlan } from '../read_plan.ts';
import type { Schedule, ScheduleStore } from '../schedules/schedule.ts';
import type { NoteScheduledEnd } from '../schedules/scheduled_reads.ts';
import { readEnded } from './logged_notes.ts';

type Stores = QueueStores & {
  schedules: ScheduleStore;
  boundary: BoundaryStore;
};

type Deps = UseCaseContext<Stores> & {
  boundary: Boundary;
  wake: () => void;
  noteScheduledEnd: NoteScheduledEnd;
  noteListEnd: NoteListEnd;
  backfillMissing: BackfillMissing;
  /** Whether reads of changes include deleted records. */
  includesDeleted: (plan: ReadPlan) => boolean;
};

/**
 * Ends an operation in one transaction: writes its result, watermark, log and events, and promotes the next operation.
 * Returns false when the lease was lost; then another worker ends it.
 */
export function makeFinishOperation({
  stores,
  boundary,
  clock,
  newId,
  wake,
  noteScheduledEnd,
  noteListEnd,
  backfillMissing,
  includesDeleted,
}: Deps): FinishOperation {
  return async function finishOperation(
    operation: ClaimedOperation,
    plan: ReadPlan | null,
    outcome: ReadOutcome,
  ): Promise<boolean> {
    const ended = await stores.transaction(async (s) => {
      const now = clock.now();
      const schedule = await s.schedules.lock(operation);
      const result = resultText(operation, outcome);
      if (!(await s.operations.finish(operation, { state: outcome.state, result, now }))) return false;
      if (outcome.state === 'success' && schedule && isUpToDate(operation, schedule, { ...outcome, plan })) {
        await s.schedules.advanceWatermark(operation, {
          watermark: outcome.startTime,
          lagMs: outcome.lagMs ?? 0,
        });
        if (plan) await boundary.settle(s, operation, plan, outcome.startTime);
      }
      const lines = [...doubtLines(operation, outcome), finishedLine(outcome, result)];
      await s.logs.add(
        operation.projectId,
        operation.id,
        lines.map((line) => ({ id: newId(), time: now, ...line })),
      );
      if (schedule && outcome.state === 'success') await noteListEnd(s, schedule, operation, now);
      if (schedule) await noteScheduledEnd(s, schedule, operation, outcome, now);
      await publishEnd(s, operation, { plan: plan ?? schedule?.plan ?? null, outcome, now });
      if (outcome.state === 'success' && schedule && plan)
        await backfillMissing.noteEnd(s, schedule, operation, plan, now);
      await s.operations.promote(operation);
      return true;
    });
    if (ended) {
      wake();
      const provider = plan ? providerLabel(plan.provider) : 'unknown';
      metrics.operations.inc({ kind: 'read', status: outcome.state, provider });
      metrics.operationSeconds.observe({ kind: 'read' }, (clock.now() - operation.createTime) / 1_000);
    }
    return ended;
  };

  function isUpToDate(
    operation: ClaimedOperation,
    { watermark, lagMs: lagBefore }: Schedule,
    { plan, startTime, lagMs = 0 }: { plan: ReadPlan | null; startTime: number; lagMs?: number },
  ): boolean {
    // Scheduled reads may have advanced the watermark while a backfill was deferred.
    const isBehind = startTime + lagMs < watermark + lagBefore;
    if (operation.readType === 'backfill' && (!plan || leavesOut(plan) || isBehind)) return false;
    return isUpToDateAfter(operation, watermark);
  }

  /**
   * Whether a backfill delivers less than a scheduled read would: it has no deleted records and may have its own
   * filters.
   */
  function leavesOut(plan: ReadPlan): boolean {
    const { filtersJson, backfillFiltersJson } = plan;
    return (backfillFiltersJson !== '' && backfillFiltersJson !== filtersJson) || includesDeleted(plan);
  }

  async function publishEnd(
    s: Stores,
    operation: ClaimedOperation,
    end: { plan: ReadPlan | null; outcome: ReadOutcome; now: number },
  ) {
    const facts = { newId, now: end.now };
    const seq = Math.max(end.now, operation.createTime + 1);
    await s.outbox.add(operationChanged(operation, end.outcome.state, seq, facts));
    const error = end.outcome.state === 'failure' ? end.outcome.reason : null;
    const endedEvent = end.plan && readEnded(end.plan, operation, error, facts);
    if (endedEvent) await s.outbox.add(endedEvent);
  }
}

function resultText({ mappedObjectName }: ClaimedOperation, outcome: ReadOutcome): string {
  if (outcome.state === 'failure') return `[${mappedObjectName}] ${outcome.reason}`;
  return outcome.records > 0
    ? `[${mappedObjectName}] ${outcome.records} records read`
    : `[${mappedObjectName}] No new data found`;
}

/** The log line of a read that succeeded although its list may be incomplete. */
function doubtLines({ doubt }: ClaimedOperation, outcome: ReadOutcome) {
  if (outcome.state === 'failure' || !doubt) return [];
  return [{ severity: 'WARNING' as const, msg: 'The list may be incomplete.', error: doubt }];
}

function finishedLine(outcome: ReadOutcome, result: string) {
  if (outcome.state === 'success') return { severity: 'INFO' as const, msg: `Finished: ${result}` };
  return { severity: 'ERROR' as const, msg: 'Failed.', error: outcome.reason };
}
