import { type AuditActor, NO_AUDIT_ACTOR, type WriteAuditEntry } from '../../../lib/audit/audit.ts';
import { notFound, Problem } from '../../../lib/problem/problem.ts';
import type { UseCaseContext } from '../../../lib/use_case/use_case_context.ts';
import { statusOf } from '../../../lib/work/states.ts';
import type { ArchiveKeys } from '../archive/archive_keys.ts';
import { makeOpenArchivedPage, notArchived } from '../archive/archive_source.ts';
import type { ArchiveStore } from '../archive/archived_page.ts';
import { type DestinationStore, inactiveDestinationProblem } from '../destinations/destination.ts';
import { inactiveDestination } from '../destinations/destinations.ts';
import { type InstallationClient, throwInstallationDeleted } from '../installation.ts';
import { type NewOperation, operationFor } from '../operations/new_operation.ts';
import type { ClaimedOperation, FinishOperation, Operation } from '../operations/operation.ts';
import { operationChanged, type QueueStores, queueFull, queueOperation } from '../operations/queue_operation.ts';
import { type ReplayConfig, replayText } from '../operations/replay.ts';
import { planOf, type ReadPlan } from '../read_plan.ts';
import type { ScheduleStore } from '../schedules/schedule.ts';
import { lockObject } from '../schedules/schedules.ts';
import { NO_DIFFERENCE, type ReplayStore } from './replay.ts';

type Stores = QueueStores & {
  destinations: DestinationStore;
  schedules: ScheduleStore;
  archive: ArchiveStore;
  replays: ReplayStore;
};

type Deps = UseCaseContext<Stores> & {
  installation: InstallationClient;
  keys: ArchiveKeys;
  wake: () => void;
  audit: WriteAuditEntry<'reads'>;
};

const REPLAYABLE_TYPES: readonly string[] = ['backfill', 'scheduled', 'triggered'];

type ReplayRequest = { projectId: string; operationId: string; config: ReplayConfig; delivers: boolean };

/**
 * Replays an operation from its archived pages as a new operation and returns its id. A replay that delivers is queued
 * like any read, because its messages use the object's sequence. A replay that only compares does not use the queue. A
 * repeated request returns the id of the running replay. Throws notFound; conflict when the destination of a replay
 * that delivers is inactive, or (retryable) while the original runs or ten operations of the object are waiting;
 * unprocessable when nothing is archived, the original is itself a replay or a sweep, or the installation no longer
 * reads the object.
 */
export function makeStartReplay({ stores, installation, keys, clock, newId, wake, audit }: Deps) {
  const openArchivedPage = makeOpenArchivedPage({ stores, keys });
  return async function startReplay(
    { projectId, operationId, config, delivers }: ReplayRequest,
    by: AuditActor = NO_AUDIT_ACTOR,
  ): Promise<string> {
    const original = await findOriginal(projectId, operationId);
    const plan = config === 'current' ? await currentPlan(original) : await frozenPlan(original);
    const destination = delivers ? await inactiveDestination(stores, plan) : null;
    if (destination) throw inactiveDestinationProblem(destination);
    await assertArchived(original);
    const now = clock.now();
    const { readType, sinceTime, untilTime } = original;
    const operation: NewOperation = {
      ...operationFor(plan),
      ...{ readType, sinceTime, untilTime },
      id: newId(),
      createTime: now,
      planJson: JSON.stringify(plan),
      replay: { of: original.id, delivers },
    };
    const id = await stores.transaction(async (s) => {
      await lockObject(s, plan, { newId, now });
      const open = await s.replays.findOpen(original, { of: original.id, delivers, config });
      if (open !== undefined) return open;
      if (!(await queued(s, operation))) return null;
      await s.replays.insert(projectId, operation.id, config);
      await s.logs.add(projectId, operation.id, [
        { id: newId(), time: now, severity: 'INFO', msg: startLine(operationId, config, delivers) },
      ]);
      const about = { projectId, targetId: original.id, targetName: plan.mappedObjectName };
      await audit(s.outbox, by, { action: 'operation.replayed', ...about, fields: delivers ? ['deliver'] : [] });
      return operation.id;
    });
    if (id === null) throw queueFull(now);
    wake();
    return id;
  };

  async function queued(s: Stores, operation: NewOperation): Promise<boolean> {
    if (operation.replay?.delivers) return queueOperation(s, operation, newId);
    await s.operations.insert(operation, 'ready');
    return true;
  }

  async function findOriginal(projectId: string, id: string): Promise<Operation> {
    const original = await stores.operations.find(projectId, id);
    if (!original) throw notFound('operation');
    if (original.replay)
      throw new Problem('unprocessable', 'This operation is itself a replay, and replays are not archived.', {
        remedy: `Replay the original, ${original.replay.of}.`,
      });
    if (!REPLAYABLE_TYPES.includes(original.readType))
      throw new Problem('unprocessable', 'A sweep for deleted records cannot be replayed: its pages deliver nothing.');
    if (statusOf(original.state) === 'in_progress')
      throw new Problem('conflict', 'The operation is still running.', {
        retryable: true,
        remedy: 'Replay it when it has ended.',
      });
    return original;
  }

  /**
   * Checks that all pages of the original are archived. The first pages expire first, so it is enough to open the first
   * page.
   */
  async function assertArchived(original: Operation): Promise<void> {
    const range = await stores.archive.range(original.projectId, original.id);
    const isWhole = range && range.count === range.last - range.first + 1;
    if (!isWhole) throw notArchived();
    await openArchivedPage(original, original.id, range.first);
  }

  async function frozenPlan({ projectId, id }: Operation): Promise<ReadPlan> {
    const planJson = await stores.operations.findPlan(projectId, id);
    if (planJson === undefined) throw notArchived();
    return planOf(planJson);
  }

  async function currentPlan({ projectId, installationId, objectName }: Operation): Promise<ReadPlan> {
    const plans = await installation.listPlans(projectId, installationId, objectName).catch(throwInstallationDeleted);
    const plan = plans.find((candidate) => candidate.objectName === objectName);
    if (!plan) throw new Problem('unprocessable', 'The installation no longer reads this object.');
    return plan;
  }
}

function startLine(of: string, config: ReplayConfig, delivers: boolean): string {
  const how = config === 'same' ? 'with its original config' : "with the installation's current config";
  return `Replays operation ${of} from its archived pages, ${how}, to ${delivers ? 'deliver its records again' : 'compare'}.`;
}

type FinishReplayStores = QueueStores & {
  schedules: ScheduleStore;
  replays: ReplayStore;
};

type FinishReplayDeps = UseCaseContext<FinishReplayStores> & { wake: () => void };

/**
 * Ends a replay: writes its result and its log, and promotes the next operation if the replay was in the object's
 * queue. Changes neither watermark nor failure counts, because the replay reads old pages.
 */
export function makeFinishReplay({ stores, clock, newId, wake }: FinishReplayDeps): FinishOperation {
  return async function finishReplay(operation, _plan, outcome) {
    const { projectId, id, createTime, mappedObjectName } = operation;
    const ended = await stores.transaction(async (s) => {
      const now = clock.now();
      await s.schedules.lock(operation);
      const text = outcome.state === 'success' ? await differenceText(s, operation) : outcome.reason;
      const result = `[${mappedObjectName}] ${text}`;
      if (!(await s.operations.finish(operation, { state: outcome.state, result, now }))) return false;
      const line =
        outcome.state === 'success'
          ? { severity: 'INFO' as const, msg: `Finished: ${result}` }
          : { severity: 'ERROR' as const, msg: 'Failed.', error: outcome.reason };
      await s.logs.add(projectId, id, [{ id: newId(), time: now, ...line }]);
      if (!operation.replay?.delivers) return true;
      await s.outbox.add(operationChanged(operation, outcome.state, Math.max(now, createTime + 1), { newId, now }));
      await s.operations.promote(operation);
      return true;
    });
    if (ended) wake();
    return ended;
  };
}

async function differenceText(s: FinishReplayStores, { projectId, id }: ClaimedOperation): Promise<string> {
  return replayText((await s.replays.find(projectId, id))?.difference ?? NO_DIFFERENCE);
}
