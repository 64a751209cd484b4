import { afterEach, describe, expect, it } from '@jest/globals';
import type { Deleted } from '../../connectors/engine/file/deleted_facts.ts';
import { migrations } from '../../services/reads/migrations/migrations.ts';
import { type DeletesWorld, deletesWorld } from '../support/deletes_world.ts';
import { emptyReads } from '../support/empty_reads.ts';
import { forEachEngine } from '../support/engines.ts';
import { promise } from '../support/promise.ts';

forEachEngine((engine) => {
  type Options = Parameters<typeof deletesWorld>[1];
  const db = engine.suiteDatabase(migrations);
  afterEach(() => emptyReads(db()));

  async function on(options: Options, body: (world: DeletesWorld) => Promise<void>): Promise<void> {
    const world = await deletesWorld(db(), { ...options });
    try {
      await body(world);
    } finally {
      await world.stop();
    }
  }

  describe('a record that the provider reports as deleted', () => {
    const ways: [string, Deleted][] = [
      ['a mark on a listed record', { when: { path: 'state', equals: 'gone' }, at: 'gone_at' }],
      [
        'a mark, in a list with a query that includes deleted records',
        { when: { path: 'is_gone' }, ask: { query: { with_gone: true } } },
      ],
      ['a separate list', { at: 'gone_at', list: { query: { gone: true } } }],
    ];
    for (const [name, deleted] of ways)
      promise(`arrives as a tombstone: by ${name}`, { without: 'tombstones' }, () =>
        on({ deleted, plan: { schedule: '*/10 * * * *' } }, async (world) => {
          const [never, first, second] = world.ids() as [string, string, string];
          world.deleteRecord(never);
          await world.runAll();
          expect(await world.tombstones()).toEqual([]);
          expect((await world.current()).sort()).toEqual(world.ids().sort());
          world.deleteRecord(first);
          await world.readChanges();
          // The first incremental read starts before the backfill and includes earlier deletions.
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

  describe('if the provider reports no deletions, a sweep of all ids', () => {
    const swept = { plan: { sweepSchedule: '0 3 * * *', schedule: '*/10 * * * *' } };
    const lastOf = async (world: DeletesWorld) =>
      (await world.operations()).at(-1) as { state: string; result: string };

    /** After a backfill, so that all ids are known. */
    async function known(options: Options, body: (world: DeletesWorld) => Promise<void>): Promise<void> {
      await on({ ...swept, ...options }, async (world) => {
        await world.runAll();
        await body(world);
      });
    }

    it('reports deleted records, once, and nothing else', () =>
      known({}, async (world) => {
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
        world.deleteRecord(made[0] as string); // listed by a sweep, never delivered, but known
        await world.sweep();
        expect((await world.tombstones()).length).toBe(3);
        expect((await world.current()).length).toBe(45); // a sweep delivers no records
      }));

    promise('reports a large loss only after a second complete sweep has confirmed it', { without: 'sweepGuard' }, () =>
      known({}, async (world) => {
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
      ['a list with offset paging', { kind: 'offset', param: 'offset' }],
      ['a list whose next URLs may contain an offset', { kind: 'linkHeader' }],
      ['a list whose tokens may contain an offset', { kind: 'cursor', path: 'next', param: 'after' }],
    ] as const)
      promise(
        `does not report a record as deleted that a deletion moved to another page, in ${name}`,
        { without: 'sweepGuard' },
        () =>
          known({ paging }, async (world) => {
            world.addFault({ kind: 'delete-records', count: 2 });
            await world.sweep();
            expect(await world.tombstones()).toEqual([]);
            await world.sweep();
            const current = new Set(world.ids());
            expect((await world.tombstones()).filter((id) => current.has(id))).toEqual([]);
          }),
      );

    it('reports deletions at once if page tokens name a record, and no record that a deletion would have moved', () =>
      known({}, async (world) => {
        const [first] = world.ids() as [string];
        world.deleteRecord(first);
        world.addFault({ kind: 'delete-records', count: 2 });
        await world.sweep();
        expect(await world.tombstones()).toEqual([first]);
        expect(await lastOf(world)).toMatchObject({ read_type: 'sweep', state: 'success' });
      }));

    for (const [name, fault] of [
      ['a 404 in the middle', { kind: '500', status: 404, afterPage: 2 }],
      ['a page that repeats', { kind: 'repeat-page', afterPage: 2, times: 50 }],
      ['a truncated body', { kind: 'cut', afterPage: 2, times: 50 }],
    ] as const)
      promise(`reports nothing on ${name}`, { without: 'sweepGuard' }, () =>
        known({}, async (world) => {
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

    it('resumes after an interruption, and reads past short and empty pages like any read', () =>
      known({}, async (world) => {
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

    promise('reports nothing if the account changed between its tick and its start', { without: 'sweepGuard' }, () =>
      known({}, async (world) => {
        const [first] = world.ids() as [string];
        await world.tickSweep();
        world.plan.connectionId = world.plan.installationId;
        world.plan.installationUpdateTime += 1;
        world.deleteRecord(first); // the other account has all except this one
        await world.runAll();
        expect(await world.tombstones()).toEqual([]);
        await world.follow();
        await world.sweep();
        await world.sweep();
        expect(await world.tombstones()).toEqual([]);
      }),
    );

    it('logs the reason when a due sweep is skipped', () =>
      known({}, async (world) => {
        const leftOut = async () => {
          const rows: { msg: string }[] = await db()('operation_logs').orderBy('id').select('msg');
          return rows.flatMap(({ msg }) => /skipped: (.*)\.$/.exec(msg)?.[1] ?? []);
        };
        await world.tickSweep();
        await world.tickSweep();
        expect(await leftOut()).toEqual(['this one had not finished']);
        await world.runAll();
        for (let asked = 0; asked < 11; asked += 1) await world.trigger();
        await world.tickSweep();
        expect((await leftOut()).slice(1)).toEqual(['ten operations of this object are already waiting']);
      }));

    it('marks any number of ids as forgotten with one write, and deletes them in batches', () =>
      known({}, async (world) => {
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
        await world.follow(); // declared again, before the deletion
        await world.sweep();
        await world.sweep();
        expect(await world.tombstones()).toEqual([]);
        expect(await lastOf(world)).toMatchObject({ state: 'success' });
        const before = await count();
        expect(await world.fixture.dropDue('knownRecords')).toBe(true);
        expect(before - (await count())).toBe(500);
        while (await world.fixture.dropDue('knownRecords'));
        expect(await count()).toBe(world.ids().length);
        await world.useCases.forgetInstallation('e-gone', world.plan);
        expect(await count()).toBe(world.ids().length);
        while (await world.fixture.dropDue('knownRecords'));
        expect([await count(), Number((await db()('sweeps').count({ n: '*' }))[0]?.n)]).toEqual([0, 0]);
      }));

    it('rebuilds the known ids after a change of filters or of the account', () =>
      known({}, async (world) => {
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
