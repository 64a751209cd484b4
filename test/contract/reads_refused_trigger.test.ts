import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { migrations } from '../../services/reads/migrations/migrations.ts';
import { aReadPlan, type ReadsFixture, readsFixture } from '../../testbed/reads_fixture.ts';
import { forEachEngine } from '../support/engines.ts';

/** One that runs next, and ten that wait behind it. */
const FULL = 11;

forEachEngine((engine) => {
  describe('a trigger for an object with a full queue', () => {
    const db = engine.suiteDatabase(migrations);
    const plan = aReadPlan();
    let reads: ReadsFixture;
    const trigger = () =>
      reads.useCases.triggerRead({
        projectId: plan.projectId,
        integrationId: plan.integrationId,
        groupRef: 'acme',
        objectName: 'person',
        sinceTimestamp: '',
        untilTimestamp: '',
      });
    const refusal = { kind: 'conflict', retryable: true, detail: expect.stringContaining('already waiting') };

    beforeEach(async () => {
      for (const table of ['schedules', 'operations', 'operation_logs', 'outbox', 'outbox_acks'])
        await db()(table).del();
      reads = await readsFixture(db(), { plans: [plan] });
      for (let i = 0; i < FULL; i += 1) await trigger();
    });
    afterEach(() => reads.stop());

    it('is refused with a time for the retry, and writes nothing', async () => {
      await expect(trigger()).rejects.toMatchObject(refusal);
      expect(await db()('operations').count('id as n').first()).toEqual({ n: FULL });
    });

    // SQLite has one connection: no other statement runs while a transaction is open.
    if (engine.name === 'mariadb')
      it('F11: is refused while another transaction holds the lock of the object', async () => {
        const holding = await db().transaction();
        await holding('schedules').forUpdate().select('id');
        try {
          await expect(trigger()).rejects.toMatchObject(refusal);
        } finally {
          await holding.rollback();
        }
      });
  });
});
