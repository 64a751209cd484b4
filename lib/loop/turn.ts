import process from 'node:process';
import { setImmediate } from 'node:timers';

/** Max time that work with pauses runs in one turn of the event loop, ms. */
const MAX_MS = 8;

export type EventLoopTurn = {
  /**
   * Yields the event loop if work has run for MAX_MS in this turn of the event loop; returns undefined otherwise.
   * `isAwaited`: other work waits until this work ends, so it resumes first. Of each kind, what paused first resumes first.
   */
  pause(isAwaited?: boolean): Promise<void> | undefined;
};

/**
 * The time when work with pauses began in this turn of the event loop. The whole process shares this time, because a
 * page passes through many loops that pause. If each loop counted separately, several loops could run in one turn
 * without a pause.
 */
let turnStartTime = 0;
let isCounting = false;
const pausedAwaited: (() => void)[] = [];
const pausedOthers: (() => void)[] = [];

/** Use it in a loop over much data: call `await turn.pause()` in each iteration. `pause` rarely waits. */
export function currentTurn(): EventLoopTurn {
  startTurnTimer();
  return CURRENT_TURN;
}

const CURRENT_TURN: EventLoopTurn = {
  pause(isAwaited = false) {
    startTurnTimer();
    if (!isTurnUsedUp()) return undefined;
    return new Promise((resolve) => {
      (isAwaited ? pausedAwaited : pausedOthers).push(resolve);
      if (pausedCount() === 1) setImmediate(nextRound);
    });
  },
};

/** Starts to count the time, unless the count of this turn of the event loop has already started. */
function startTurnTimer(): void {
  if (isCounting) return;
  isCounting = true;
  turnStartTime = performance.now();
  setImmediate(() => {
    isCounting = false;
  });
}

function nextRound(): void {
  isCounting = false;
  startTurnTimer();
  resumePaused();
}

/** Resumes paused work, one after another, while this turn of the event loop has time left. */
function resumePaused(): void {
  (pausedAwaited.shift() ?? pausedOthers.shift())?.();
  // After a microtask and a tick, the resumed work has reached its next await.
  if (pausedCount() > 0)
    queueMicrotask(() => process.nextTick(() => (isTurnUsedUp() ? setImmediate(nextRound) : resumePaused())));
}

function pausedCount(): number {
  return pausedAwaited.length + pausedOthers.length;
}

function isTurnUsedUp(): boolean {
  return performance.now() - turnStartTime >= MAX_MS;
}
