import { Problem } from '../../../lib/problem/problem.ts';
import { toIso } from '../../../lib/time/iso.ts';
import type { UseCaseContext } from '../../../lib/use_case/use_case_context.ts';
import type { LogStore } from '../../../lib/work/operation_log.ts';
import { readBefore } from '../backfills/backfill_window.ts';
import { type InstallationClient, throwInstallationDeleted } from '../installation.ts';
import { envelopeOf } from '../messages/page_messages.ts';
import type { ClaimedOperation, OperationStore } from '../operations/operation.ts';
import type { ReadRun } from '../pages/pages_to_commit.ts';
import { type IsIncremental, planOf, type ReadPlan } from '../read_plan.ts';
import type { Schedule, ScheduleStore } from '../schedules/schedule.ts';
import { recentlyLoggedNotes } from './logged_notes.ts';
import type { FilterLines } from './widen_since.ts';

type Stores = { schedules: ScheduleStore; operations: OperationStore; logs: LogStore };

type Deps = UseCaseContext<Stores> & {
  installation: InstallationClient;
  isIncremental: IsIncremental;
  filterLines: FilterLines;
  /**
   * How far a scheduled read reaches back before the start of the previous read, because timestamps may be late. Ms.
   */
  overlapMs: number;
};

const DAY_MS = 24 * 3_600_000;

/**
 * Prepares a claimed operation. The first start stores the plan and `since`; later starts use the stored values.
 * Returns null when the lease was lost. Throws notFound when the installation is deleted or no longer reads the object,
 * and unprocessable when the object is disabled.
 */
export function makeStartOperation({
  stores,
  installation,
  clock,
  newId,
  isIncremental,
  filterLines,
  overlapMs,
}: Deps) {
  const notes = recentlyLoggedNotes();

  return async function startOperation(operation: ClaimedOperation): Promise<ReadRun | null> {
    return operation.planJson === null ? startFirst(operation) : goOn(operation, operation.planJson);
  };

  async function goOn(operation: ClaimedOperation, planJson: string): Promise<ReadRun | null> {
    const frozen = planOf(planJson);
    const plan = operation.deferrals > 0 ? await withCredentials(operation, frozen) : frozen;
    if (!plan) return null;
    if (!operation.isContinued) await logResumed(operation);
    return runOf(operation, plan, operation.startTime ?? operation.createTime);
  }

  /**
   * A deferred backfill may need new credentials, because the installation may have another connection now. Returns
   * null when the lease was lost.
   */
  async function withCredentials(operation: ClaimedOperation, frozen: ReadPlan): Promise<ReadPlan | null> {
    const { connectionId, workspace } = await currentPlan(operation);
    if (connectionId === frozen.connectionId) return frozen;
    const plan = { ...frozen, connectionId, workspace };
    return (await stores.operations.replan(operation, JSON.stringify(plan))) ? plan : null;
  }

  async function logResumed({ projectId, id, isRead, pageSeq }: ClaimedOperation): Promise<void> {
    const msg = isRead ? 'Resumed after the last page.' : `Resumed after page ${pageSeq}.`;
    await stores.logs.add(projectId, id, [{ id: newId(), time: clock.now(), severity: 'INFO', msg }]);
  }

  async function startFirst(operation: ClaimedOperation): Promise<ReadRun | null> {
    const current = await currentPlan(operation);
    const startTime = clock.now();
    const canFilter = isIncremental(current);
    const begun = await stores.transaction(async (s) => {
      const schedule = await s.schedules.lock(operation);
      const plan = withReadBefore(current, operation, schedule);
      const since = sinceOf(operation, plan, schedule);
      const lagAllowed = schedule?.lagMs ?? 0;
      const start = {
        planJson: JSON.stringify(plan),
        configId: plan.configId,
        sinceTime: since,
        lagAllowed,
        startTime,
        now: startTime,
      };
      if (!(await s.operations.begin(operation, start))) return undefined;
      await s.logs.add(operation.projectId, operation.id, [
        { id: newId(), time: startTime, severity: 'INFO', ...startedLine(since, operation.untilTime, canFilter) },
        ...[...filterLines(plan, { ...operation, sinceTime: since }), ...heldLines(plan)].map((msg) => ({
          id: newId(),
          time: startTime,
          severity: 'INFO' as const,
          msg,
        })),
        ...notRunLines(plan).map((msg) => ({ id: newId(), time: startTime, severity: 'WARNING' as const, msg })),
      ]);
      return { plan, at: { sinceTime: since, lagAllowed } };
    });
    if (begun === undefined) return null;
    const { plan, at } = begun;
    return runOf({ ...operation, ...at, startTime }, plan, startTime);
  }

  function runOf(operation: ClaimedOperation, plan: ReadPlan, startTime: number): ReadRun {
    const state = { loggedNotes: notes.of(operation.id), boundary: null };
    return { operation, plan, envelope: envelopeOf(plan, operation), startTime, state };
  }

  async function currentPlan({ projectId, installationId, objectName }: ClaimedOperation): Promise<ReadPlan> {
    const plans = await installation.listPlans(projectId, installationId, objectName).catch(throwInstallationDeleted);
    const plan = plans.find((candidate) => candidate.objectName === objectName);
    if (!plan) throw new Problem('notFound', 'The installation no longer reads this object.');
    if (plan.disabled) throw new Problem('unprocessable', 'The object is disabled in the installation.');
    return plan;
  }

  function withReadBefore(plan: ReadPlan, { readType, untilTime }: ClaimedOperation, schedule?: Schedule): ReadPlan {
    if (readType !== 'backfill' || untilTime !== null || !schedule) return plan;
    const span = readBefore(schedule.backfillFrom, { ...schedule, overlapMs });
    return span ? { ...plan, readBefore: span } : plan;
  }

  function sinceOf(operation: ClaimedOperation, plan: ReadPlan, schedule?: Schedule): number | null {
    const { readType, sinceTime, createTime } = operation;
    if (readType === 'sweep') return null;
    if (readType === 'triggered') return sinceTime;
    if (readType === 'backfill') return backfillSince(operation, plan);
    const from = schedule ? schedule.watermark : createTime;
    // A read with a requested time also covers the records that are undelivered since that time.
    const since = Math.min(from - overlapMs, (sinceTime ?? Number.POSITIVE_INFINITY) - overlapMs);
    return since > 0 ? since : null;
  }
}

/**
 * The start of a backfill's time range is stored when the backfill is queued. For a backfill that an older version
 * queued, it is computed here.
 */
function backfillSince({ sinceTime, untilTime, createTime }: ClaimedOperation, { backfillDays }: ReadPlan) {
  if (sinceTime !== null || untilTime !== null || backfillDays <= 0) return sinceTime;
  return createTime - backfillDays * DAY_MS;
}

function heldLines({ deliveryMode }: ReadPlan): string[] {
  return deliveryMode === 'onRequest' ? ['The results are stored until deliverResults requests them.'] : [];
}

/** The log lines about parts of the manifest that Causeway does not run yet. */
function notRunLines({ notRun = [] }: ReadPlan): string[] {
  return notRun.map(
    (block) => `The manifest contains ${block}, which this version of Causeway stores but does not run.`,
  );
}

function startedLine(since: number | null, until: number | null, canFilter: boolean) {
  const end = until === null ? '' : ` up to ${toIso(until)}`;
  if (since === null && end) return { msg: `Started: reading everything${end}.` };
  if (since === null) return { msg: 'Started: reading everything.' };
  if (!canFilter)
    return { msg: 'Started: reading everything, because the provider cannot list only the changes of this object.' };
  return { msg: `Started: reading changes since ${toIso(since)}${end}.` };
}

export type StartOperation = ReturnType<typeof makeStartOperation>;
