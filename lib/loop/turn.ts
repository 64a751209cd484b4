import process from 'node:process';
import { setImmediate } from 'node:timers';

/** Own work after which other work of the process has its turn, ms. */
const MAX_MS = 8;

export type Turn = {
  /** Lets other work have its turn if work of this kind has taken some milliseconds since the loop went round. */
  pause(): Promise<void> | undefined;
};

/**
 * When such work began in this round of the loop. It is one for the process: a page passes through many loops that
 * pause, and if each began to count by itself, their times would add up without a pause in between.
 */
let since = 0;
let isCounting = false;
const waiting: (() => void)[] = [];

/** For a loop over much data: `await turn.pause()` in each round. Nothing is awaited until it is time. */
export function startTurn(): Turn {
  count();
  return TURN;
}

const TURN: Turn = {
  pause() {
    count();
    if (!isTime()) return undefined;
    return new Promise((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(nextRound);
    });
  },
};

/** Starts to count the time, unless this round of the loop counts already. */
function count(): void {
  if (isCounting) return;
  isCounting = true;
  since = performance.now();
  setImmediate(() => {
    isCounting = false;
  });
}

function nextRound(): void {
  isCounting = false;
  count();
  goOn();
}

/** Resumes the work that waits longest, then the next one, while this round has time left. */
function goOn(): void {
  waiting.shift()?.();
  // After a microtask and a tick, the resumed work has reached its next await.
  if (waiting.length > 0) queueMicrotask(() => process.nextTick(() => (isTime() ? setImmediate(nextRound) : goOn())));
}

function isTime(): boolean {
  return performance.now() - since >= MAX_MS;
}
