import process from 'node:process';
import { beforeEach, describe, expect } from '@jest/globals';
import { setDatabaseClock } from '../../lib/db/now.ts';
import { newId } from '../../lib/ids/ids.ts';
import { migrations } from '../../services/reads/migrations/migrations.ts';
import { jitterMs } from '../../services/reads/schedules/schedule.ts';
import { makeStartDueReads, type RoundResult } from '../../services/reads/schedules/scheduled_reads.ts';
import { sqlStores } from '../../services/reads/stores.ts';
import { insertSchedules } from '../../testbed/many_schedules.ts';
import { maxInASecond } from '../../testbed/max_in_a_second.ts';
import { aReadPlan, readsFixture } from '../../testbed/reads_fixture.ts';
import { forEachEngine, type TestDatabase } from '../support/engines.ts';
import { promise } from '../support/promise.ts';

const MANY = process.env['CAUSEWAY_PROMISES'] === 'full' ? 100_000 : 5_000;
const PER_SECOND = 500;
const REPLICAS = 2;
const ROUND = 100;
const HOUR = 3_600_000;
const START = Date.UTC(2028, 1, 29, 11, 59, 30);

forEachEngine((engine) => {
  describe('schedules that are due', () => {
    let open: TestDatabase;
    beforeEach(async () => {
      open = await engine.open(migrations);
    });

    /** Stops the clock at a given time: the number of starts in a second does not depend on the machine. */
    function stand(handles: readonly TestDatabase['db'][], time: number): void {
      for (const db of handles) setDatabaseClock(db, { originMs: 0, offsetMs: time, scale: 0 });
    }

    async function withReads(plans: ReturnType<typeof aReadPlan>[]) {
      stand([open.db], START);
      const reads = await readsFixture(open.db, { plans, clock: { now: () => START } });
      const close = async () => {
        await reads.stop();
        await open.close();
      };
      return { reads, close };
    }

    promise(
      `drain at a limited pace when ${MANY} are due at once, each started once, by parallel replicas`,
      { without: 'pace', timeout: 900_000 },
      async () => {
        const handles = [open.db, ...Array.from({ length: REPLICAS - 1 }, () => open.replica())];
        await insertSchedules(open.db, { count: MANY, cron: '0 * * * *', nextTime: (i) => START - HOUR + i });
        const replicas = handles.map((db) => ({ round: schedulerOn(db), next: START as number | null }));
        let time = START;
        try {
          for (; replicas.some(({ next }) => next !== null); time += 100) {
            stand(handles, time);
            const awake = replicas.filter(({ next }) => next !== null && next <= time);
            await Promise.all(
              awake.map(async (one) => {
                const { waitMs } = await one.round();
                one.next = waitMs === null ? null : time + waitMs;
              }),
            );
          }
          const rows: { installation_id: string; next_time: number }[] = await open
            .db('operations')
            .select('installation_id', 'next_time');
          expect(new Set(rows.map((row) => row.installation_id)).size).toBe(MANY);
          expect(rows).toHaveLength(MANY);
          expect(await open.db('schedules').where('next_time', '<=', time).first('id')).toBeUndefined();
          expect(maxInASecond(rows.map((row) => row.next_time))).toBeLessThanOrEqual(REPLICAS * (PER_SECOND + ROUND));
          expect((time - START) / 1_000).toBeLessThan((MANY / PER_SECOND) * 1.5);
        } finally {
          await open.close();
        }
      },
    );

    promise(
      'of a backlog can still be paused, because a schedule that has not started just waits',
      { without: 'pause' },
      async () => {
        const { reads, close } = await withReads([]);
        try {
          await insertSchedules(open.db, { count: ROUND + 10, cron: '0 * * * *', nextTime: (i) => START - HOUR + i });
          await reads.useCases.startDueReads();
          const last = await open
            .db('schedules')
            .orderBy('next_time')
            .first('project_id', 'integration_id', 'installation_id');
          const installationId = String(last.installation_id);
          const whose = { projectId: last.project_id, integrationId: last.integration_id, installationId };
          await reads.useCases.setPaused({ ...whose, objects: [], note: '' }, true);
          await reads.useCases.startDueReads();
          const started: string[] = await open.db('operations').pluck('installation_id');
          expect(started).toHaveLength(ROUND + 9);
          expect(started).not.toContain(installationId);
        } finally {
          await close();
        }
      },
    );

    promise(
      'start once for all ticks that a scheduler missed in a day, and then continue with the calendar',
      { without: 'coalesce' },
      async () => {
        const plan = aReadPlan({ schedule: '*/10 * * * *' });
        const { reads, close } = await withReads([plan]);
        try {
          await reads.useCases.followInstallation(newId(), plan);
          stand([open.db], START + 24 * HOUR);
          const { finishOperation } = reads.useCases;
          for (let i = 0; i < 5; i += 1) {
            await reads.useCases.startDueReads();
            for (const operation of await reads.stores.operations.claim(5, 60_000))
              await finishOperation(operation, null, { state: 'success', records: 0, startTime: START });
          }
          expect(await open.db('operations').select('read_type')).toEqual([{ read_type: 'scheduled' }]);
          const { id, next_time } = await open.db('schedules').first('id', 'next_time');
          expect(next_time).toBe(Date.UTC(2028, 2, 1, 12) + jitterMs(id, HOUR / 6));
        } finally {
          await close();
        }
      },
    );

    promise('do not drift, however late each start is', { without: 'grid' }, async () => {
      const plan = aReadPlan({ schedule: '*/15 * * * *' });
      const { reads, close } = await withReads([plan]);
      try {
        await reads.useCases.followInstallation(newId(), plan);
        const late = [1_000, 61_000, 7 * 60_000, 14 * 60_000, 29 * 60_000, 0];
        for (const lateMs of late) {
          const { id, next_time: due } = await open.db('schedules').first('id', 'next_time');
          stand([open.db], due + lateMs);
          await reads.useCases.startDueReads();
          const { next_time: next } = await open.db('schedules').first('next_time');
          const tick = (Math.floor((due + lateMs) / (HOUR / 4)) + 1) * (HOUR / 4);
          expect(next).toBe(tick + jitterMs(id, HOUR / 4));
        }
      } finally {
        await close();
      }
    });

    promise('distribute their starts over the minute after a tick that many share', { without: 'spread' }, async () => {
      const plans = Array.from({ length: 300 }, () => aReadPlan({ schedule: '0 12 * * *' }));
      const { reads, close } = await withReads(plans);
      try {
        for (const plan of plans) await reads.useCases.followInstallation(newId(), plan);
        const noon = Date.UTC(2028, 1, 29, 12);
        const due: number[] = await open.db('schedules').pluck('next_time');
        expect(Math.min(...due)).toBeGreaterThanOrEqual(noon);
        expect(Math.max(...due)).toBeLessThan(noon + 60_000);
        expect(maxInASecond(due)).toBeLessThan(30);
      } finally {
        await close();
      }
    });
  });
});

function schedulerOn(db: TestDatabase['db']): () => Promise<RoundResult> {
  return makeStartDueReads({
    stores: sqlStores(db),
    clock: { now: () => START },
    newId,
    wake: () => {},
    config: { startsPerSecond: PER_SECOND },
  });
}
