import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Log } from '../log/log.ts';
import { backgroundTimer, type Timer } from '../time/timer.ts';
import { backOffMs } from './back_off.ts';
import { createWaker } from './waker.ts';

/**
 * Work that no caller asks for: one round, a wait, the next round, until `stop`. Rounds never overlap. No error ends the
 * loop, also not one of a log line. After errors it waits longer each time, and a wake does not shorten that wait, so
 * that work that fails is not repeated as fast as it is asked for.
 *
 * All loops of Causeway are of this kind (docs/adr/0034); a test refuses hand-made ones.
 */
export type Loop = {
  /** Ends the wait. A wake during a round causes one more round at once, however many wakes there were. */
  wake(): void;
  /** Wakes after some time, in addition to the interval. */
  wakeAfter(ms: number): void;
  /** Starts no further round, aborts the signal of the running one and waits for its end. */
  stop(): Promise<void>;
};

/**
 * Returns true when there is more work, so that the next round follows at once, or the ms until the next round. Otherwise
 * the interval decides.
 */
export type Round = (stopping: AbortSignal) => Promise<boolean | number | void>;

export type LoopOptions = {
  /** Identifies the loop in the log. */
  name: string;
  round: Round;
  /** The wait between two rounds, from the end of the one to the start of the next. */
  everyMs: number;
  /** The wait before the first round. Default: none. */
  firstAfterMs?: number;
  log: Log;
  timer?: Timer;
  random?: () => number;
};

export function startLoop(options: LoopOptions): Loop {
  const { round, everyMs, firstAfterMs = 0, timer = backgroundTimer, random = Math.random } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const waker = createWaker(timer);
  const report = failureReport(options);

  async function run(): Promise<void> {
    if (firstAfterMs > 0) await waker.wait(firstAfterMs);
    while (!signal.aborted) {
      const { waitMs, hasFailed } = await once();
      if (signal.aborted) return;
      if (hasFailed) await sleep(timer, waitMs, signal);
      else if (waitMs > 0) await waker.wait(waitMs);
      else await nextTurn(); // so that a loop with much work does not keep other work waiting
    }
  }

  async function once(): Promise<{ waitMs: number; hasFailed: boolean }> {
    try {
      const more = await round(signal);
      report.succeeded();
      return { waitMs: typeof more === 'number' ? more : more ? 0 : everyMs, hasFailed: false };
    } catch (err) {
      if (!signal.aborted) report.failed(err);
      return { waitMs: backOffMs(report.failures(), everyMs, random), hasFailed: true };
    }
  }

  const running = Promise.resolve().then(run); // so that a round can use the loop
  return {
    wake: waker.wake,
    // Without the signal: each listener on it costs a look at all others, and Node warns of more than ten.
    wakeAfter: (ms) => void timer.sleep(ms).then(waker.wake),
    async stop() {
      stopping.abort();
      waker.wake();
      await running;
    },
  };
}

/** Resolves when the time has passed or the signal aborts. */
async function sleep(timer: Timer, ms: number, signal: AbortSignal): Promise<void> {
  await timer.sleep(ms, signal).catch(() => {});
}

/** Says once that rounds fail, and once that they succeed again. */
function failureReport({ name, log }: LoopOptions) {
  let failures = 0;
  const say = (line: () => void) => {
    try {
      line();
    } catch {
      // The log itself fails, for example on a full disk. The work continues.
    }
  };
  return {
    failures: () => failures,
    failed(err: unknown): void {
      failures += 1;
      if (failures === 1) say(() => log.warn('background work failed, trying again', { loop: name, err }));
    },
    succeeded(): void {
      const hadFailures = failures > 0;
      failures = 0;
      if (hadFailures) say(() => log.info('background work succeeds again', { loop: name }));
    },
  };
}
