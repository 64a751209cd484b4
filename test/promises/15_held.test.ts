import process from 'node:process';
import { afterEach, describe, expect, it } from '@jest/globals';
import { newId } from '../../lib/ids/ids.ts';
import { migrations } from '../../services/reads/migrations/migrations.ts';
import { sqlStores } from '../../services/reads/stores.ts';
import { deletesWorld } from '../support/deletes_world.ts';
import { emptyReads } from '../support/empty_reads.ts';
import { forEachEngine } from '../support/engines.ts';
import { promise } from '../support/promise.ts';
import { undeliveredStory } from '../support/undelivered_story.ts';

/** The long form runs 400 stories on SQLite and 80 on MariaDB. */
const isFull = process.env['CAUSEWAY_PROMISES'] === 'full';
const SEEDS = isFull ? { sqlite: 400, mariadb: 80 } : { sqlite: 30, mariadb: 6 };

forEachEngine((engine) => {
  describe('F2, F3: messages that a destination did not accept', () => {
    const db = engine.suiteDatabase(migrations);
    afterEach(() => emptyReads(db()));

    promise(
      'is delivered, held, or read again, and the counts add up',
      { without: ['takeBack', 'span'], timeout: 900_000 },
      async () => {
        for (let seed = 1; seed <= SEEDS[engine.name]; seed += 1)
          expect(await undeliveredStory(db(), seed)).toEqual({ seed, lost: [], left: [], sums: [], health: [] });
      },
    );

    promise('does not count as delivered already in the next read', { without: 'takeBack' }, async () => {
      await emptyReads(db());
      const world = await deletesWorld(db(), { plan: { schedule: '*/10 * * * *', backfillDays: 0 } });
      try {
        const { fixture, useCases, plan } = world;
        const [changed = ''] = world.ids();
        const updated = Date.now();
        world.lab.control.changeRecords('acme', { object: 'things', id: changed, updated });
        await world.readChanges();
        await world.readChanges();
        expect(await world.current()).toEqual([changed]);
        const messageIds = (await fixture.messages()).map(({ id }) => id);
        await useCases.settleMessages(newId(), { projectId: plan.projectId, messageIds, failed: messageIds.length });
        await world.readChanges();
        expect(await world.current()).toEqual([changed, changed]);
      } finally {
        await world.stop();
      }
    });

    promise(
      'is counted once and never read again for a resend, whatever becomes of it',
      { without: 'settledOnce' },
      async () => {
        await emptyReads(db());
        const world = await deletesWorld(db(), { plan: { schedule: '*/10 * * * *', backfillDays: 0 } });
        try {
          const { fixture, useCases, plan } = world;
          const [changed = ''] = world.ids();
          world.lab.control.changeRecords('acme', { object: 'things', id: changed, updated: Date.now() });
          await world.readChanges();
          const { projectId } = plan;
          const messageIds = (await fixture.messages()).map(({ id }) => id);
          const settle = (failed: number) => useCases.settleMessages(newId(), { projectId, messageIds, failed });
          const hold = (isHeld: boolean, seq: number) =>
            useCases.noteHeld(newId(), { projectId, messageIds, isHeld, seq });
          const totals = async () => {
            const [row] = await db()('operations').where({ records_processed: 1 });
            return [row.records_delivered, row.records_undelivered, row.records_held].map(Number);
          };
          await settle(0);
          expect(await totals()).toEqual([1, 0, 0]);
          await settle(0);
          await hold(true, 1);
          await settle(messageIds.length);
          expect(await totals()).toEqual([1, 0, 0]);
          expect(await db()('schedules').pluck('undelivered_from')).toEqual([null]);
          await world.readChanges();
          expect(await world.current()).toEqual([changed]);
        } finally {
          await world.stop();
        }
      },
    );

    promise(
      'stays forgotten, although a read looked at it before and commits after',
      { without: 'seenAgain' },
      async () => {
        await emptyReads(db());
        const world = await deletesWorld(db(), { plan: { schedule: '*/10 * * * *', backfillDays: 0 } });
        try {
          const { fixture, lab, plan } = world;
          const [changed = ''] = world.ids();
          lab.control.changeRecords('acme', { object: 'things', id: changed, updated: Date.now() });
          await world.readChanges();
          const messageIds = (await fixture.messages()).map(({ id }) => id);
          const stores = sqlStores(db());
          const find: typeof stores.boundary.find = async (object, keys) => {
            const found = await stores.boundary.find(object, keys);
            await world.useCases.settleMessages(newId(), { projectId: plan.projectId, messageIds, failed: 1 });
            return found;
          };
          await world.readChanges({ stores: { ...stores, boundary: { ...stores.boundary, find } } });
          expect(await world.current()).toEqual([changed]);
          await world.readChanges();
          expect(await world.current()).toEqual([changed, changed]);
        } finally {
          await world.stop();
        }
      },
    );

    promise('is reported again by the next sweep, if it was a deleted record', { without: 'knownAgain' }, async () => {
      await emptyReads(db());
      const world = await deletesWorld(db(), { plan: { sweepSchedule: '0 3 * * *' } });
      try {
        const { fixture, useCases, plan } = world;
        await world.runAll();
        await world.sweep();
        const [first = ''] = world.ids();
        world.deleteRecord(first);
        await world.sweep();
        expect(await world.tombstones()).toEqual([first]);
        const stone = (await fixture.messages()).find(({ text }) => text.includes('isDeleted'));
        const settled = { projectId: plan.projectId, messageIds: [stone?.id ?? ''], failed: 1 };
        await useCases.settleMessages(newId(), settled);
        await world.sweep();
        expect(await world.tombstones()).toEqual([first, first]);
        await world.sweep();
        expect(await world.tombstones()).toEqual([first, first]);
      } finally {
        await world.stop();
      }
    });

    promise(
      'H4: is read again at once when a pause ends that has postponed it',
      { without: 'rereadAfterPause' },
      async () => {
        await emptyReads(db());
        const world = await deletesWorld(db(), { plan: { schedule: '*/10 * * * *', backfillDays: 0 } });
        try {
          const { useCases, plan } = world;
          const { projectId, integrationId, installationId } = plan;
          const setPaused = (isPaused: boolean) =>
            useCases.setPaused({ projectId, integrationId, installationId, objects: [], note: '' }, isPaused);
          const rereadDue = async () => {
            await useCases.rereadUndelivered();
            await world.runAll();
          };
          const [changed = ''] = world.ids();
          world.lab.control.changeRecords('acme', { object: 'things', id: changed, updated: Date.now() });
          await world.readChanges();
          const messageIds = (await world.fixture.messages()).map(({ id }) => id);
          await useCases.settleMessages(newId(), { projectId, messageIds, failed: messageIds.length });
          await setPaused(true);
          await rereadDue();
          expect(await world.current()).toEqual([changed]);
          await setPaused(false);
          await rereadDue();
          expect(await world.current()).toEqual([changed, changed]);
        } finally {
          await world.stop();
        }
      },
    );

    it.each([
      ['after a change of the destination', 'refused', 'looked at first'],
      ['after a change of the destination that nobody had looked at', 'refused', 'changed first'],
      ['at once if its destination was deleted meanwhile', 'deleted', ''],
    ] as const)('is read again once if an active destination refused it, and again %s', async (_when, end, order) => {
      const world = await deletesWorld(db(), { plan: { destinationId: newId() } });
      try {
        const { useCases, plan } = world;
        const { projectId, destinationId = '' } = plan;
        const count = async () => (await world.current()).length;
        const refuse = async () => {
          const messageIds: string[] = await db()('messages').where({ state: 'pending' }).pluck('id');
          await useCases.settleMessages(newId(), { projectId, messageIds, failed: 1, isRefused: true });
        };
        const change = async () => {
          await useCases.followDestination(newId(), destination, 2);
          while (await useCases.walkDestinations());
        };
        const rereadDue = async () => {
          await db()('schedules').whereNotNull('reread_time').update({ reread_time: 1 });
          await useCases.rereadUndelivered();
          await world.runAll();
        };
        const destination = { projectId, destinationId, name: 'crm-webhook', status: 'active' as const };
        await useCases.followDestination(newId(), destination, 1);
        await world.runAll();
        await refuse();
        await rereadDue();
        expect(await count()).toBe(90);
        if (end === 'deleted') {
          const messageIds: string[] = await db()('messages').where({ state: 'pending' }).pluck('id');
          const deletion = { deletedDestinationId: newId() };
          await useCases.settleMessages(newId(), { projectId, messageIds, failed: 1, ...deletion });
        } else await refuse();
        if (order === 'looked at first') {
          for (let round = 0; round < 3; round += 1) await rereadDue();
          expect(await count()).toBe(90);
        }
        if (end === 'refused') await change();
        for (let round = 0; round < 3; round += 1) await rereadDue();
        expect(await count()).toBe(135);
      } finally {
        await world.stop();
      }
    });
  });
});
