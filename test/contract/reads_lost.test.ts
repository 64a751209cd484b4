import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '../../lib/ids/ids.ts';
import { migrations } from '../../services/reads/migrations/migrations.ts';
import type { ReadPlan } from '../../services/reads/read_plan.ts';
import { aReadPlan, type ReadsFixture, readsFixture } from '../../testbed/reads_fixture.ts';
import { emptyReads } from '../support/empty_reads.ts';
import { forEachEngine } from '../support/engines.ts';

const DAY = 86_400_000;
/** More messages than an object can have sent before. */
const ABOVE_ALL = 1_000_000_000_000_000;

forEachEngine((engine) => {
  describe('a database of reads that is empty, with installations that are older', () => {
    const db = engine.suiteDatabase(migrations);
    let reads: ReadsFixture;
    let plans: ReadPlan[];
    let created = 0;

    beforeEach(async () => {
      await emptyReads(db());
      created = Date.now() - 30 * DAY;
      plans = [];
      reads = await readsFixture(db(), { plans });
    });
    afterEach(() => reads.stop());

    const anInstallation = (given: Partial<ReadPlan> = {}): ReadPlan => {
      const plan = aReadPlan({ schedule: '*/30 * * * *', installationCreateTime: created, ...given });
      plans.push(plan);
      return plan;
    };
    const restore = async () => {
      while ((await reads.useCases.restoreSchedules()) === true);
    };
    const schedule = async ({ installationId }: ReadPlan, objectName = 'contacts') =>
      db()('schedules').where({ installation_id: installationId, object_name: objectName }).first('*');
    const sequences = async ({ installationId }: ReadPlan): Promise<number[]> =>
      db()('messages').where({ installation_id: installationId }).orderBy('sequence').pluck('sequence');
    const trigger = (plan: ReadPlan) =>
      reads.useCases.triggerRead({ ...plan, groupRef: 'acme', sinceTimestamp: '', untilTimestamp: '' });

    it('H5: rebuilds the schedules of each, and reads its history again', async () => {
      const [one, other] = [anInstallation({ backfillDays: -1 }), anInstallation({ disabled: true })];
      await restore();
      expect(await schedule(one)).toMatchObject({ state: 'armed', cron: '*/30 * * * *' });
      expect(await schedule(other)).toMatchObject({ state: 'idle' });
      await reads.runDue();
      expect(await db()('operations').where({ installation_id: one.installationId })).toMatchObject([
        { read_type: 'backfill', state: 'success' },
      ]);
    });

    it('H5: without a backfill, reads what has changed since the installation was created', async () => {
      const plan = anInstallation();
      await restore();
      expect(await schedule(plan)).toMatchObject({ watermark: created });
    });

    it('H5: numbers messages above all that were delivered', async () => {
      const plan = anInstallation({ backfillDays: -1 });
      await restore();
      await reads.runDue();
      const [first = 0, ...rest] = await sequences(plan);
      expect(first).toBeGreaterThan(ABOVE_ALL);
      expect(Number.isSafeInteger(rest.at(-1))).toBe(true);
    });

    it('H5: does so for a trigger that comes first, and rebuilds the other objects nevertheless', async () => {
      const plan = anInstallation();
      const companies = anInstallation({ ...plan, objectName: 'companies', mappedObjectName: 'companies' });
      await trigger(plan);
      await reads.runDue();
      expect((await sequences(plan))[0]).toBeGreaterThan(ABOVE_ALL);
      await restore();
      expect(await schedule(plan)).toMatchObject({ state: 'armed' });
      expect(await schedule(companies, 'companies')).toMatchObject({ state: 'armed' });
    });

    it('H5: changes nothing of an installation that it knows', async () => {
      const plan = anInstallation({ backfillDays: -1 });
      await reads.useCases.followInstallation(newId(), plan);
      await reads.runDue();
      const before = await schedule(plan);
      await restore();
      expect(await schedule(plan)).toEqual(before);
      expect(await db()('operations').select('id')).toHaveLength(1);
    });

    it('H5: numbers the messages of a newer installation from 1', async () => {
      const plan = anInstallation({ backfillDays: -1, installationCreateTime: Date.now() + DAY });
      await reads.useCases.followInstallation(newId(), plan);
      await reads.runDue();
      expect((await sequences(plan))[0]).toBe(1);
    });
  });
});
