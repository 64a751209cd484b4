import { setTimeout } from 'node:timers';
import { setImmediate as turn } from 'node:timers/promises';
import { setDatabaseClock } from '../../lib/db/now.ts';
import type { Db } from '../../lib/db/open.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { Timer } from '../../lib/time/timer.ts';

/**
 * Time that stands still while anybody works and leaps to the next wake-up when all sleep, for processes, database and
 * provider alike. What it shows about rates holds on a machine of any speed.
 */
export type VirtualTime = {
  clock: Clock;
  timer: Timer;
  sleeping(): number;
  /** When the next sleeper wakes. */
  nextWake(): number;
  leapTo(time: number): void;
  /** The databases' clock is set back, and nobody else's. */
  setDatabaseBack(millis: number): void;
  /** By how much, so far. */
  databaseBehind(): number;
  /** Resolves when `isIdle` and no statement is under way, for some turns of the event loop. */
  quiet(isIdle: () => boolean): Promise<void>;
  /** Lets go of the databases, which may live longer. Their clocks stand. */
  stop(): void;
};

const TURNS = 4;
/** knex tells when a transaction begins and ends, and of neither when it is done; one ends a moment later. Real ms. */
const COMMIT_TIME = 2;

export function virtualTime(start: number, databases: readonly Db[]): VirtualTime {
  let now = start;
  let behind = 0;
  let statements = 0;
  const sleepers = new Set<{ at: number; wake: () => void }>();
  const tell = () => {
    for (const db of databases) setDatabaseClock(db, { originMs: 0, offsetMs: now - behind, scale: 0 });
  };
  const begun = ({ sql }: { sql: string }) => {
    if (/^(COMMIT|ROLLBACK)/.test(sql)) setTimeout(() => (statements -= 1), COMMIT_TIME);
    else statements += 1;
  };
  const ended = () => void (statements -= 1);
  const listeners = { query: begun, 'query-response': ended, 'query-error': ended };
  const handles = new Set(databases);
  for (const db of handles) for (const [event, listener] of Object.entries(listeners)) db.on(event, listener);
  tell();

  function sleep(millis: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const sleeper = { at: now + Math.max(0, millis), wake: () => leave(resolve) };
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
    setDatabaseBack(millis) {
      behind += millis;
      tell();
    },
    databaseBehind: () => behind,
    stop() {
      for (const db of handles)
        for (const [event, listener] of Object.entries(listeners)) db.removeListener(event, listener);
    },
    async quiet(isIdle) {
      for (let calm = 0; calm < TURNS; ) {
        await turn();
        calm = isIdle() && statements <= 0 ? calm + 1 : 0;
      }
    },
  };
}
