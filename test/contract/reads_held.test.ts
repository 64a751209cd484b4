import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '../../lib/ids/ids.ts';
import { migrations } from '../../services/reads/migrations/migrations.ts';
import { aReadPlan, type ReadsFixture, readsFixture } from '../../testbed/reads_fixture.ts';
import { forEachEngine } from '../support/engines.ts';

forEachEngine((engine) => {
  describe('results on request', () => {
    const db = engine.suiteDatabase(migrations);
    let now = Date.now();
    let reads: ReadsFixture;
    let plan = aReadPlan();

    beforeEach(async () => {
      for (const table of ['schedules', 'operations', 'operation_logs', 'messages', 'held_messages', 'outbox', 'inbox'])
        await db()(table).del();
      now = Date.now();
      plan = aReadPlan({ deliveryMode: 'onRequest', pageSize: 50 });
      // 250 records are five pages of fifty.
      reads = await readsFixture(db(), { plans: [plan], sandbox: { records: 250 }, clock: { now: () => now } });
    });
    afterEach(() => reads.stop());

    const read = async () => {
      await reads.useCases.triggerRead({ ...plan, sinceTimestamp: '', untilTimestamp: '' });
      await reads.runDue();
    };
    const ask = (pages: number) => reads.useCases.deliverResults({ ...plan, pages });
    /** Sequences of the messages that notifications received, in order. */
    async function delivered(): Promise<number[]> {
      const sequences = new Map((await reads.messages()).map(({ id, sequence }) => [id, sequence]));
      const events = (await reads.events('read.page.committed')) as { messageIds: string[] }[];
      return events.flatMap(({ messageIds }) => messageIds.map((id) => sequences.get(id) ?? 0));
    }
    async function states(): Promise<Record<string, number>> {
      const rows: { state: string; n: number }[] = await db()('messages')
        .groupBy('state')
        .select('state')
        .count({ n: '*' });
      return Object.fromEntries(rows.map(({ state, n }) => [state, Number(n)]));
    }

    it('are held until they are requested, and released oldest first', async () => {
      await read();
      expect([await delivered(), await states()]).toEqual([[], { held: 5 }]);
      await ask(2);
      expect([await delivered(), await states()]).toEqual([[1, 2], { held: 3, pending: 2 }]);
      await ask(0);
      expect(await delivered()).toEqual([1, 2]);
      await ask(3);
      expect([await delivered(), await states()]).toEqual([[1, 2, 3, 4, 5], { pending: 5 }]);
    });

    it('that are requested in advance are released as they arrive', async () => {
      await ask(7);
      await read();
      expect(await delivered()).toEqual([1, 2, 3, 4, 5]);
      await read();
      expect([await delivered(), await states()]).toEqual([[1, 2, 3, 4, 5, 6, 7], { held: 3, pending: 7 }]);
    });

    it('are released once, even with concurrent requests and reads', async () => {
      await read();
      await Promise.all([read(), ...Array.from({ length: 4 }, () => ask(2))]);
      const sequences = await delivered();
      expect(sequences).toHaveLength(8);
      expect([...sequences].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
      expect(await states()).toEqual({ held: 2, pending: 8 });
    });

    it('keep their bodies longer than the retention, which begins with their delivery', async () => {
      await read();
      now += 10 * reads.retention.retention;
      await reads.dropDue('bodies');
      expect(await states()).toEqual({ held: 5 });
      await ask(5);
      const ids = (await reads.messages()).map(({ id }) => id);
      expect(await reads.useCases.getMessages(ids)).toHaveLength(5);
    });

    it('are settled with their deleted installation, because nobody can request them any more', async () => {
      await read();
      await reads.useCases.forgetInstallation(newId(), plan);
      expect(await states()).toEqual({ settled: 5 });
      expect(await db()('held_messages').select('message_id')).toEqual([]);
    });

    it('are released when the object changes to automatic delivery, and held again when it changes back', async () => {
      await read();
      Object.assign(plan, { deliveryMode: 'auto', installationUpdateTime: plan.installationUpdateTime + 1 });
      await reads.useCases.followInstallation(newId(), plan);
      while (await reads.useCases.deliverOwing());
      expect(await states()).toEqual({ pending: 5 });
      Object.assign(plan, { deliveryMode: 'onRequest', installationUpdateTime: plan.installationUpdateTime + 1 });
      await reads.useCases.followInstallation(newId(), plan);
      await read();
      expect(await states()).toEqual({ held: 5, pending: 5 });
    });

    it('are released by the next round when a release was interrupted', async () => {
      await read();
      await db()('schedules').update({ page_credit: 3 });
      while (await reads.useCases.deliverOwing());
      expect([await delivered(), await states()]).toEqual([[1, 2, 3], { held: 2, pending: 3 }]);
    });
  });
});
