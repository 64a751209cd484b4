import { newId } from '../../lib/ids/ids.ts';
import type { Db } from '../../lib/db/open.ts';
import { silentLog } from '../../lib/log/log.ts';
import type { Rules } from '../../lib/rules/rules.ts';
import type { ClaimedOperation } from '../../services/reads/domain/operation.ts';
import { startWorker, type Worker } from '../../services/reads/jobs/worker.ts';
import { sqlStores } from '../../services/reads/store/stores.ts';

export const QUANTUM = 1_000;
export const LEND = 2_000;

/** Installations by letters, with the real store and the real worker, and reads that end when the test says so. */
export function fairWorld(db: Db, rules: Rules) {
  const { operations } = sqlStores(db);
  const projectId = newId();
  const ids = new Map<string, string>();
  const idOf = (name: string) => {
    const id = ids.get(name) ?? newId();
    ids.set(name, id);
    return id;
  };
  const nameOf = ({ installationId }: { installationId: string }) =>
    [...ids].find(([, id]) => id === installationId)?.[0] ?? '?';

  /** Makes so many operations of an installation ready, each of an object of its own. */
  async function ready(name: string, count = 1): Promise<void> {
    const queued = Array.from({ length: count }, () => ({
      operation: anOperation(projectId, idOf(name)),
      state: 'ready' as const,
    }));
    await sqlStores(db).transaction(async (s) => {
      for (let i = 0; i < count; i += 100) await s.operations.insertAll(queued.slice(i, i + 100));
    });
  }
  const claim = (slots: number) =>
    operations.claim(slots, 60_000, {
      quantumMillis: QUANTUM,
      holders: [],
      keepsLast: false,
      isByTurn: rules.holds('fairness'),
    });

  return { db, operations, ready, claim, nameOf, idOf, rules };
}

export type FairWorld = ReturnType<typeof fairWorld>;

function anOperation(projectId: string, installationId: string) {
  return {
    id: newId(),
    projectId,
    integrationId: newId(),
    installationId,
    configId: newId(),
    objectName: newId(),
    mappedObjectName: 'thing',
    readType: 'backfill' as const,
    sinceTime: null,
    untilTime: null,
    createTime: Date.now(),
  };
}

type Gate = {
  operation: ClaimedOperation;
  open: (end: 'ended' | 'yielded') => void;
  isOver: () => boolean;
  /** Says that its provider keeps it waiting; the page comes when the answer is called. */
  waitForPage: () => () => void;
};

/** A worker whose operations stand still until they are told to end. */
export function gatedWorker(
  world: FairWorld,
  { concurrency = 4, now = () => 0 }: { concurrency?: number; now?: () => number } = {},
) {
  const gates: Gate[] = [];
  const started: string[] = [];
  const worker: Worker = startWorker({
    operations: world.operations,
    runOperation: (operation, _signal, slot) =>
      new Promise((open) => {
        started.push(world.nameOf(operation));
        const waitForPage = () => {
          let come = () => {};
          const coming = new Promise<void>((resolve) => {
            come = resolve;
          });
          void slot?.waitFor(coming);
          return come;
        };
        gates.push({ operation, open, waitForPage, isOver: () => slot?.isOver() ?? false });
      }),
    log: silentLog,
    rules: world.rules,
    concurrency,
    quantumMillis: QUANTUM,
    lendMillis: LEND,
    leaseMillis: 60_000,
    pollMillis: 20,
    now,
  });
  return {
    worker,
    started,
    running: () => gates.map(({ operation }) => world.nameOf(operation)),
    gatesOf: (name: string) => gates.filter(({ operation }) => world.nameOf(operation) === name),
    /** Ends one of an installation, as finished or at the end of a page. */
    async end(name: string, how: 'ended' | 'yielded' = 'ended') {
      const i = gates.findIndex(({ operation }) => world.nameOf(operation) === name);
      const [gate] = gates.splice(i, 1);
      if (!gate) throw new Error(`Nothing of ${name} runs.`);
      if (how === 'ended')
        await world.operations.finish(gate.operation, { state: 'success', result: '', now: Date.now() });
      gate.open(how);
    },
    async stop() {
      const stopped = worker.stop();
      for (const { open } of gates.splice(0)) open('ended');
      await stopped;
    },
  };
}

/**
 * Slots on a clock that only moves by what is spent: each operation reads pages of its installation's cost until its
 * quantum is over, yields and queues again. Answers the slot time that each installation got.
 */
export async function spend(
  world: FairWorld,
  { slots, rounds, costs }: { slots: number; rounds: number; costs: Record<string, number> },
): Promise<Record<string, number>> {
  const got: Record<string, number> = {};
  const busy: { operation: ClaimedOperation; used: number; until: number }[] = [];
  let clock = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (const operation of await world.claim(slots - busy.length)) {
      const cost = costs[world.nameOf(operation)] ?? 1;
      const used = Math.ceil(QUANTUM / cost) * cost;
      busy.push({ operation, used, until: clock + used });
    }
    busy.sort((a, b) => a.until - b.until);
    const next = busy.shift();
    if (!next) break;
    clock = next.until;
    const name = world.nameOf(next.operation);
    got[name] = (got[name] ?? 0) + next.used;
    await world.operations.yieldSlot(next.operation, { chargeMillis: next.used - QUANTUM });
  }
  for (const { operation } of busy) await world.operations.yieldSlot(operation, { chargeMillis: -QUANTUM });
  return got;
}
