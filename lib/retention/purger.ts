import type { Log } from '../log/log.ts';
import { startLoop } from '../loop/loop.ts';
import type { PurgeResult, PurgeRule } from './purge.ts';

type PurgerOptions = { purges: readonly PurgeRule[]; log: Log; idleMs?: number };
type Purger = { stop(): Promise<void> };

const IDLE_MS = 60_000;
const REST_PER_WORK = 9;
const MAX_REST_MS = 250;
/**
 * A batch that takes longer than this halves the batch size; a batch of less than a third of this time doubles the
 * size. Ms.
 */
const SLOW_BATCH_MS = 20;
const BATCH = { first: 200, min: 10, max: 2_000 };

type PurgeTask = { purge: PurgeRule; limit: number; dueAt: number };

/**
 * Deletes the old rows of a service, one small batch at a time, until nothing is due; then it sleeps for `idleMs`.
 *
 * After each batch it rests nine times as long as the batch worked, so purging takes at most a tenth of the time of
 * SQLite's only writer. A rest has a maximum, so that a purge that is slowed down by other work still keeps up. A batch
 * must be short, because on SQLite all writers wait for it, and on MySQL it holds locks. So its size depends on the
 * duration of the batch before.
 *
 * Any number of replicas may run a purger: if two replicas select the same rows, one replica deletes them.
 */
export function startPurger({ purges, log, idleMs = IDLE_MS }: PurgerOptions): Purger {
  const tasks = purges.map((purge): PurgeTask => ({ purge, limit: BATCH.first, dueAt: 0 }));
  let last = -1;

  /** Runs one batch of the next rule that is due. Returns the wait before the next round, ms. */
  async function round(): Promise<number> {
    const next = nextDue();
    if (next < 0) return Math.min(...tasks.map(({ dueAt }) => dueAt)) - performance.now();
    last = next;
    return restAfter(await batch(tasks[next] as PurgeTask));
  }
  /** Goes through the rules in turn, so that a rule with many rows does not block the others. */
  function nextDue(): number {
    const now = performance.now();
    const inTurn = tasks.map((_, at) => (last + 1 + at) % tasks.length);
    return inTurn.find((at) => (tasks[at]?.dueAt ?? 0) <= now) ?? -1;
  }
  async function batch(task: PurgeTask): Promise<number> {
    try {
      const purged = await task.purge.run(task.limit);
      if (!purged.hasMore) task.dueAt = performance.now() + idleMs;
      task.limit = nextLimit(task.limit, purged);
      return purged.workMs;
    } catch (err) {
      task.dueAt = performance.now() + idleMs;
      log.warn('purge failed', { purge: task.purge.name, err });
      return 0;
    }
  }
  return tasks.length > 0 ? startLoop({ name: 'purger', everyMs: idleMs, log, round }) : { stop: async () => {} };
}

export function restAfter(workMs: number): number {
  return Math.min(MAX_REST_MS, workMs * REST_PER_WORK);
}

export function nextLimit(limit: number, { hasMore, workMs }: PurgeResult): number {
  if (workMs > SLOW_BATCH_MS) return Math.max(BATCH.min, Math.floor(limit / 2));
  return hasMore && workMs < SLOW_BATCH_MS / 3 ? Math.min(BATCH.max, limit * 2) : limit;
}
