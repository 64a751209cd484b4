/**
 * A process that only starts due schedules, in several concurrent loops, so that a test can kill it:
 *
 *     node scheduler_process.js '{"url": "mysql://...", "clock": {...}, "loops": 3}'
 */

import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DatabaseOptions, openDatabase } from '../lib/db/open.ts';
import { newId } from '../lib/ids/ids.ts';
import { systemClock } from '../lib/time/clock.ts';
import { makeStartDueReads } from '../services/reads/schedules/scheduled_reads.ts';
import { sqlStores } from '../services/reads/stores.ts';

/** The only argument, as JSON. `clock` changes the database's clock (lib/db/now.ts); `loops` is the number of loops. */
type Order = { url: string; clock: NonNullable<DatabaseOptions['clock']>; loops: number };

const POLL_MS = 10;
const { url, clock, loops } = JSON.parse(process.argv[2] ?? '{}') as Order;
const stores = sqlStores(openDatabase(url, { clock }));
const startDueReads = makeStartDueReads({
  stores,
  newId,
  clock: systemClock,
  wake: () => {},
  config: { startsPerSecond: 100_000 },
});

async function loop(): Promise<never> {
  for (;;) {
    // If the database is busy or unavailable, the loop tries again, as the service does.
    await startDueReads().catch(() => {});
    await sleep(POLL_MS);
  }
}

await stores.schedules.now();
process.stdout.write(`${JSON.stringify({ url })}\n`);
await Promise.all(Array.from({ length: loops }, loop));
