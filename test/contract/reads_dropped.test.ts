import { beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '../../lib/ids/ids.ts';
import { eventHandlers } from '../../services/reads/jobs/event_handlers.ts';
import { migrations } from '../../services/reads/migrations/migrations.ts';
import type { Stores } from '../../services/reads/stores.ts';
import { insertSchedules } from '../../testbed/many_schedules.ts';
import { type ReadsFixture, readsFixture } from '../../testbed/reads_fixture.ts';
import { forEachEngine } from '../support/engines.ts';

const CONTACTS = 450;
const COMPANIES = 30;
/** The max number of objects in one transaction. */
const PORTION = 200;

forEachEngine((engine) => {
  describe('objects that a destructive deploy removed from many installations', () => {
    const db = engine.suiteDatabase(migrations);
    const integrationId = newId();
    let projectId = '';

    beforeEach(async () => {
      for (const table of ['schedules', 'outbox', 'outbox_acks', 'inbox']) await db()(table).del();
      const count = CONTACTS + COMPANIES + 1;
      await insertSchedules(db(), { count, cron: '0 * * * *', nextTime: () => 1, aProject: count });
      projectId = (await db()('schedules').first('project_id')).project_id;
      const ids: string[] = await db()('schedules').pluck('id');
      await db()('schedules').whereIn('id', ids.slice(1)).update({ integration_id: integrationId });
      await db()('schedules').whereIn('id', ids.slice(-COMPANIES)).update({ object_name: 'companies' });
    });

    const pausedNow = async () =>
      Number((await db()('schedules').where({ is_paused: true }).count({ n: '*' }))[0]?.['n']);

    /**
     * The number of paused objects after each event; every event is delivered twice, and the third one is interrupted
     * at its end.
     */
    async function tellAll(reads: ReadsFixture, objectNames: string[]): Promise<number[]> {
      const handlers = eventHandlers(reads.useCases);
      const dying = eventHandlers(reads.useCasesWith(reads.send, { stores: cutOff(reads.stores) }));
      const event = { id: newId(), projectId, time: Date.now(), type: 'integration.objects.dropped' as const };
      await handlers['integration.objects.dropped']?.({ ...event, payload: { integrationId, objectNames } });
      const counts = [await pausedNow()];
      for (let told = 0; ; told += 1) {
        const rows = await db()('outbox').where({ type: 'read.objects.dropped' }).orderBy('id').select('*');
        const row = rows[told];
        if (!row) return counts;
        const next = { ...row, projectId, time: Number(row.event_time), payload: JSON.parse(row.payload) };
        if (told === 1) {
          await expect(dying['read.objects.dropped']?.(next)).rejects.toThrow('cut off');
          expect(await pausedNow()).toBe(counts.at(-1));
        }
        for (let i = 0; i < 2; i += 1) await handlers['read.objects.dropped']?.(next);
        counts.push(await pausedNow());
      }
    }

    it('are paused in batches, each once and with one event', async () => {
      const reads = await readsFixture(db(), { plans: [] });
      try {
        const counts = await tellAll(reads, ['contacts', 'companies', 'deals']);
        expect(counts).toEqual([PORTION, 2 * PORTION, CONTACTS, CONTACTS + COMPANIES, CONTACTS + COMPANIES]);
        expect(await reads.events('read.schedule.paused')).toHaveLength(CONTACTS + COMPANIES);
      } finally {
        await reads.stop();
      }
    });
  });
});

function cutOff(stores: Stores): Stores {
  return {
    ...stores,
    transaction: (work) =>
      stores.transaction(async (s) => {
        await work(s);
        throw new Error('cut off');
      }),
  };
}
