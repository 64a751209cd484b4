import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '../../lib/ids/ids.ts';
import { forEachEngine } from '../support/engines.ts';
import { promise } from '../support/promise.ts';
import { forEachMount, heldWritesOf, type WorkWorld, workWorld } from '../support/work_mounts.ts';

const LEASE = 60_000;

forEachEngine((engine) =>
  forEachMount((mount) => {
    const db = engine.suiteDatabase(mount.migrations);
    let world: WorkWorld;
    const claim = async (limit = 1) => world.queue.claim(limit, LEASE);
    const claimOne = async () => {
      const [one] = await claim();
      if (!one) throw new Error('Nothing was claimed.');
      return one;
    };
    const end = { state: 'success', result: '', now: 2 } as const;

    beforeEach(async () => {
      world = workWorld(db(), mount);
      await world.clear();
    });
    afterEach(() => world.resetClock());

    describe('a claim', () => {
      it('gives each operation to one of many claimers', async () => {
        const database = await engine.open(mount.migrations);
        const { add, queueOf } = workWorld(database.db, mount);
        const ids = (await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => add(name, { count: 25 })))).flat();
        const claimers = Array.from({ length: 6 }, () => queueOf(database.replica({ poolSize: 2 })));
        const taken = await Promise.all(
          claimers.map(async (queue) => {
            const mine: string[] = [];
            // A claimer may find that others hold the turns of all owners, so it asks more than once.
            for (let empty = 0; empty < 5; ) {
              const some = await queue.claim(4, LEASE);
              empty = some.length === 0 ? empty + 1 : 0;
              mine.push(...some.map(({ id }) => id));
            }
            return mine;
          }),
        );
        expect(taken.flat().toSorted()).toEqual(ids.toSorted());
        await database.close();
      });

      it('returns the columns of the service, and the fence that was written', async () => {
        const [id] = await world.add('a', { key: 'payload' });
        const claimed = await claimOne();
        expect(claimed).toMatchObject({
          id,
          ...world.ownerOf('a'),
          fence: 1,
          tries: 1,
          rateLimits: 0,
          isContinued: false,
        });
        expect(claimed.row[mount.textColumn]).toBe('payload');
        expect(await world.row(claimed.id)).toMatchObject({ state: 'running', fence: 1, tries: 1, attempts: 1 });
      });

      it('begins no transaction when nothing is due and nobody is in line', async () => {
        const seen: string[] = [];
        const note = ({ sql }: { sql: string }) => void seen.push(sql);
        db().on('query', note);
        expect(await claim()).toEqual([]);
        db().off('query', note);
        expect(seen).toEqual([expect.stringMatching(/^select/)]);
      });

      it('takes nothing with a limit of 0', async () => {
        await world.add('a');
        expect(await claim(0)).toEqual([]);
      });

      it('takes the oldest of an owner first', async () => {
        const ids = await world.add('a', { count: 3 });
        await db()(mount.tables.operations).where({ id: ids[2] }).update({ next_time: 1 });
        expect((await claimOne()).id).toBe(ids[2]);
      });
    });

    describe('a lease', () => {
      it('keeps others from the operation until it expires, and while it is renewed', async () => {
        await world.add('a');
        const held = await claimOne();
        world.advance(LEASE - 5_000);
        expect(await claim()).toEqual([]);
        expect(await world.queue.heartbeat(held, LEASE)).toBe(true);
        world.advance(LEASE - 5_000);
        expect(await claim()).toEqual([]);
        world.advance(10_000);
        expect(await claimOne()).toMatchObject({ id: held.id, fence: held.fence + 1, tries: 2 });
      });

      it('starts later each time when it is lost again without progress', async () => {
        const [id = ''] = await world.add('a');
        const starts: (number | string)[] = [];
        for (let loss = 0; loss < 3; loss += 1) {
          const [claimed] = await claim();
          starts.push(claimed?.tries ?? (await world.row(id)).state);
          await world.expire();
        }
        expect(starts).toEqual([1, 2, 'parked']);
        world.advance(2_000);
        const third = await claimOne();
        expect(third.tries).toBe(3);
        await world.queue.progress(third, { leaseMs: LEASE, now: 2 });
        await world.expire();
        expect((await claimOne()).tries).toBe(1);
      });

      for (const method of Object.keys(heldWritesOf({} as never, '')) as (keyof ReturnType<typeof heldWritesOf>)[])
        promise(`that was lost lets its worker write nothing: ${method}`, { without: 'fence' }, async () => {
          await world.clear();
          await world.add('a');
          const late = await claimOne();
          await world.expire();
          const current = await claimOne();
          const before = await world.row(current.id);
          expect(await heldWritesOf(world.queue, mount.textColumn)[method](late)).toBe(false);
          expect(await world.row(current.id)).toEqual(before);
          expect(await heldWritesOf(world.queue, mount.textColumn)[method](current)).toBe(true);
        });

      it('of another project lets nobody write', async () => {
        await world.add('a');
        const held = await claimOne();
        expect(await world.queue.finish({ ...held, projectId: newId() }, end)).toBe(false);
        expect(await world.queue.release({ ...held, projectId: newId() })).toBe(false);
        expect(await world.queue.finish(held, end)).toBe(true);
      });

      it('cannot be used after the end', async () => {
        await world.add('a');
        const held = await claimOne();
        expect(await world.queue.finish(held, end)).toBe(true);
        expect(await world.queue.finish(held, { ...end, state: 'failure' })).toBe(false);
        expect(await world.queue.release(held)).toBe(false);
        expect(await world.row(held.id)).toMatchObject({ state: 'success', active_key: null });
      });

      it('is lost when all operations of its owner are cancelled', async () => {
        await world.add('a', { count: 2 });
        const [other] = await world.add('b');
        const held = (await claim(3)).find((one) => world.nameOf(one) === 'a')!;
        const rows = await world.queue.cancelAll(world.ownerOf('a'), { result: 'gone', now: 5 }, ['state']);
        expect(rows).toHaveLength(2);
        expect(await world.queue.finish(held, end)).toBe(false);
        expect(await world.row(held.id)).toMatchObject({ state: 'failure', result: 'gone', active_key: null });
        expect(await world.row(other!)).toMatchObject({ state: 'running' });
        expect(await claim(9)).toEqual([]);
      });
    });

    describe('an operation that waits', () => {
      it('until a time is claimed from then on, and not before', async () => {
        await world.add('a');
        await world.queue.park(await claimOne(), { waitMs: 60_000, isRateLimit: false, now: 2 });
        world.advance(55_000);
        expect(await claim()).toEqual([]);
        world.advance(10_000);
        expect((await claimOne()).tries).toBe(2);
      });

      it('counts a try, a rate limit, or none', async () => {
        await world.add('a');
        const counts = async () => {
          const { tries, rateLimits, isContinued } = await claimOne();
          await world.expire();
          return [tries, rateLimits, isContinued];
        };
        const wait = { waitMs: 0, now: 2 };
        await world.queue.park(await claimOne(), { ...wait, isRateLimit: true });
        await world.queue.park(await claimOne(), { ...wait, isRateLimit: true });
        await world.queue.postpone(await claimOne(), wait);
        expect(await counts()).toEqual([1, 2, true]);
        await world.queue.park(await claimOne(), { ...wait, isRateLimit: false });
        expect(await counts()).toEqual([3, 2, false]);
        const [{ attempts }] = await world.rows();
        expect(Number(attempts)).toBe(5);
      });

      it('for another one with its key is promoted in order, one at a time', async () => {
        const [first, second, third] = [
          ...(await world.add('a', { key: 'k' })),
          ...(await world.add('a', { key: 'k', state: 'waiting', count: 2 })),
        ];
        const place = { ...world.ownerOf('a'), activeKey: 'k' };
        const same = { [mount.textColumn]: 'k' };
        for (const id of [first, second, third]) {
          const claimed = await claim(9);
          expect(claimed.map((one) => one.id)).toEqual([id]);
          await world.queue.finish(claimed[0]!, end);
          await world.queue.promote(place, same);
        }
        expect(await world.queue.promote(place, same)).toBeUndefined();
        expect((await world.rows()).map(({ state }) => state)).toEqual(['success', 'success', 'success']);
      });

      it('cannot become active beside one with the same key', async () => {
        await world.add('a', { key: 'k' });
        await expect(world.add('b', { key: 'k' })).rejects.toThrow(/unique|duplicate/i);
      });

      it('deferred blocks no other, and comes back when it is resumed', async () => {
        const [first] = await world.add('a', { key: 'k' });
        const place = { ...world.ownerOf('a'), id: first!, activeKey: 'k' };
        const wait = { waitMs: 60_000, now: 2, isCounted: true };
        await world.queue.defer(await claimOne(), wait);
        world.advance(90_000);
        expect(await claim()).toEqual([]);
        expect(await world.queue.listDeferred(5, ['id'])).toEqual([{ id: first }]);
        await world.queue.deferLonger({ projectId: place.projectId, id: place.id }, 60_000);
        expect(await world.queue.listDeferred(5, ['id'])).toEqual([]);
        const [second] = await world.add('a', { key: 'k' });
        expect(await world.queue.resume(place)).toBe('waiting');
        expect(await world.queue.resume(place)).toBeNull();
        const held = await claimOne();
        expect(held.id).toBe(second);
        await world.queue.defer(held, wait);
        expect(await world.queue.resume({ ...place, id: second! })).toBe('ready');
        expect((await claimOne()).id).toBe(second);
      });
    });

    describe('an operation that is given back', () => {
      it('can be claimed at once, and no try is counted', async () => {
        await world.add('a');
        await world.queue.release(await claimOne());
        expect(await claimOne()).toMatchObject({ tries: 1, fence: 2 });
      });

      it('between two steps continues without a new try', async () => {
        await world.add('a');
        await world.queue.yieldSlot(await claimOne(), { chargeMs: 0 });
        const again = await claimOne();
        expect(again).toMatchObject({ tries: 1, isContinued: true });
        expect(Number((await world.row(again.id)).attempts)).toBe(1);
      });
    });
  }),
);
