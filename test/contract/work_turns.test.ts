import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ClaimOptions } from '../../lib/work/fair_turns.ts';
import { forEachEngine } from '../support/engines.ts';
import { promise } from '../support/promise.ts';
import { EXPORTS, forEachMount, type WorkWorld, workWorld } from '../support/work_mounts.ts';

const SLICE = 1_000;
const OPTIONS: ClaimOptions = { timeSliceMs: SLICE, holders: [], reservesLast: false };

forEachEngine((engine) => {
  forEachMount((mount) => {
    const db = engine.suiteDatabase(mount.migrations);
    let world: WorkWorld;
    const claim = (slots: number, options = OPTIONS) => world.queue.claim(slots, 60_000, options);

    beforeEach(async () => {
      world = workWorld(db(), mount);
      await world.clear();
    });

    describe('beside a flood of 600 operations of one owner', () => {
      async function expectOtherSoon(): Promise<void> {
        await claim(15);
        await world.add('other');
        expect((await claim(2)).map(world.nameOf)).toContain('other');
      }

      promise("another owner's is among the next two that are claimed", { without: 'fairness' }, async () => {
        await world.clear();
        await world.add('flood', { count: 600 });
        await expectOtherSoon();
      });

      promise('the same holds when all 600 were parked and are due at once', { without: 'fairness' }, async () => {
        await world.clear();
        await world.add('flood', { count: 600 });
        await db()(mount.tables.operations).update({ state: 'parked', next_time: 1 });
        await world.turns().update({ state: 'idle' });
        await expectOtherSoon();
      });
    });

    promise('owners get the same slot time, whatever their steps cost', { without: 'fairness' }, async () => {
      await world.clear();
      const costs: Record<string, number> = { cheap: 20, dear: 700, slow: 2_500 };
      await world.add('cheap', { count: 8 });
      await world.add('dear', { count: 3 });
      await world.add('slow', { count: 2 });
      const got: Record<string, number> = { cheap: 0, dear: 0, slow: 0 };
      for (let round = 0; round < 60; round += 1) {
        const [held] = await claim(1);
        if (!held) throw new Error('Nothing was claimed.');
        const cost = costs[world.nameOf(held)] ?? 1;
        const used = Math.ceil(SLICE / cost) * cost;
        got[world.nameOf(held)]! += used;
        await world.queue.yieldSlot(held, { chargeMs: used - SLICE });
      }
      const times = Object.values(got);
      expect(Math.max(...times) - Math.min(...times)).toBeLessThanOrEqual(SLICE + costs['slow']!);
    });

    promise('one claim never takes an operation twice', { without: 'picked' }, async () => {
      await world.clear();
      await world.add('short');
      await world.add('long', { count: 4 });
      const ids = (await claim(4)).map(({ id }) => id);
      expect(new Set(ids).size).toBe(4);
    });

    it('the last slot goes to an owner that holds none', async () => {
      await world.add('flood', { count: 20 });
      const options = { ...OPTIONS, reservesLast: true };
      expect(await claim(4, options)).toHaveLength(3);
      await world.add('other');
      const holders = [world.ownerOf('flood').ownerId];
      expect((await claim(1, { ...options, holders })).map(world.nameOf)).toEqual(['other']);
    });

    it('an owner without work is not in line, and returns at the turn of the first', async () => {
      await world.add('a', { count: 2 });
      expect(await world.queue.firstInLine(5)).toEqual([world.ownerOf('a').ownerId]);
      for (const held of await claim(2)) await world.queue.finish(held, { state: 'success', result: '', now: 2 });
      await world.queue.settle(world.ownerOf('a'), 50_000);
      expect(await world.queue.firstInLine(5)).toEqual([]);
      await world.add('b', { count: 2 });
      await world.add('a', { count: 2 });
      const turns = await world.turns().orderBy(mount.tables.ownerColumn).pluck('turn');
      expect(new Set(turns.map(Number)).size).toBe(1);
    });

    it('owners that older code made ready are put in line, a step at a time', async () => {
      await world.add('old', { count: 3 });
      await world.turns().del();
      expect(await claim(3)).toEqual([]);
      expect(await world.queue.repairTurns(0, 2)).toBeGreaterThan(0);
      expect(await claim(3)).toHaveLength(3);
    });

    if (engine.name === 'mariadb')
      it('the next operation is found in index order, without a sort', async () => {
        const { ownerColumn, operations } = mount.tables;
        await world.add('flood', { count: 200 });
        const order = mount.tables.priorityColumn ? 'priority, next_time' : 'next_time';
        const [rows] = await db().raw(
          `explain select id from ${operations} force index (${operations}_turn) where state = 'ready' and ${ownerColumn} = ? order by ${order} limit 3 for update skip locked`,
          [world.ownerOf('flood').ownerId],
        );
        expect(`${rows[0].key}: ${rows[0].Extra}`).toMatch(/_turn: (?!.*filesort)/);
      });
  });

  describe('a priority', () => {
    const db = engine.suiteDatabase(EXPORTS.migrations);
    let world: WorkWorld;
    beforeEach(async () => {
      world = workWorld(db(), EXPORTS);
      await world.clear();
    });

    promise("orders an owner's own work", { without: 'workPriority' }, async () => {
      await world.clear();
      await world.add('a', { count: 3, own: { priority: 1 } });
      const [urgent] = await world.add('a', { own: { priority: 0 } });
      await db()('exports').where({ id: urgent }).increment('next_time', 60_000);
      const [first] = await world.queue.claim(1, 60_000, OPTIONS);
      expect(first?.id).toBe(urgent);
    });

    it('gives its owner no larger share', async () => {
      await world.add('urgent', { count: 20, own: { priority: 0 } });
      await world.add('other', { count: 20, own: { priority: 9 } });
      const names: string[] = [];
      for (let i = 0; i < 10; i += 1) names.push(...(await world.queue.claim(1, 60_000, OPTIONS)).map(world.nameOf));
      expect(names.filter((name) => name === 'other')).toHaveLength(5);
    });
  });
});
