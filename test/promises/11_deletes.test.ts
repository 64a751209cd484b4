import { afterEach, describe, expect, it } from '@jest/globals';
import type { Deleted } from '../../connectors/engine/file/deleted_facts.ts';
import { allRules, type Rules } from '../../lib/rules/rules.ts';
import { migrations } from '../../services/reads/migrations/migrations.ts';
import { deletesWorld, type DeletesWorld } from '../support/deletes_world.ts';
import { emptyReads } from '../support/empty_reads.ts';
import { forEachEngine } from '../support/engines.ts';
import { promise } from '../support/promise.ts';

forEachEngine((engine) => {
  type Options = Omit<Parameters<typeof deletesWorld>[1], 'rules'>;
  const db = engine.suiteDatabase(migrations);
  afterEach(() => emptyReads(db()));

  async function on(rules: Rules, options: Options, body: (world: DeletesWorld) => Promise<void>): Promise<void> {
    const world = await deletesWorld(db(), { rules, ...options });
    try {
      await body(world);
    } finally {
      await world.stop();
    }
  }

  describe('what a provider reports as deleted', () => {
    const ways: [string, Deleted][] = [
      ['a mark on a listed record', { when: { path: 'state', equals: 'gone' }, at: 'gone_at' }],
      ['a mark, in a list that is asked for it', { when: { path: 'is_gone' }, ask: { query: { with_gone: true } } }],
      ['a list of its own', { at: 'gone_at', list: { query: { gone: true } } }],
    ];
    for (const [name, deleted] of ways)
      promise(`arrives as a tombstone: by ${name}`, { without: 'tombstones' }, (rules) =>
        on(rules, { deleted, plan: { schedule: '*/10 * * * *' } }, async (world) => {
          const [never, first, second] = world.ids() as [string, string, string];
          world.deleteRecord(never);
          await world.runAll();
          expect(await world.tombstones()).toEqual([]);
          expect((await world.living()).sort()).toEqual(world.ids().sort());
          world.deleteRecord(first);
          await world.readChanges();
          // The first read of changes reaches back behind the backfill, to what happened before it.
          expect((await world.tombstones()).filter((id) => id !== never)).toEqual([first]);
          const stone = (await world.told()).find((one) => one['id'] === first);
          expect(stone).toEqual({
            id: first,
            isDeleted: true,
            ...(deleted.at && { deletedAt: expect.any(String) }),
            fields: {},
            mappedFields: {},
            raw: expect.objectContaining({ id: expect.anything() }),
          });
          world.deleteRecord(second);
          await world.readChanges();
          expect(new Set(await world.tombstones())).toEqual(new Set([never, first, second]));
        }),
      );
  });

  describe('where the provider tells of none, a sweep of all ids', () => {
    const swept = { plan: { sweepSchedule: '0 3 * * *', schedule: '*/10 * * * *' } };
    const lastOf = async (world: DeletesWorld) =>
      (await world.operations()).at(-1) as { state: string; result: string };

    /** Backfilled, so that all ids are known. */
    async function known(rules: Rules, options: Options, body: (world: DeletesWorld) => Promise<void>): Promise<void> {
      await on(rules, { ...swept, ...options }, async (world) => {
        await world.runAll();
        await body(world);
      });
    }

    it('tells what is gone, once, and nothing else', () =>
      known(allRules, {}, async (world) => {
        await world.sweep();
        expect(await world.tombstones()).toEqual([]);
        const [first, second] = world.ids() as [string, string];
        world.deleteRecord(first);
        world.deleteRecord(second);
        const made = world.lab.control.changeRecords('acme', { object: 'things', count: 3 });
        await world.sweep();
        expect((await world.tombstones()).sort()).toEqual([first, second].sort());
        expect(await lastOf(world)).toMatchObject({ read_type: 'sweep', state: 'success' });
        await world.sweep();
        expect((await world.tombstones()).length).toBe(2);
        world.deleteRecord(made[0] as string); // listed by a sweep, never delivered: known all the same
        await world.sweep();
        expect((await world.tombstones()).length).toBe(3);
        expect((await world.living()).length).toBe(45); // a sweep delivers no records
      }));

    promise(
      'does not believe in a large loss until a second whole sweep says the same',
      { without: 'sweepGuard' },
      (rules) =>
        known(rules, {}, async (world) => {
          const gone = world.ids().slice(0, 20);
          for (const id of gone) world.deleteRecord(id);
          await world.sweep();
          expect(await world.tombstones()).toEqual([]);
          expect(await lastOf(world)).toMatchObject({
            state: 'failure',
            result: expect.stringContaining('missed 20 of 45 known records, more than 20 %'),
          });
          await world.sweep();
          expect((await world.tombstones()).sort()).toEqual(gone.sort());
          expect(await lastOf(world)).toMatchObject({ state: 'success' });
        }),
    );

    for (const [name, paging] of [
      ['a list paged by counting', { kind: 'offset', param: 'offset' }],
      ['a list whose URLs may count', { kind: 'linkHeader' }],
      ['a list whose tokens hide a count', { kind: 'cursor', path: 'next', param: 'after' }],
    ] as const)
      promise(
        `takes no record for gone that a deletion moved past it, in ${name}`,
        { without: 'sweepGuard' },
        (rules) =>
          known(rules, { paging }, async (world) => {
            world.addFault({ kind: 'delete-records', count: 2 });
            await world.sweep();
            expect(await world.tombstones()).toEqual([]);
            await world.sweep();
            const living = new Set(world.ids());
            expect((await world.tombstones()).filter((id) => living.has(id))).toEqual([]);
          }),
      );

    it('tells of it at once where tokens mark a record, and of nothing that a deletion would have moved', () =>
      known(allRules, {}, async (world) => {
        const [first] = world.ids() as [string];
        world.deleteRecord(first);
        world.addFault({ kind: 'delete-records', count: 2 });
        await world.sweep();
        expect(await world.tombstones()).toEqual([first]);
        expect(await lastOf(world)).toMatchObject({ read_type: 'sweep', state: 'success' });
      }));

    for (const [name, fault] of [
      ['a 404 in the middle', { kind: '500', status: 404, afterPage: 2 }],
      ['a page that comes again and again', { kind: 'repeat-page', afterPage: 2, times: 50 }],
      ['a body cut off', { kind: 'cut', afterPage: 2, times: 50 }],
    ] as const)
      promise(`tells nothing on ${name}`, { without: 'sweepGuard' }, (rules) =>
        known(rules, {}, async (world) => {
          const [first] = world.ids() as [string];
          world.deleteRecord(first);
          world.addFault(fault);
          await world.sweep();
          for (let tries = 0; tries < 12 && (await lastOf(world)).state === 'parked'; tries += 1) await world.goOn();
          expect(await world.tombstones()).toEqual([]);
          expect((await lastOf(world)).state).toBe('failure');
          world.lab.control.clearFaults('acme');
          await world.sweep();
          expect(await world.tombstones()).toEqual([first]);
        }),
      );

    it('goes on after an interruption, and short and empty pages mislead it as little as they do a read', () =>
      known(allRules, {}, async (world) => {
        const [first] = world.ids() as [string];
        world.deleteRecord(first);
        world.addFault({ kind: 'short-page' });
        world.addFault({ kind: 'empty-page' });
        world.addFault({ kind: 'drop-connection', afterPage: 3 });
        await world.sweep();
        expect(await world.tombstones()).toEqual([]);
        const made = world.lab.control.changeRecords('acme', { object: 'things', count: 2 });
        await world.goOn();
        expect(await world.tombstones()).toEqual([first]);
        expect(made.length).toBe(2);
      }));

    promise(
      'tells nothing where the account changed between its tick and its start',
      { without: 'sweepGuard' },
      (rules) =>
        known(rules, {}, async (world) => {
          const [first] = world.ids() as [string];
          await world.tickSweep();
          world.plan.connectionId = world.plan.installationId;
          world.plan.installationUpdateTime += 1;
          world.deleteRecord(first); // the other account has all but this one
          await world.runAll();
          expect(await world.tombstones()).toEqual([]);
          await world.follow();
          await world.sweep();
          await world.sweep();
          expect(await world.tombstones()).toEqual([]);
        }),
    );

    it('says where a sweep that was due is left out', () =>
      known(allRules, {}, async (world) => {
        const leftOut = async () => {
          const rows: { msg: string }[] = await db()('operation_logs').orderBy('id').select('msg');
          return rows.flatMap(({ msg }) => /left out: (.*)\.$/.exec(msg)?.[1] ?? []);
        };
        await world.tickSweep();
        await world.tickSweep();
        expect(await leftOut()).toEqual(['this one had not finished']);
        await world.runAll();
        for (let asked = 0; asked < 11; asked += 1) await world.trigger();
        await world.tickSweep();
        expect((await leftOut()).slice(1)).toEqual(['ten operations of this object wait already']);
      }));

    it('forgets ids by a word, however many, and deletes them in portions', () =>
      known(allRules, {}, async (world) => {
        const count = async () => Number((await db()('known_records').count({ n: '*' }))[0]?.n);
        const { knownRecords, sweeps } = world.fixture.stores;
        const ids = Array.from({ length: 1_200 }, (_, at) => `old-${at}`);
        await knownRecords.see(world.plan, ids, 0);
        const all = await count();
        world.plan.sweepSchedule = '';
        world.plan.installationUpdateTime += 1;
        await world.follow();
        expect([await sweeps.find(world.plan), await count()]).toEqual([undefined, all]);
        world.plan.sweepSchedule = '0 3 * * *';
        world.plan.installationUpdateTime += 1;
        await world.follow(); // declared again, before anything is deleted
        await world.sweep();
        await world.sweep();
        expect(await world.tombstones()).toEqual([]);
        expect(await lastOf(world)).toMatchObject({ state: 'success' });
        const before = await count();
        expect(await world.useCases.dropForgottenIds()).toBe(true);
        expect(before - (await count())).toBe(500);
        while (await world.useCases.dropForgottenIds());
        expect(await count()).toBe(world.ids().length);
        await world.useCases.forgetInstallation('e-gone', world.plan);
        expect(await count()).toBe(world.ids().length);
        while (await world.useCases.dropForgottenIds());
        expect([await count(), Number((await db()('sweeps').count({ n: '*' }))[0]?.n)]).toEqual([0, 0]);
      }));

    it('knows the records of other filters, or of another account, anew', () =>
      known(allRules, {}, async (world) => {
        await world.sweep();
        const [first] = world.ids() as [string];
        world.deleteRecord(first);
        world.plan.connectionId = world.plan.installationId;
        world.plan.installationUpdateTime += 1;
        await world.follow();
        await world.sweep();
        expect(await world.tombstones()).toEqual([]);
      }));
  });
});
