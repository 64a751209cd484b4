import type { NewId } from '../../../lib/ids/ids.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { InstallationClient } from '../domain/installation.ts';
import { statusOf, type NewOperation, type Operation } from '../domain/operation.ts';
import type { ReadPlan } from '../domain/read_plan.ts';
import type { ReplayConfig } from '../domain/replay.ts';
import type { Stores } from '../domain/stores.ts';
import { sayInstallationGone } from './installation_gone.ts';
import type { KeptKeys } from './kept_keys.ts';
import { lockObject } from './lock_object.ts';
import { nothingKept } from './nothing_kept.ts';
import { makeOpenKeptPage } from './open_kept_page.ts';
import { queueOperation } from './queue_operation.ts';
import { operationFor, queueFull } from './trigger_read.ts';

type Deps = {
  stores: Stores;
  installation: InstallationClient;
  keys: KeptKeys;
  clock: Clock;
  newId: NewId;
  wake: () => void;
};

const REPLAYED: readonly string[] = ['backfill', 'scheduled', 'triggered'];

export type ReplayRequest = { projectId: string; operationId: string; config: ReplayConfig; delivers: boolean };

/**
 * Runs an operation again from the pages that are kept of it, as an operation of its own, and answers its id. One that
 * delivers stands in the object's line like any read, for its messages take the object's sequence; one that only
 * compares stands beside it. Asked for twice while the first is under way, it is one.
 * Problems: notFound, conflict (retryable) while the original runs or ten operations of the object wait, unprocessable
 * when nothing is kept or the original is a replay itself.
 */
export function makeStartReplay({ stores, installation, keys, clock, newId, wake }: Deps) {
  const openKeptPage = makeOpenKeptPage({ stores, keys });
  return async function startReplay({ projectId, operationId, config, delivers }: ReplayRequest): Promise<string> {
    const original = await findOriginal(projectId, operationId);
    const plan = config === 'current' ? await currentPlan(original) : await frozenPlan(original);
    await assertKept(original);
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
    if (!original) throw new Problem('notFound', 'There is no such operation.');
    if (original.replay)
      throw new Problem('unprocessable', 'This operation is a replay itself, of which nothing is kept.', {
        remedy: `Replay the original, ${original.replay.of}.`,
      });
    if (!REPLAYED.includes(original.readType))
      throw new Problem('unprocessable', 'This operation looked for what was deleted: its pages deliver nothing.');
    if (statusOf(original.state) === 'in_progress')
      throw new Problem('conflict', 'The operation is still under way.', {
        retryable: true,
        remedy: 'Replay it when it has ended.',
      });
    return original;
  }

  /** Whether all its pages are here; those that come first also go first, and lose their key first. */
  async function assertKept(original: Operation): Promise<void> {
    const range = await stores.kept.range(original.projectId, original.id);
    const isWhole = range && range.count === range.last - range.first + 1;
    if (!isWhole) throw nothingKept();
    await openKeptPage(original, original.id, range.first);
  }

  async function frozenPlan({ projectId, id }: Operation): Promise<ReadPlan> {
    const planJson = await stores.operations.findPlan(projectId, id);
    if (planJson === undefined) throw nothingKept();
    return JSON.parse(planJson) as ReadPlan;
  }

  async function currentPlan({ projectId, installationId, objectName }: Operation): Promise<ReadPlan> {
    const plans = await installation.listPlans(projectId, installationId, objectName).catch(sayInstallationGone);
    const plan = plans.find((candidate) => candidate.objectName === objectName);
    if (!plan) throw new Problem('unprocessable', 'The installation no longer reads this object.');
    return plan;
  }
}

function startLine(of: string, config: ReplayConfig, delivers: boolean): string {
  const how = config === 'same' ? 'by the config it was read with' : "by the installation's config of now";
  return `Runs operation ${of} again from its kept pages, ${how}, to ${delivers ? 'deliver its records again' : 'compare'}.`;
}

export type StartReplay = ReturnType<typeof makeStartReplay>;
