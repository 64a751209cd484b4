import { performance } from 'node:perf_hooks';
import { clearInterval, clearTimeout, setInterval, setTimeout } from 'node:timers';
import type { Log } from '../../../lib/log/log.ts';
import type { Rules } from '../../../lib/rules/rules.ts';
import type { ClaimedOperation } from '../domain/operation.ts';
import type { OperationStore } from '../domain/operation_store.ts';
import type { RunOperation } from '../usecases/run_operation.ts';
import { createSlots, type TakenSlot } from './slots.ts';

type Options = {
  operations: Pick<OperationStore, 'claim' | 'heartbeat' | 'yieldSlot' | 'settle' | 'firstInLine'>;
  runOperation: RunOperation;
  log: Log;
  rules: Rules;
  /** How many operations this process runs at a time. */
  concurrency: number;
  /** How long an operation keeps its slot while other installations wait; it leaves it at the end of a page. */
  quantumMillis: number;
  /** How long it may do nothing but wait for its provider until another runs in its place. */
  lendMillis: number;
  leaseMillis: number;
  pollMillis: number;
  /** Counts ms. */
  now?: () => number;
};

export type Worker = {
  /** There may be something to claim. */
  nudge(): void;
  /** Claims no more, has what runs stop where it is and give its operation back. */
  stop(): Promise<void>;
};

/**
 * Claims operations and runs them, each under a lease that is renewed at a third of its length. A lease that could not
 * be renewed in time belongs to somebody else, so its run is told to stop; should it not hear, the fence stops it.
 * With the slots (but the last, which is kept for who holds none) taken, it looks who waits, and those that run hear it.
 */
export function startWorker(options: Options): Worker {
  const { operations, runOperation, log, rules, concurrency, quantumMillis, lendMillis, leaseMillis, pollMillis } =
    options;
  const { now = () => performance.now() } = options;
  const running = new Map<ClaimedOperation, { done: Promise<void>; controller: AbortController }>();
  const slots = createSlots({
    now,
    places: concurrency,
    quantumMillis,
    lendMillis: rules.holds('lending') ? lendMillis : Number.POSITIVE_INFINITY,
    yields: rules.holds('quantum'),
  });
  const keepsLast = concurrency > 1 && rules.holds('lastSlot');
  let isStopping = false;
  let isClaiming = false;
  let isAskedAgain = false;
  const poll = setInterval(nudge, pollMillis);

  function nudge(): void {
    if (isClaiming) isAskedAgain = true;
    else if (!isStopping) void claim();
  }

  async function claim(): Promise<void> {
    isClaiming = true;
    isAskedAgain = false;
    try {
      const isByTurn = rules.holds('fairness');
      const dealing = { quantumMillis, holders: slots.holders(), keepsLast, isByTurn };
      const claimed = await operations.claim(slots.free(), leaseMillis, dealing);
      for (const operation of claimed) begin(operation);
      slots.setLine(slots.free() > (keepsLast ? 1 : 0) ? [] : await operations.firstInLine(2));
    } catch (err) {
      log.warn('operations not claimed', { err });
    }
    isClaiming = false;
    if (isAskedAgain) nudge();
  }

  function begin(operation: ClaimedOperation): void {
    const controller = new AbortController();
    if (isStopping) controller.abort();
    running.set(operation, { controller, done: run(operation, controller) });
  }

  async function run(operation: ClaimedOperation, controller: AbortController): Promise<void> {
    const slot = slots.take(operation);
    const stopHeart = beat(operation, controller);
    const end = await runOperation(operation, controller.signal, slot);
    await account(operation, slot, end);
    stopHeart();
    slot.leave();
    controller.abort(); // a page that was fetched ahead and is not wanted any more
    running.delete(operation);
    nudge();
  }

  /** What cannot be written is left to the lease, and its quantum spent. */
  async function account(operation: ClaimedOperation, slot: TakenSlot, end: 'ended' | 'yielded'): Promise<void> {
    const chargeMillis = slot.used() - quantumMillis;
    try {
      if (end === 'yielded') await operations.yieldSlot(operation, { chargeMillis });
      else await operations.settle(operation, chargeMillis);
    } catch (err) {
      log.warn('slot not accounted', { operationId: operation.id, projectId: operation.projectId, err });
    }
  }

  function beat(operation: ClaimedOperation, controller: AbortController): () => void {
    const fields = { operationId: operation.id, projectId: operation.projectId };
    const timer = setInterval(() => {
      operations.heartbeat(operation, leaseMillis).then(
        (held) => {
          if (held) return;
          log.warn('lease lost', fields);
          controller.abort();
        },
        (err: unknown) => log.warn('heartbeat failed', { ...fields, err }),
      );
    }, leaseMillis / 3);
    return () => clearInterval(timer);
  }

  const first = setTimeout(nudge, 0);
  return {
    nudge,
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
