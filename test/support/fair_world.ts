import type { Db } from '../../lib/db/open.ts';
import { newId } from '../../lib/ids/ids.ts';
import { silentLog } from '../../lib/log/log.ts';
import { startWorker, type Worker } from '../../lib/work/worker.ts';
import type { ClaimedOperation } from '../../services/reads/operations/operation.ts';
import { sqlStores } from '../../services/reads/stores.ts';

export const TIME_SLICE_MS = 1_000;
export const YIELD_AFTER_MS = 2_000;

/** Installations named by letters, with the real store and the real worker. The test decides when each read ends. */
export function fairWorld(db: Db) {
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

  /** Adds `count` ready operations to an installation, each for a different object. */
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
    operations.claim(slots, 60_000, { timeSliceMs: TIME_SLICE_MS, holders: [], reservesLast: false });

  return { db, operations, ready, claim, nameOf, idOf };
}

type FairWorld = ReturnType<typeof fairWorld>;

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
  /** Marks the operation as waiting for its provider; the returned function delivers the page. */
  waitForPage: () => () => void;
};

/** A worker whose operations run until the test ends them. */
export function gatedWorker(
  world: FairWorld,
  { concurrency = 4, now = () => 0 }: { concurrency?: number; now?: () => number } = {},
) {
  const gates: Gate[] = [];
  const started: string[] = [];
  const worker: Worker = startWorker<ClaimedOperation>({
    service: 'test',
    queue: world.operations,
    ownerOf: ({ installationId }) => installationId,
    run: (operation, signal, slot) =>
      new Promise((open) => {
        // An operation that was claimed while the worker stopped ends now, because no test ends it.
        if (signal.aborted) return open('ended');
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
    concurrency,
    timeSliceMs: TIME_SLICE_MS,
    yieldAfterMs: YIELD_AFTER_MS,
    leaseMs: 60_000,
    pollMs: 20,
    now,
  });
  return {
    worker,
    started,
    running: () => gates.map(({ operation }) => world.nameOf(operation)),
    gatesOf: (name: string) => gates.filter(({ operation }) => world.nameOf(operation) === name),
    /**
     * Ends one operation of an installation: it is finished (`ended`), or gives its slot back after a page (`yielded`).
     */
    async end(name: string, how: 'ended' | 'yielded' = 'ended') {
      const i = gates.findIndex(({ operation }) => world.nameOf(operation) === name);
      const [gate] = gates.splice(i, 1);
      if (!gate) throw new Error(`No operation of ${name} is running.`);
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
 * Simulates slots with a clock that advances only by the time spent in slots. Each operation reads pages, at its
 * installation's cost per page, until its time slice ends; then it yields and is queued again. Returns the slot time of
 * each installation.
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
      const used = Math.ceil(TIME_SLICE_MS / cost) * cost;
      busy.push({ operation, used, until: clock + used });
    }
    busy.sort((a, b) => a.until - b.until);
    const next = busy.shift();
    if (!next) break;
    clock = next.until;
    const name = world.nameOf(next.operation);
    got[name] = (got[name] ?? 0) + next.used;
    await world.operations.yieldSlot(next.operation, { chargeMs: next.used - TIME_SLICE_MS });
  }
  for (const { operation } of busy) await world.operations.yieldSlot(operation, { chargeMs: -TIME_SLICE_MS });
  return got;
}
