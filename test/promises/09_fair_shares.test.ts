import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { migrations } from '../../services/reads/migrations/migrations.ts';
import type { ReadPlan } from '../../services/reads/read_plan.ts';
import { aReadPlan, readsFixture, until } from '../../testbed/reads_fixture.ts';
import { isMutated } from '../support/active_mutation.ts';
import { forEachEngine } from '../support/engines.ts';
import { fairWorld, gatedWorker, spend, TIME_SLICE_MS, YIELD_AFTER_MS } from '../support/fair_world.ts';
import { promise } from '../support/promise.ts';

/** The timeout on a busy machine. Ms. */
const TIMEOUT_MS = 30_000;
/** The timeout with a mutation, which never fulfils the condition. Ms. */
const SOON_MS = 3_000;
const patience = () => (isMutated() ? SOON_MS : TIMEOUT_MS);

forEachEngine((engine) => {
  const db = engine.suiteDatabase(migrations);
  const stops: (() => Promise<void>)[] = [];
  const worldOf = () => fairWorld(db());
  const workerOf = (...given: Parameters<typeof gatedWorker>) => {
    const worker = gatedWorker(...given);
    stops.push(worker.stop);
    return worker;
  };

  beforeEach(async () => {
    for (const table of ['operations', 'turns', 'schedules', 'operation_logs', 'messages', 'outbox'])
      await db()(table).del();
  });
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
  });

  describe('with a flood of 600 operations of one installation', () => {
    /** All slots belong to the flood when the other installation arrives. */
    async function expectOtherSoon(world: ReturnType<typeof fairWorld>): Promise<void> {
      await world.claim(15);
      await world.ready('other');
      expect((await world.claim(2)).map(world.nameOf)).toContain('other');
    }

    promise(
      'an operation of another installation is among the next two that are claimed',
      { without: 'fairness' },
      async () => {
        const world = worldOf();
        await world.ready('flood', 600);
        await expectOtherSoon(world);
      },
    );

    promise('the same holds when all 600 were parked and are due at once', { without: 'fairness' }, async () => {
      const world = worldOf();
      await world.ready('flood', 600);
      await db()('operations').update({ state: 'parked', next_time: 1 });
      await db()('turns').update({ state: 'idle' });
      await expectOtherSoon(world);
    });

    promise(
      'an operation of another installation starts before any of the flood has ended',
      { without: 'lastSlot' },
      async () => {
        const world = worldOf();
        await world.ready('flood', 600);
        const worker = workerOf(world);
        await until(async () => worker.running().length >= 3, TIMEOUT_MS);
        await world.ready('other');
        worker.worker.wake();
        await until(async () => worker.started.includes('other'), patience());
        expect(worker.running().filter((name) => name === 'flood').length).toBe(3);
      },
    );

    promise(
      'of several new ones, each starts after at most one operation of the flood has left its slot',
      { without: ['fairness', 'quantum'] },
      async () => {
        const world = worldOf();
        let now = 0;
        await world.ready('flood', 600);
        const worker = workerOf(world, { now: () => now });
        await until(async () => worker.running().length >= 3, TIMEOUT_MS);
        const others = ['b', 'c', 'd'];
        for (const name of others) await world.ready(name);
        worker.worker.wake();
        await until(async () => worker.started.includes('b') || worker.started.length > 4, patience());
        for (let left = 0; left < 2; left += 1) {
          // A page of the flood has ended while others wait: its operations yield after their time slice. The slice counts
          // from the moment when the worker sees the others in line, so the clock goes on until it has.
          const hasEndedPage = async () => {
            now += TIME_SLICE_MS;
            return worker.gatesOf('flood').some(({ isOver }) => isOver());
          };
          await until(hasEndedPage, patience());
          const before = worker.started.length;
          await worker.end('flood', 'yielded');
          await until(async () => worker.started.length > before, patience());
        }
        expect(worker.started.slice(3).toSorted()).toEqual(others);
      },
    );
  });

  describe('over a long run', () => {
    const costs = { cheap: 20, dear: 700, slow: 2_500 };

    for (const slots of [1, 2])
      promise(
        `installations with pages of 20, 700 and 2,500 ms get the same time in ${slots} slots, within a time slice and a page`,
        { without: 'fairness' },
        async () => {
          const world = worldOf();
          await world.ready('cheap', 12);
          await world.ready('dear', 3);
          await world.ready('slow', 2);
          const got = Object.values(await spend(world, { slots, rounds: 90, costs }));
          expect(got.length).toBe(3);
          // Slots that are still in use at the end are not counted yet: one more time slice and page of each.
          expect(Math.max(...got) - Math.min(...got)).toBeLessThanOrEqual((TIME_SLICE_MS + costs.slow) * slots);
        },
      );

    promise('a late installation gets exactly its share', { without: 'fairness' }, async () => {
      const world = worldOf();
      await world.ready('cheap', 12);
      await spend(world, { slots: 1, rounds: 30, costs });
      await world.ready('slow', 2);
      const got = await spend(world, { slots: 1, rounds: 60, costs });
      expect(Math.abs((got['cheap'] ?? 0) - (got['slow'] ?? 0))).toBeLessThanOrEqual(TIME_SLICE_MS + costs.slow);
    });

    promise(
      'an installation whose workers die and whose provider parks it is not starved',
      { without: 'fairness' },
      async () => {
        const world = worldOf();
        await world.ready('flood', 60);
        await world.ready('unlucky', 1);
        const turns: string[] = [];
        for (let i = 0; i < 40; i += 1) {
          const [operation] = await world.claim(1);
          if (!operation) throw new Error('Nothing to claim.');
          turns.push(world.nameOf(operation));
          const lease = { ...operation };
          if (turns.at(-1) === 'flood') await world.operations.yieldSlot(lease, { chargeMs: 0 });
          else if (i % 3 === 0)
            await world.operations.park(lease, {
              waitMs: 0,
              isRateLimit: true,
              cause: { reason: 'rateLimit', detail: '' },
              now: 1,
            });
          // Each of its workers commits a page first: without one it would wait longer after every loss.
          else await db()('operations').where({ id: operation.id }).update({ lease_until: 1, tries: 0 });
        }
        const served = turns.flatMap((name, i) => (name === 'unlucky' ? [i] : []));
        const gaps = served.map((turn, i) => turn - (served[i - 1] ?? -1));
        expect(served.length).toBeGreaterThanOrEqual(18);
        expect(Math.max(...gaps)).toBeLessThanOrEqual(3);
      },
    );
  });

  describe('a worker', () => {
    promise('yields the slot of an operation with a slow provider, and only then', { without: 'lending' }, async () => {
      const world = worldOf();
      let now = 0;
      await world.ready('slow', 20);
      const worker = workerOf(world, { now: () => now });
      await until(async () => worker.running().length === 3);
      const pages = worker.gatesOf('slow').map(({ waitForPage }) => waitForPage());
      now += YIELD_AFTER_MS;
      await world.ready('other', 1);
      await until(async () => worker.running().length === 4);
      now += 1;
      await until(async () => worker.running().length === 6, patience());
      for (const come of pages) come();
      await world.ready('other', 5);
      now += 100 * YIELD_AFTER_MS;
      worker.worker.wake();
      await until(async () => (await world.operations.firstInLine(2)).length === 2);
      expect(worker.running().length).toBe(6);
    });

    it('keeps operations in their slots while no others wait', async () => {
      const world = worldOf();
      let now = 0;
      await world.ready('alone', 20);
      const worker = workerOf(world, { now: () => now });
      await until(async () => worker.running().length === 3);
      now += 100 * TIME_SLICE_MS;
      worker.worker.wake();
      await until(async () => worker.running().length === 3);
      expect(worker.gatesOf('alone').some(({ isOver }) => isOver())).toBe(false);
    });

    it('charges nobody for time used while nobody waited', async () => {
      const world = worldOf();
      let now = 0;
      await world.ready('alone', 1);
      const worker = workerOf(world, { now: () => now });
      await until(async () => worker.running().length === 1);
      now += 100 * TIME_SLICE_MS;
      await worker.end('alone');
      await until(async () => Number((await db()('turns').first('turn')).turn) === 0);
    });

    it('uses every slot that some installation can use', async () => {
      const world = worldOf();
      await world.ready('flood', 20);
      const worker = workerOf(world);
      await until(async () => worker.running().length === 3);
      await world.ready('other', 20);
      worker.worker.wake();
      await until(async () => worker.running().length === 4);
      await worker.end('other');
      await until(async () => worker.running().length === 4);
      expect(worker.running().filter((name) => name === 'other').length).toBe(1);
    });

    it('with one slot gives it to any installation', async () => {
      const world = worldOf();
      await world.ready('flood', 3);
      const worker = workerOf(world, { concurrency: 1 });
      await until(async () => worker.running().length === 1);
      await worker.end('flood');
      await until(async () => worker.started.length === 2);
    });
  });

  promise(
    'a read that yields its slot resumes at the next page, fetches none twice, and logs nothing about it',
    { without: 'quantum' },
    async () => {
      const mine = aReadPlan({ pageSize: 10 });
      const theirs = aReadPlan({ pageSize: 10, objectName: 'companies', mappedObjectName: 'companies' });
      const reads = await readsFixture(db(), { plans: [mine, theirs], sandbox: { records: 200 } });
      stops.push(reads.stop);
      const asked: string[] = [];
      const trigger = (plan: ReadPlan) =>
        reads.useCases.triggerRead({ ...plan, sinceTimestamp: '', untilTimestamp: '' });
      const useCases = reads.useCasesWith(async (request) => {
        asked.push(new URL(request.url).pathname.includes('companies') ? 'theirs' : 'mine');
        if (asked.length === 2) await trigger(theirs);
        return reads.send(request);
      });
      const id = await trigger(mine);
      const { runOperation } = useCases;
      // By the worker's clock each page takes longer than a time slice.
      reads.startWorker({ concurrency: 1, runOperation, now: () => asked.length * TIME_SLICE_MS });
      await until(async () => asked.length === 40 && (await reads.messages()).length === 40, 20_000);
      const turns = asked.filter((one, i) => one !== asked[i - 1]).length;
      expect(turns).toBeGreaterThan(2); // without yields, theirs would follow mine
      const operation = await db()('operations').where({ id }).first('attempts', 'page_seq');
      expect(operation).toEqual({ attempts: 1, page_seq: 20 });
      const lines: { msg: string }[] = await db()('operation_logs').where({ operation_id: id }).select('msg');
      expect(lines.filter(({ msg }) => /Resumed|Trying/.test(msg))).toEqual([]);
    },
  );

  promise(
    'one claim never takes an operation twice, although it deals in several rounds',
    { without: 'picked' },
    async () => {
      const world = worldOf();
      await world.ready('short', 1);
      await world.ready('long', 4);
      // The first round deals two slots to each. `short` uses one, so a second round deals the last slot to `long`.
      const ids = (await world.claim(4)).map(({ id }) => id);
      expect(ids).toHaveLength(4);
      expect(new Set(ids).size).toBe(4);
    },
  );

  it('operations that older code made ready are queued', async () => {
    const world = worldOf();
    await world.ready('old', 3);
    await db()('turns').del();
    expect(await world.claim(3)).toEqual([]);
    expect(await world.operations.repairTurns(0, 2)).toBeGreaterThan(0);
    expect((await world.claim(3)).length).toBe(3);
  });

  if (engine.name === 'mariadb')
    it('the next operation is found in index order, without a sort', async () => {
      const world = worldOf();
      await world.ready('flood', 200);
      const plans: string[] = [];
      const explain = async (sql: string) => {
        const [rows] = (await db().raw(`explain ${sql}`)) as [{ key: string; Extra: string }[]];
        plans.push(`${rows[0]?.key}: ${rows[0]?.Extra}`);
      };
      await explain(
        "select installation_id, turn from turns force index (turns_next) where state = 'waiting' order by turn limit 3 for update skip locked",
      );
      await explain(
        `select id from operations force index (operations_turn) where state = 'ready' and installation_id = '${world.idOf('flood')}' order by next_time limit 3 for update skip locked`,
      );
      expect(plans).toEqual([
        expect.stringMatching(/^turns_next: (?!.*filesort)/),
        expect.stringMatching(/^operations_turn: (?!.*filesort)/),
      ]);
    });
});
