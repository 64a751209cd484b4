import { clearInterval, clearTimeout, setInterval, setTimeout } from 'node:timers';
import type { Log } from '../../../lib/log/log.ts';
import type { ClaimedOperation } from '../domain/operation.ts';
import type { OperationStore } from '../domain/stores.ts';
import type { RunOperation } from '../usecases/run_operation.ts';

type Options = {
  operations: Pick<OperationStore, 'claim' | 'heartbeat'>;
  runOperation: RunOperation;
  log: Log;
  /** How many operations this process runs at a time. */
  concurrency: number;
  leaseMillis: number;
  pollMillis: number;
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
 */
export function startWorker({ operations, runOperation, log, concurrency, leaseMillis, pollMillis }: Options): Worker {
  const running = new Map<ClaimedOperation, { done: Promise<void>; controller: AbortController }>();
  let isStopping = false;
  let isClaiming = false;
  let isAskedAgain = false;
  const poll = setInterval(nudge, pollMillis);

  function nudge(): void {
    if (isClaiming) isAskedAgain = true;
    else if (!isStopping && running.size < concurrency) void claim();
  }

  async function claim(): Promise<void> {
    isClaiming = true;
    isAskedAgain = false;
    try {
      const wanted = concurrency - running.size;
      const claimed = await operations.claim(wanted, leaseMillis);
      for (const operation of claimed) begin(operation);
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
    const stopHeart = beat(operation, controller);
    await runOperation(operation, controller.signal);
    stopHeart();
    controller.abort(); // a page that was fetched ahead and is not wanted any more
    running.delete(operation);
    nudge();
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
