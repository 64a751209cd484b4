import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect } from '@jest/globals';
import { migrateUp } from '../../lib/db/migrate.ts';
import { setDatabaseClock } from '../../lib/db/now.ts';
import { type Db, openDatabase } from '../../lib/db/open.ts';
import { migrations } from '../../services/reads/migrations/migrations.ts';
import { aReadPlan, readsFixture } from '../../testbed/reads_fixture.ts';
import { forEachEngine, type TestEngine } from '../support/engines.ts';
import { promise } from '../support/promise.ts';
import { schedulersAtWork } from '../support/schedulers_at_work.ts';

const isFull = process.env['CAUSEWAY_PROMISES'] === 'full';
/** The full form: one day of 200 installations in two and a half minutes. */
const SIZE = isFull ? { installations: 200, ms: 150_000 } : { installations: 24, ms: 7_000 };
const SCALE = 600;
const CRONS = ['*/10 * * * *', '5,35 * * * *', '*/15 * * * *', '0 * * * *', '7,27,47 */2 * * *'];
/** The evening before a leap day. */
const START = Date.UTC(2028, 1, 28, 22);

forEachEngine((engine) => {
  describe('parallel schedulers', () => {
    promise(
      'start one read for each tick, despite kills and pauses',
      { without: 'once', timeout: 400_000 },
      async () => {
        const { db, url, close } = await openShared(engine);
        const originMs = Date.now();
        const clock = { originMs, offsetMs: START - originMs, scale: SCALE };
        setDatabaseClock(db, clock);
        const plans = Array.from({ length: SIZE.installations }, (_, i) =>
          aReadPlan({ schedule: CRONS[i % CRONS.length] ?? '' }),
        );
        const reads = await readsFixture(db, { plans });
        const isOneProcess = engine.name === 'sqlite';
        const sizes = { processes: isOneProcess ? 1 : 3, loops: isOneProcess ? 3 : 1 };
        const run = schedulersAtWork(reads, { plans, url, clock, ...sizes });
        try {
          const isEnough = ({ starts, pauses }: Awaited<ReturnType<typeof run.happened>>) =>
            starts > SIZE.installations && pauses > 0;
          await run.takePlace(SIZE.ms, isEnough);
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

/** A database that other processes can open too. */
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
