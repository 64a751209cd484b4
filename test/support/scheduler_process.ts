import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase, type DatabaseOptions } from '../../lib/db/open.ts';
import { newId } from '../../lib/ids/ids.ts';
import { rulesBut } from '../../lib/rules/rules.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { sqlStores } from '../../services/reads/store/stores.ts';
import { makeStartDueReads } from '../../services/reads/usecases/start_due_reads.ts';

/**
 * A process that does nothing but start what is due, several loops at a time, so that a test can kill it:
 *
 *     node scheduler_process.js '{"url": "mysql://...", "clock": {...}, "without": [], "loops": 3}'
 */
type Order = { url: string; clock: NonNullable<DatabaseOptions['clock']>; without: string[]; loops: number };

const POLL = 10;
const { url, clock, without, loops } = JSON.parse(process.argv[2] ?? '{}') as Order;
const stores = sqlStores(openDatabase(url, { clock }));
const startDueReads = makeStartDueReads({
  stores,
  newId,
  clock: systemClock,
  rules: rulesBut(without),
  wake: () => {},
  config: { startsPerSecond: 100_000 },
});

async function loop(): Promise<never> {
  for (;;) {
    // A database that is busy or away is asked again, as the service does.
    await startDueReads().catch(() => {});
    await sleep(POLL);
  }
}

await stores.schedules.now();
process.stdout.write(`${JSON.stringify({ url })}\n`);
await Promise.all(Array.from({ length: loops }, loop));
