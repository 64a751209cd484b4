import { migrateUp } from '../../lib/db/migrate.ts';
import { setDatabaseClock } from '../../lib/db/now.ts';
import { type Db, openDatabase } from '../../lib/db/open.ts';
import { newId } from '../../lib/ids/ids.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { migrations } from '../../services/reads/migrations/migrations.ts';
import { makeStartDueReads, type StartDueReads } from '../../services/reads/schedules/scheduled_reads.ts';
import { sqlStores } from '../../services/reads/stores.ts';
import { insertSchedules } from '../../testbed/many_schedules.ts';
import { sizeOf } from '../measure/size_of.ts';

/** The number of due schedules in each round, for any table size. */
const DUE = sizeOf(1_000, 100);
const HOUR_MS = 3_600_000;
const START = Date.UTC(2028, 0, 1, 12);
/** Far enough away that a started schedule does not come due again. */
const YEARLY = '0 0 1 1 *';

export type Schedules = Awaited<ReturnType<typeof openSchedules>>;

/**
 * A table of `size` schedules. A thousand come due per hour, scattered over the whole table; a table of a thousand is
 * set back after each round. The database's clock does not move
 * during a round; each round sets it one hour later.
 */
export async function openSchedules(url: string, size: number) {
  const db = openDatabase(url);
  await migrateUp(db, migrations);
  const hours = Math.max(1, size / DUE);
  await insertSchedules(db, {
    count: size,
    cron: YEARLY,
    nextTime: (i) => START + (i % hours) * HOUR_MS + Math.floor(i / hours),
  });
  if (!url.startsWith('sqlite')) await db.raw('analyze table schedules');
  const startDueReads = schedulerOn(db, 1_000_000);

  async function setBack(): Promise<void> {
    await db('operations').where({ state: 'ready' }).update({ state: 'success', active_key: null });
    if (hours === 1) await db('schedules').update({ next_time: START });
  }

  const standAt = (round: number) =>
    setDatabaseClock(db, { originMs: 0, offsetMs: START + (round % hours) * HOUR_MS + HOUR_MS / 2, scale: 0 });

  return {
    size,
    db,
    url,
    /** Microseconds per started schedule. */
    async startRound(round: number): Promise<number> {
      standAt(round);
      const begin = performance.now();
      let started = 0;
      for (let { due } = await startDueReads(); due > 0; { due } = await startDueReads()) started += due;
      const ms = performance.now() - begin;
      if (started !== DUE) throw new Error(`${started} schedules of ${size} were due, not ${DUE}.`);
      await setBack();
      return (ms * 1_000) / started;
    },
    /** The query plan for a thousand due schedules, with the scheduler's own statement. */
    async explain(round: number): Promise<unknown> {
      standAt(round);
      let sent: { sql: string; bindings: readonly unknown[] } | undefined;
      db.on('query', (query: { sql: string; bindings: readonly unknown[] }) => {
        if (/^select .* from .*schedules.* order by/.test(query.sql)) sent ??= query;
      });
      await startDueReads();
      if (!sent) throw new Error('The scheduler sent no statement.');
      const word = url.startsWith('sqlite') ? 'explain query plan' : 'explain';
      const answer = await db.raw(`${word} ${sent.sql}`, sent.bindings as never);
      await setBack();
      const [row] = (Array.isArray(answer[0]) ? answer[0] : answer) as Record<string, unknown>[];
      const { type, key, rows, detail } = row ?? {};
      return url.startsWith('sqlite') ? { detail } : { type, key, rows };
    },
    close: () => db.destroy(),
  };
}

export function schedulerOn(db: Db, startsPerSecond: number): StartDueReads {
  return makeStartDueReads({
    stores: sqlStores(db),
    clock: systemClock,
    newId,
    wake: () => {},
    config: { startsPerSecond },
  });
}
