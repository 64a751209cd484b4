import { afterEach, describe, expect, it } from '@jest/globals';
import type { ObjectSpec } from '../../connectors/engine/file/provider.ts';
import { migrations } from '../../services/reads/migrations/migrations.ts';
import type { ReadPlan } from '../../services/reads/read_plan.ts';
import { emptyReads } from '../support/empty_reads.ts';
import { forEachEngine } from '../support/engines.ts';
import { type ListEndWorld, listEndWorld, rows } from '../support/list_end_world.ts';
import { promise } from '../support/promise.ts';

const AUTO: ObjectSpec = { paging: { kind: 'auto' }, since: { param: 'since' } };

forEachEngine((engine) => {
  const db = engine.suiteDatabase(migrations);
  afterEach(() => emptyReads(db()));

  async function on(
    spec: ObjectSpec,
    body: (world: ListEndWorld) => Promise<void>,
    plan: Partial<ReadPlan> = {},
  ): Promise<void> {
    const world = await listEndWorld(db(), spec, plan);
    try {
      await body(world);
    } finally {
      await world.stop();
    }
  }

  describe('a list whose end the provider does not confirm', () => {
    promise('L5: is a success that says that it may be incomplete', { without: 'silentEnd' }, () =>
      on(AUTO, async (world) => {
        world.answerWith({ data: rows(100) });
        await world.backfill();
        expect(await world.last()).toEqual({
          state: 'success',
          result: '[thing] 100 records read',
          recordsProcessed: 100,
          isComplete: false,
          warnings: [expect.stringContaining('does not say whether there are more records')],
        });
      }),
    );

    it('L5: moves the watermark and is no failed read', () =>
      on(
        AUTO,
        async (world) => {
          world.answerWith({ data: rows(100) });
          await world.backfill();
          const { watermark } = await world.schedule();
          await world.readChanges();
          expect((await world.last()).isComplete).toBe(false);
          const after = await world.schedule();
          expect(Number(after.watermark)).toBeGreaterThan(0);
          expect(Number(after.watermark)).toBeGreaterThanOrEqual(Number(watermark));
          expect(Number(after.failures)).toBe(0);
        },
        { schedule: '*/10 * * * *' },
      ));

    it('L5: is a health reason until a complete read reaches as far back', () =>
      on(
        AUTO,
        async (world) => {
          world.answerWith({ data: rows(100) });
          await world.backfill();
          world.answerWith({ data: [] });
          await world.readChanges();
          expect((await world.last()).isComplete).toBe(true);
          const begun = { code: 'incompleteList', objectName: 'things', level: 'warning' };
          expect(await world.health()).toEqual([
            expect.objectContaining({ ...begun, detail: expect.stringContaining('does not say whether') }),
          ]);
          world.declare({ paging: { kind: 'none' } });
          await world.readAll();
          expect(await world.health()).toEqual([
            expect.objectContaining(begun),
            expect.objectContaining({ ...begun, level: null }),
          ]);
        },
        { schedule: '*/10 * * * *' },
      ));

    promise('L5: makes a sweep report no deletions', { without: 'silentSweep' }, () =>
      on(
        AUTO,
        async (world) => {
          world.answerWith({ data: rows(100), has_more: false });
          await world.backfill();
          world.answerWith({ data: rows(90) });
          await world.sweep();
          expect(await world.last()).toMatchObject({
            state: 'failure',
            result: expect.stringMatching(/may be incomplete/),
          });
          await world.sweep();
          expect((await world.fixture.messages()).map(({ text }) => text).join()).not.toContain('isDeleted');
        },
        { schedule: '*/10 * * * *', sweepSchedule: '0 3 * * *' },
      ),
    );

    it('L5: is refused by name if the file names no paging', () =>
      on({}, async (world) => {
        world.answerWith({ data: rows(1) });
        await world.backfill();
        expect(await world.last()).toMatchObject({
          state: 'failure',
          result: expect.stringMatching(/provider file of Acme names no paging for "things"/),
          recordsProcessed: 0,
        });
      }));
  });

  describe('a list with records that reads of changes miss', () => {
    promise('L7: is read with a warning, once, and is complete', { without: 'untimed' }, () =>
      on({ paging: { kind: 'none' }, updatedAt: 'updated', since: { param: 'since' } }, async (world) => {
        const timed = rows(25).map((row, i) => ({ ...row, updated: i % 5 === 0 ? null : '2026-01-01T00:00:00Z' }));
        world.answerWith({ data: timed });
        await world.backfill();
        const { isComplete, warnings, recordsProcessed } = await world.last();
        expect([isComplete, recordsProcessed]).toEqual([true, 25]);
        expect(warnings).toEqual([expect.stringContaining('Some records have no updated')]);
      }),
    );
  });

  describe("a list that is shorter than the provider's total", () => {
    promise('L6: may be incomplete, and says both numbers', { without: 'shortTotal' }, () =>
      on({ paging: { kind: 'none' }, total: 'total' }, async (world) => {
        world.answerWith({ data: rows(25), total: 1200 });
        await world.backfill();
        const { isComplete, warnings } = await world.last();
        expect(isComplete).toBe(false);
        expect(warnings).toEqual([expect.stringContaining('counts 1200 records, but only 25 were read')]);
        expect(await world.health()).toHaveLength(1);
      }),
    );

    it('L6: only warns if the engine guessed the total', () =>
      on({ paging: { kind: 'none' } }, async (world) => {
        world.answerWith({ data: rows(25), meta: { filter_count: 1253 } });
        await world.backfill();
        const { isComplete, warnings } = await world.last();
        expect(isComplete).toBe(true);
        expect(warnings).toEqual([expect.stringContaining('"filter_count": 1253, but only 25 were read')]);
        expect(await world.health()).toEqual([]);
      }));
  });
});
