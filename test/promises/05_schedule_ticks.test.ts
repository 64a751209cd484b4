import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect } from '@jest/globals';
import { migrateUp } from '../../lib/db/migrate.ts';
import { setDatabaseClock } from '../../lib/db/now.ts';
import { openDatabase, type Db } from '../../lib/db/open.ts';
import { ruleNames } from '../../lib/rules/rules.ts';
import { migrations } from '../../services/reads/migrations/migrations.ts';
import { forEachEngine, type TestEngine } from '../support/engines.ts';
import { promise } from '../support/promise.ts';
import { aReadPlan, readsFixture } from '../support/reads_fixture.ts';
import { schedulersAtWork } from '../support/schedulers_at_work.ts';

const isFull = process.env['CAUSEWAY_PROMISES'] === 'full';
/** The full form: 200 installations through a day in two and a half minutes. */
const SIZE = isFull ? { installations: 200, millis: 150_000 } : { installations: 24, millis: 7_000 };
const SCALE = 600;
const CRONS = ['*/10 * * * *', '5,35 * * * *', '*/15 * * * *', '0 * * * *', '7,27,47 */2 * * *'];
/** The evening before a leap day. */
const START = Date.UTC(2028, 1, 28, 22);

forEachEngine((engine) => {
  describe('schedulers side by side', () => {
    promise(
      'start one read for each tick, whoever is killed and whatever is paused meanwhile',
      { without: 'once', timeout: isFull ? 400_000 : 120_000 },
      async (rules) => {
        const { db, url, close } = await openShared(engine);
        const originMs = Date.now();
        const clock = { originMs, offsetMs: START - originMs, scale: SCALE };
        setDatabaseClock(db, clock);
        const plans = Array.from({ length: SIZE.installations }, (_, i) =>
          aReadPlan({ schedule: CRONS[i % CRONS.length] ?? '' }),
        );
        const reads = await readsFixture(db, { plans });
        const without = ruleNames.filter((name) => !rules.holds(name));
        const isOneProcess = engine.name === 'sqlite';
        const sizes = { processes: isOneProcess ? 1 : 3, loops: isOneProcess ? 3 : 1 };
        const run = schedulersAtWork(reads, { plans, url, clock, without, ...sizes });
        try {
          const isEnough = ({ starts, pauses }: Awaited<ReturnType<typeof run.happened>>) =>
            starts > SIZE.installations && pauses > 0;
          await run.takePlace(SIZE.millis, isEnough);
          expect((await run.faults()).slice(0, 5)).toEqual([]);
          expect(isEnough(await run.happened())).toBe(true);
        } finally {
          await run.stop();
          await reads.stop();
          await close();
        }
      },
    );
  });
});

/** A database that a process of its own can open too. */
async function openShared(engine: TestEngine): Promise<{ db: Db; url: string; close(): Promise<void> }> {
  if (engine.name === 'mariadb') return engine.open(migrations);
  const dir = mkdtempSync(join(tmpdir(), 'causeway-ticks-'));
  const url = `sqlite:${join(dir, 'reads.db')}`;
  const db = openDatabase(url);
  await migrateUp(db, migrations);
  return {
    db,
    url,
    async close() {
      await db.destroy();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
