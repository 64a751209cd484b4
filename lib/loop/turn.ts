import { setImmediate } from 'node:timers/promises';

/** Own work after which other work of the process has its turn, ms. */
const MAX_MS = 8;

export type Turn = {
  /** Lets other work have its turn if this work has taken some milliseconds since it had. */
  pause(): Promise<void> | undefined;
};

/** For a loop over much data: `await turn.pause()` in each round. Nothing is awaited until it is time. */
export function startTurn(): Turn {
  let since = performance.now();
  async function others(): Promise<void> {
    await setImmediate();
    since = performance.now();
  }
  return { pause: () => (performance.now() - since < MAX_MS ? undefined : others()) };
}
