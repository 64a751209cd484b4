import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Log } from '../log/log.ts';
import { backgroundTimer, type Timer } from '../time/timer.ts';
import { backOffMs } from './back_off.ts';
import { createWaker } from './waker.ts';

/**
 * Background work: one round, a wait, the next round, until `stop`. Rounds never overlap. No error ends the loop, not
 * even an error of the log. After errors the loop waits longer each time, and a wake does not shorten this wait, so
 * that frequent wakes do not repeat failing work too fast.
 *
 * All background work of Causeway uses this loop (docs/adr/0034); a test refuses other loops.
 */
export type Loop = {
  /** Ends the wait. Any number of wakes during a round cause one more round directly after it. */
  wake(): void;
  /** Wakes after some time, in addition to the interval. */
  wakeAfter(ms: number): void;
  /** Starts no further round, aborts the signal of the running round and waits until this round has ended. */
  stop(): Promise<void>;
};

/**
 * One round of a loop. True: there is more work, so the next round follows at once. A number: the ms until the next
 * round. False or nothing: the next round follows after `everyMs`.
 */
export type RunRound = (stopping: AbortSignal) => Promise<boolean | number | void>;

export type LoopOptions = {
  /** Identifies the loop in the log. */
  name: string;
  round: RunRound;
  /** The wait from the end of a round to the start of the next round. Ms. */
  everyMs: number;
  /** The wait before the first round. Ms; default 0. */
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
      if (hasFailed) await sleepOrAbort(timer, waitMs, signal);
      else if (waitMs > 0) await waker.wait(waitMs);
      else await nextTurn(); // a loop with much work must not block the event loop
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

  const running = Promise.resolve().then(run); // starts after `startLoop` returned, so that a round can use the loop
  return {
    wake: waker.wake,
    // No abort signal: thousands of failed deliveries cause thousands of waits, and each listener on a signal makes
    // adding the next listener slower. A wake after `stop` does nothing.
    wakeAfter: (ms) => void timer.sleep(ms).then(waker.wake),
    async stop() {
      stopping.abort();
      waker.wake();
      await running;
    },
  };
}

/** Resolves when the time has passed or the signal aborts. */
async function sleepOrAbort(timer: Timer, ms: number, signal: AbortSignal): Promise<void> {
  await timer.sleep(ms, signal).catch(() => {});
}

/**
 * Logs failed rounds: the first failure, each change of the cause, and the 10th, 100th, ... failure. Logs once that
 * rounds succeed again.
 */
function failureReport({ name, log }: LoopOptions) {
  let failures = 0;
  let cause = '';
  const say = (line: () => void) => {
    try {
      line();
    } catch {
      // The log itself failed, for example on a full disk. The loop continues without the log line.
    }
  };
  return {
    failures: () => failures,
    failed(err: unknown): void {
      failures += 1;
      const before = cause;
      cause = err instanceof Error ? err.message : String(err);
      if (cause === before && !Number.isInteger(Math.log10(failures))) return;
      say(() => log.warn('background work failed, trying again', { loop: name, failures, err }));
    },
    succeeded(): void {
      const hadFailures = failures > 0;
      failures = 0;
      cause = '';
      if (hadFailures) say(() => log.info('background work succeeds again', { loop: name }));
    },
  };
}
