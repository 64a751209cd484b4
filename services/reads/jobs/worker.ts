import { performance } from 'node:perf_hooks';
import { clearInterval, clearTimeout, setInterval, setTimeout } from 'node:timers';
import type { Log } from '../../../lib/log/log.ts';
import type { ClaimedOperation } from '../operations/domain/operation.ts';
import type { OperationStore } from '../operations/domain/operation_store.ts';
import type { RunOperation } from '../runs/usecases/run_operation.ts';
import { createSlots, type TakenSlot } from './slots.ts';

type Options = {
  operations: Pick<OperationStore, 'claim' | 'heartbeat' | 'yieldSlot' | 'settle' | 'firstInLine'>;
  runOperation: RunOperation;
  log: Log;
  /** The max number of operations that this process runs at a time. */
  concurrency: number;
  /** How long an operation keeps its slot while other installations wait; it yields at the end of a page. */
  timeSliceMs: number;
  /** How long it may only wait for its provider before another operation may run in its slot. */
  yieldAfterMs: number;
  leaseMs: number;
  pollMs: number;
  /** Monotonic clock, ms. */
  now?: () => number;
};

export type Worker = {
  /** Tells the worker that there may be something to claim. */
  wake(): void;
  /** Claims nothing more, stops the running operations where they are, and releases them. */
  stop(): Promise<void>;
};

/** Renews the lease of an operation. `isLate`: it was not renewed in time, because the process stood still. */
type Heart = { beat(): Promise<void>; isLate(): boolean; stop(): void };

/**
 * Claims operations and runs them. Each has a lease, which is extended at a third of its length. When a lease could not
 * be extended in time, another worker may hold the operation, so its run is told to stop; if it does not, the fence
 * rejects its writes. While no slot is free (apart from the reserved one), the worker looks up which installations are
 * in line and tells the running operations.
 */
export function startWorker(options: Options): Worker {
  const { operations, runOperation, log, concurrency, timeSliceMs, yieldAfterMs, leaseMs, pollMs } = options;
  const { now = () => performance.now() } = options;
  const running = new Map<ClaimedOperation, { done: Promise<void>; controller: AbortController; heart: Heart }>();
  const slots = createSlots({ now, places: concurrency, timeSliceMs, yieldAfterMs });
  const keepsLast = concurrency > 1;
  let isStopping = false;
  let isClaiming = false;
  let isAskedAgain = false;
  const poll = setInterval(wake, pollMs);

  function wake(): void {
    if (isClaiming) isAskedAgain = true;
    else if (!isStopping) void claim();
  }

  async function claim(): Promise<void> {
    isClaiming = true;
    isAskedAgain = false;
    try {
      await keepOwn();
      const dealing = { timeSliceMs, holders: slots.holders(), keepsLast };
      const claimed = await operations.claim(slots.free(), leaseMs, dealing);
      for (const operation of claimed) begin(operation);
      slots.setLine(slots.free() > (keepsLast ? 1 : 0) ? [] : await operations.firstInLine(2));
    } catch (err) {
      log.warn('operations not claimed', { err });
    } finally {
      isClaiming = false;
    }
    if (isAskedAgain) wake();
  }

  /**
   * After a stall of this process its own leases have expired, and the claim would take its own operations from it. So
   * it renews them first.
   */
  async function keepOwn(): Promise<void> {
    await Promise.all([...running.values()].filter(({ heart }) => heart.isLate()).map(({ heart }) => heart.beat()));
  }

  function begin(operation: ClaimedOperation): void {
    const controller = new AbortController();
    if (isStopping) controller.abort();
    const heart = startHeart(operation, controller);
    running.set(operation, { controller, heart, done: run(operation, controller, heart) });
  }

  async function run(operation: ClaimedOperation, controller: AbortController, heart: Heart): Promise<void> {
    const slot = slots.take(operation);
    try {
      await account(operation, slot, await runOperation(operation, controller.signal, slot));
    } catch (err) {
      // Its lease expires, and a worker takes it over; this one keeps its slots.
      log.error('operation stopped by an error', { operationId: operation.id, projectId: operation.projectId, err });
    } finally {
      heart.stop();
      slot.leave();
      controller.abort(); // cancels a prefetched page that is no longer wanted
      running.delete(operation);
      wake();
    }
  }

  /** After a failed write the lease expires on its own, and the whole quantum stays charged. */
  async function account(operation: ClaimedOperation, slot: TakenSlot, end: 'ended' | 'yielded'): Promise<void> {
    const chargeMs = slot.used() - timeSliceMs;
    try {
      if (end === 'yielded') await operations.yieldSlot(operation, { chargeMs });
      else await operations.settle(operation, chargeMs);
    } catch (err) {
      log.warn('slot time not charged', { operationId: operation.id, projectId: operation.projectId, err });
    }
  }

  function startHeart(operation: ClaimedOperation, controller: AbortController): Heart {
    const fields = { operationId: operation.id, projectId: operation.projectId };
    let beatTime = now();
    let pending: Promise<void> | null = null;
    const sendBeat = async (): Promise<void> => {
      const time = now();
      try {
        if (await operations.heartbeat(operation, leaseMs)) beatTime = time;
        else {
          log.warn('lease lost', fields);
          controller.abort();
        }
      } catch (err) {
        log.warn('heartbeat failed', { ...fields, err });
      }
    };
    const beat = () => {
      pending ??= sendBeat().finally(() => {
        pending = null;
      });
      return pending;
    };
    const timer = setInterval(() => void beat(), leaseMs / 3);
    return { beat, isLate: () => now() - beatTime > leaseMs / 2, stop: () => clearInterval(timer) };
  }

  const first = setTimeout(wake, 0);
  return {
    wake,
    async stop() {
      isStopping = true;
      clearInterval(poll);
      clearTimeout(first);
      for (const { controller } of running.values()) controller.abort();
      while (isClaiming || running.size > 0) {
        await Promise.all([...running.values()].map(({ done }) => done));
        await new Promise((resolve) => {
          setTimeout(resolve, 5);
        });
      }
    },
  };
}
