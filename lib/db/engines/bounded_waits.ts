import { clearInterval, setInterval } from 'node:timers';

type Waiter = { start(): void; fail(error: Error): void };
type WaiterQueue = {
  add(waiter: Waiter): void;
  take(): Waiter | undefined;
  takeAll(): Waiter[];
  isEmpty(): boolean;
};

/**
 * The max wait is 5 s, counted in ticks of 500 ms. While the machine suspends the process, there are no ticks, so the
 * waiters are not refused because of that time.
 */
const MAX_TICKS = 10;
const TICK_MS = 500;

/**
 * Queues for one connection. A caller that waits too long is refused, so that a hanging transaction does not block all
 * callers. Time in which `isPaused` is true does not count.
 */
export function boundedWaits(isPaused: () => boolean): { queue(): WaiterQueue; stop(): void } {
  const queues: (Waiter & { sinceTick: number })[][] = [];
  let ticks = 0;
  let ticking: ReturnType<typeof setInterval> | undefined;

  function stop(): void {
    clearInterval(ticking);
    ticking = undefined;
  }
  function tick(): void {
    if (!isPaused()) ticks += 1;
    const limit = ticks - MAX_TICKS;
    for (const queue of queues) while (queue[0] && queue[0].sinceTick < limit) queue.shift()?.fail(tooBusy());
    if (queues.every(({ length }) => length === 0)) stop();
  }
  return {
    queue() {
      const waiting: (typeof queues)[number] = [];
      queues.push(waiting);
      return {
        add({ start, fail }) {
          waiting.push({ sinceTick: ticks, start, fail });
          ticking ??= setInterval(tick, TICK_MS).unref();
        },
        take: () => waiting.shift(),
        takeAll: () => waiting.splice(0),
        isEmpty: () => waiting.length === 0,
      };
    },
    stop,
  };
}

/** The error of a refused waiter. `isTransient` (lib/db/errors.ts) recognizes its name. */
function tooBusy(): Error {
  return Object.assign(new Error('Timeout waiting for the database: it is too busy.'), { name: 'KnexTimeoutError' });
}
