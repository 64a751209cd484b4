import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { allRules, type Rules } from '../../lib/rules/rules.ts';
import type { ReadPlan } from '../../services/reads/domain/read_plan.ts';
import { migrations } from '../../services/reads/migrations/migrations.ts';
import { forEachEngine } from '../support/engines.ts';
import { fairWorld, gatedWorker, LEND, QUANTUM, spend } from '../support/fair_world.ts';
import { promise } from '../support/promise.ts';
import { aReadPlan, readsFixture, until } from '../support/reads_fixture.ts';

/** A busy machine gets this long. Ms. */
const PATIENCE = 30_000;
/** Without a rule it never comes true, and is not waited for that long. Ms. */
const SOON = 3_000;
const patience = (rules: Rules) => (rules === allRules ? PATIENCE : SOON);

forEachEngine((engine) => {
  const db = engine.suiteDatabase(migrations);
  const stops: (() => Promise<void>)[] = [];
  const worldOf = (rules = allRules) => fairWorld(db(), rules);
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
    /** All places are taken by the flood when the other comes. */
    async function expectOtherSoon(world: ReturnType<typeof fairWorld>): Promise<void> {
      await world.claim(15);
      await world.ready('other');
      expect((await world.claim(2)).map(world.nameOf)).toContain('other');
    }

    promise("another's is among the next two that are claimed", { without: 'fairness' }, async (rules) => {
      const world = worldOf(rules);
      await world.ready('flood', 600);
      await expectOtherSoon(world);
    });

    promise("another's is, when all 600 were parked and are due at once", { without: 'fairness' }, async (rules) => {
      const world = worldOf(rules);
      await world.ready('flood', 600);
      await db()('operations').update({ state: 'parked', next_time: 1 });
      await db()('turns').update({ state: 'idle' });
      await expectOtherSoon(world);
    });

    promise("another's starts before any of the flood has ended", { without: 'lastSlot' }, async (rules) => {
      const world = worldOf(rules);
      await world.ready('flood', 600);
      const worker = workerOf(world);
      await until(async () => worker.running().length >= 3, PATIENCE);
      await world.ready('other');
      worker.worker.nudge();
      await until(async () => worker.started.includes('other'), patience(rules));
      expect(worker.running().filter((name) => name === 'flood').length).toBe(3);
    });

    promise(
      'of several that come, each starts after at most one of the flood has left its place',
      { without: ['fairness', 'quantum'] },
      async (rules) => {
        const world = worldOf(rules);
        let now = 0;
        await world.ready('flood', 600);
        const worker = workerOf(world, { now: () => now });
        await until(async () => worker.running().length >= 3, PATIENCE);
        const others = ['b', 'c', 'd'];
        for (const name of others) await world.ready(name);
        worker.worker.nudge();
        await until(async () => worker.started.includes('b') || worker.started.length > 4, patience(rules));
        for (let left = 0; left < 2; left += 1) {
          // A page of the flood has ended, with others in line: their places are wanted once they had a quantum.
          now += QUANTUM;
          await until(async () => worker.gatesOf('flood').some(({ isOver }) => isOver()), patience(rules));
          const before = worker.started.length;
          await worker.end('flood', 'yielded');
          await until(async () => worker.started.length > before, patience(rules));
        }
        expect(worker.started.slice(3).toSorted()).toEqual(others);
      },
    );
  });

  describe('over a long run', () => {
    const costs = { cheap: 20, dear: 700, slow: 2_500 };

    for (const slots of [1, 2])
      promise(
        `installations with pages of 20, 700 and 2,500 ms get the same of ${slots} places, to a quantum and a page`,
        { without: 'fairness' },
        async (rules) => {
          const world = worldOf(rules);
          await world.ready('cheap', 12);
          await world.ready('dear', 3);
          await world.ready('slow', 2);
          const got = Object.values(await spend(world, { slots, rounds: 90, costs }));
          expect(got.length).toBe(3);
          // The places that are still taken at the end are not counted yet: one more of each.
          expect(Math.max(...got) - Math.min(...got)).toBeLessThanOrEqual((QUANTUM + costs.slow) * slots);
        },
      );

    promise('who comes late gets no more than its share, and no less', { without: 'fairness' }, async (rules) => {
      const world = worldOf(rules);
      await world.ready('cheap', 12);
      await spend(world, { slots: 1, rounds: 30, costs });
      await world.ready('slow', 2);
      const got = await spend(world, { slots: 1, rounds: 60, costs });
      expect(Math.abs((got['cheap'] ?? 0) - (got['slow'] ?? 0))).toBeLessThanOrEqual(QUANTUM + costs.slow);
    });

    promise(
      'one whose workers die and whose provider parks it is not passed over',
      { without: 'fairness' },
      async (rules) => {
        const world = worldOf(rules);
        await world.ready('flood', 60);
        await world.ready('unlucky', 1);
        const turns: string[] = [];
        for (let i = 0; i < 40; i += 1) {
          const [operation] = await world.claim(1);
          if (!operation) throw new Error('Nothing to claim.');
          turns.push(world.nameOf(operation));
          const lease = { ...operation };
          if (turns.at(-1) === 'flood') await world.operations.yieldSlot(lease, { chargeMillis: 0 });
          else if (i % 3 === 0) await world.operations.park(lease, { waitMillis: 0, isRateLimit: true, now: 1 });
          else await db()('operations').where({ id: operation.id }).update({ lease_until: 1 });
        }
        const served = turns.flatMap((name, i) => (name === 'unlucky' ? [i] : []));
        const gaps = served.map((turn, i) => turn - (served[i - 1] ?? -1));
        expect(served.length).toBeGreaterThanOrEqual(18);
        expect(Math.max(...gaps)).toBeLessThanOrEqual(3);
      },
    );
  });

  describe('a worker', () => {
    promise('lends a place whose provider takes its time, and only then', { without: 'lending' }, async (rules) => {
      const world = worldOf(rules);
      let now = 0;
      await world.ready('slow', 20);
      const worker = workerOf(world, { now: () => now });
      await until(async () => worker.running().length === 3);
      const pages = worker.gatesOf('slow').map(({ waitForPage }) => waitForPage());
      now += LEND;
      await world.ready('other', 1);
      await until(async () => worker.running().length === 4);
      now += 1;
      await until(async () => worker.running().length === 6, patience(rules));
      for (const come of pages) come();
      await world.ready('other', 5);
      now += 100 * LEND;
      worker.worker.nudge();
      await until(async () => (await world.operations.firstInLine(2)).length === 2);
      expect(worker.running().length).toBe(6);
    });

    it('has nobody leave its place while nobody else waits', async () => {
      const world = worldOf();
      let now = 0;
      await world.ready('alone', 20);
      const worker = workerOf(world, { now: () => now });
      await until(async () => worker.running().length === 3);
      now += 100 * QUANTUM;
      worker.worker.nudge();
      await until(async () => worker.running().length === 3);
      expect(worker.gatesOf('alone').some(({ isOver }) => isOver())).toBe(false);
    });

    it('charges nobody for what it used while nobody waited', async () => {
      const world = worldOf();
      let now = 0;
      await world.ready('alone', 1);
      const worker = workerOf(world, { now: () => now });
      await until(async () => worker.running().length === 1);
      now += 100 * QUANTUM;
      await worker.end('alone');
      await until(async () => Number((await db()('turns').first('turn')).turn) === 0);
    });

    it('uses every place that somebody can use', async () => {
      const world = worldOf();
      await world.ready('flood', 20);
      const worker = workerOf(world);
      await until(async () => worker.running().length === 3);
      await world.ready('other', 20);
      worker.worker.nudge();
      await until(async () => worker.running().length === 4);
      await worker.end('other');
      await until(async () => worker.running().length === 4);
      expect(worker.running().filter((name) => name === 'other').length).toBe(1);
    });

    it('with one place gives it to anybody', async () => {
      const world = worldOf();
      await world.ready('flood', 3);
      const worker = workerOf(world, { concurrency: 1 });
      await until(async () => worker.running().length === 1);
      await worker.end('flood');
      await until(async () => worker.started.length === 2);
    });
  });

  promise(
    'a read that leaves its place goes on at the next page, fetches none twice, and says nothing of it',
    { without: 'quantum' },
    async (rules) => {
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
      // Each page takes more than a quantum by the worker's clock.
      reads.startWorker({ rules, concurrency: 1, runOperation, now: () => asked.length * QUANTUM });
      await until(async () => asked.length === 40 && (await reads.messages()).length === 40, 20_000);
      const turns = asked.filter((one, i) => one !== asked[i - 1]).length;
      expect(turns).toBeGreaterThan(2); // theirs would follow mine without
      const operation = await db()('operations').where({ id }).first('attempts', 'page_seq');
      expect(operation).toEqual({ attempts: 1, page_seq: 20 });
      const lines: { msg: string }[] = await db()('operation_logs').where({ operation_id: id }).select('msg');
      expect(lines.filter(({ msg }) => /Resumed|Trying/.test(msg))).toEqual([]);
    },
  );

  it('puts in line what older code made ready', async () => {
    const world = worldOf();
    await world.ready('old', 3);
    await db()('turns').del();
    expect(await world.claim(3)).toEqual([]);
    expect(await world.operations.mendTurns(0, 2)).toBeGreaterThan(0);
    expect((await world.claim(3)).length).toBe(3);
  });

  if (engine.name === 'mariadb')
    it('finds who is next in the order of an index, without a sort', async () => {
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
