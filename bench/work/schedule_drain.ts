import { setTimeout as sleep } from 'node:timers/promises';
import { setDatabaseClock } from '../../lib/db/now.ts';
import { openDatabase } from '../../lib/db/open.ts';
import type { StartDueReads } from '../../services/reads/schedules/scheduled_reads.ts';
import { maxInASecond } from '../../testbed/max_in_a_second.ts';
import { type Schedules, schedulerOn } from './schedule_table.ts';

/** The default number of starts per second and process. */
const PER_SECOND = 500;
const REPLICAS = 2;

export type Drained = {
  due: number;
  seconds: number;
  startsPerSecond: number;
  maxInASecond: number;
  longestTransactionMs: number;
};

/** Two processes drain all schedules of a table at their usual pace, as after an outage. */
export async function drain({ db, url, size }: Schedules): Promise<Drained> {
  setDatabaseClock(db, undefined);
  for (const table of ['operations', 'operation_logs', 'outbox', 'outbox_acks', 'turns']) await db(table).del();
  await db('schedules').update({ next_time: 1 });
  const isSqlite = url.startsWith('sqlite');
  const others = isSqlite ? [] : Array.from({ length: REPLICAS - 1 }, () => openDatabase(url));
  const handles = isSqlite ? [db, db] : [db, ...others];
  const begin = performance.now();
  const longest = await Promise.all(handles.map((handle) => untilDrained(schedulerOn(handle, PER_SECOND))));
  const seconds = (performance.now() - begin) / 1_000;
  const starts: number[] = await db('operations').pluck('next_time');
  for (const other of others) await other.destroy();
  if (starts.length !== size) throw new Error(`${starts.length} operations for ${size} schedules.`);
  return {
    due: size,
    seconds: Number(seconds.toFixed(1)),
    startsPerSecond: Math.round(size / seconds),
    maxInASecond: maxInASecond(starts),
    longestTransactionMs: Math.round(Math.max(...longest)),
  };
}

/** Runs like the service's loop; returns the longest round in ms. */
async function untilDrained(startDueReads: StartDueReads): Promise<number> {
  let longest = 0;
  for (;;) {
    const begin = performance.now();
    const { waitMs } = await startDueReads();
    longest = Math.max(longest, performance.now() - begin);
    if (waitMs === null) return longest;
    await sleep(waitMs);
  }
}
