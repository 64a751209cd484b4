import { setTimeout } from 'node:timers';
import { setImmediate as turn } from 'node:timers/promises';
import { setDatabaseClock } from '../../lib/db/now.ts';
import type { Db } from '../../lib/db/open.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { Timer } from '../../lib/time/timer.ts';

/**
 * Virtual time for processes, databases and provider: it does not move while anything works, and jumps to the next
 * wake-up when everything sleeps. So results about rates are the same on a fast and on a slow machine.
 */
type VirtualTime = {
  clock: Clock;
  timer: Timer;
  sleeping(): number;
  /** The time at which the next sleeper wakes. */
  nextWake(): number;
  leapTo(time: number): void;
  /** Sets the clock of the databases back, and no other clock. */
  setDatabaseBack(ms: number): void;
  /** The total time by which the databases' clock was set back. */
  databaseBehind(): number;
  /** Resolves when `isIdle` is true and no statement has run for several turns of the event loop. */
  quiet(isIdle: () => boolean): Promise<void>;
  /** Detaches from the databases, which may continue to exist. Their clocks stop. */
  stop(): void;
};

const TURNS = 4;
/** knex reports the begin and end of a transaction, but it is complete only a moment later. Real ms. */
const COMMIT_TIME = 2;

export function virtualTime(start: number, databases: readonly Db[]): VirtualTime {
  let now = start;
  let behind = 0;
  let statements = 0;
  const sleepers = new Set<{ at: number; wake: () => void }>();
  const tell = () => {
    for (const db of databases) setDatabaseClock(db, { originMs: 0, offsetMs: now - behind, scale: 0 });
  };
  let tellEnd = () => {};
  const ended = () => {
    statements -= 1;
    tellEnd();
  };
  const begun = ({ sql }: { sql: string }) => {
    if (/^(COMMIT|ROLLBACK)/.test(sql)) setTimeout(ended, COMMIT_TIME);
    else statements += 1;
  };
  /** Turns of the event loop until then would keep a core busy that the database could use. */
  const statementEnd = () =>
    new Promise<void>((resolve) => {
      const others = tellEnd;
      tellEnd = () => {
        tellEnd = () => {};
        others();
        resolve();
      };
    });
  const listeners = { query: begun, 'query-response': ended, 'query-error': ended };
  const handles = new Set(databases);
  for (const db of handles) for (const [event, listener] of Object.entries(listeners)) db.on(event, listener);
  tell();

  function sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const sleeper = { at: now + Math.max(0, ms), wake: () => leave(resolve) };
      const abort = () => leave(() => reject(signal?.reason));
      const leave = (end: () => void) => {
        sleepers.delete(sleeper);
        signal?.removeEventListener('abort', abort);
        end();
      };
      sleepers.add(sleeper);
      if (signal?.aborted) abort();
      else signal?.addEventListener('abort', abort);
    });
  }

  return {
    clock: { now: () => Math.floor(now) },
    timer: { now: () => now, sleep },
    sleeping: () => sleepers.size,
    nextWake: () => Math.min(...[...sleepers].map(({ at }) => at)),
    leapTo(time) {
      now = Math.max(now, time);
      tell();
      for (const sleeper of [...sleepers]) if (sleeper.at <= now) sleeper.wake();
    },
    setDatabaseBack(ms) {
      behind += ms;
      tell();
    },
    databaseBehind: () => behind,
    stop() {
      for (const db of handles)
        for (const [event, listener] of Object.entries(listeners)) db.removeListener(event, listener);
    },
    async quiet(isIdle) {
      for (let calm = 0; calm < TURNS; ) {
        if (statements > 0) await statementEnd();
        await turn();
        calm = isIdle() && statements <= 0 ? calm + 1 : 0;
      }
    },
  };
}
