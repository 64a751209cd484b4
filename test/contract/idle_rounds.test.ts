import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { migrateUp } from '../../lib/db/migrate.ts';
import { type Db, openDatabase } from '../../lib/db/open.ts';
import type { LoopDefinition } from '../../lib/loop/loops.ts';
import { loops as notificationsLoops } from '../../services/notifications/jobs/loops.ts';
import { migrations as notificationsMigrations } from '../../services/notifications/migrations/migrations.ts';
import { loops as readsLoops } from '../../services/reads/jobs/loops.ts';
import { migrations as readsMigrations } from '../../services/reads/migrations/migrations.ts';
import { loops as writesLoops } from '../../services/writes/jobs/loops.ts';
import { migrations as writesMigrations } from '../../services/writes/migrations/migrations.ts';
import { readsFixture } from '../../testbed/reads_fixture.ts';
import { notificationsFixture } from '../support/notifications_fixture.ts';
import { writesWorld } from '../support/writes_world.ts';

/** The interval of the loops that are worth this: a slower one costs an idle platform nothing. Ms. */
const OFTEN_MS = 1_000;
const queue = { repairTurns: async () => 0, repairWaiting: async () => 0 };

/** An idle platform polls its databases some forty times a second. Most of its processor time is for these polls. */
describe('a round of background work that finds nothing', () => {
  let db: Db;
  beforeEach(() => {
    db = openDatabase('sqlite::memory:');
  });
  afterEach(() => db.destroy());

  it('begins no transaction in notifications', async () => {
    await migrateUp(db, notificationsMigrations);
    expect(await transactionsOf(notificationsLoops(await notificationsFixture(db)))).toEqual([]);
  });

  it('begins no transaction in reads', async () => {
    await migrateUp(db, readsMigrations);
    const { useCases, sandbox } = await readsFixture(db, { plans: [] });
    const intervals = { schedulerPoll: OFTEN_MS, janitorPoll: OFTEN_MS };
    expect(
      await transactionsOf(readsLoops(useCases, { queue, handOverBudgets: async () => false }, intervals)),
    ).toEqual([]);
    await sandbox.stop();
  });

  it('begins no transaction in writes', async () => {
    await migrateUp(db, writesMigrations);
    const { useCases, stop } = await writesWorld(db);
    expect(await transactionsOf(writesLoops(useCases, queue, { tellPoll: OFTEN_MS }))).toEqual([]);
    await stop();
  });

  /** The names of the loops whose round begins a transaction. */
  async function transactionsOf(rows: LoopDefinition[]): Promise<string[]> {
    const often = rows.filter(({ everyMs }) => everyMs <= OFTEN_MS);
    expect(often.length).toBeGreaterThan(1);
    const begun: string[] = [];
    for (const { name, round } of often) {
      const note = ({ sql }: { sql: string }) => void (sql.startsWith('BEGIN') && begun.push(name));
      db.on('query', note);
      await round(new AbortController().signal);
      db.off('query', note);
    }
    return begun;
  }
});
