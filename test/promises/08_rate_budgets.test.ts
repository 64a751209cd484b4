import process from 'node:process';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Problem } from '../../lib/problem/problem.ts';
import { migrations } from '../../services/reads/migrations/migrations.ts';
import type { ReadPlan } from '../../services/reads/read_plan.ts';
import { emptyReads } from '../support/empty_reads.ts';
import { forEachEngine, type TestDatabase } from '../support/engines.ts';
import { type LimitedWorld, limitedWorld } from '../support/limited_world.ts';
import { promise } from '../support/promise.ts';

const HOUR = 3_600_000;
/** The provider's limit per window. The short form has a smaller limit and as many windows. */
const isFull = process.env['CAUSEWAY_PROMISES'] === 'full';
const allowing = (full: number, short: number) => (isFull ? full : short);

forEachEngine((engine) => {
  let database: TestDatabase;
  let world: LimitedWorld | null = null;
  beforeAll(async () => {
    const opened = await engine.open(migrations);
    const other = opened.replica();
    database = { ...opened, replica: () => other };
  });
  afterAll(() => database.close());
  afterEach(async () => {
    await world?.stop();
    world = null;
    await emptyReads(database.db);
  });
  async function start(options: Parameters<typeof limitedWorld>[1]): Promise<LimitedWorld> {
    world = await limitedWorld(database, options);
    return world;
  }

  describe('a provider that bans every client that exceeds its limit', () => {
    promise(
      'gets no call over the limit from two replicas with sixteen reads, and 95 % of the allowed calls',
      { without: 'rateBudget' },
      async () => {
        const rate = { requests: allowing(30, 12), perSeconds: 1.5 };
        const { triggerAll, run, limits } = await start({
          connections: [16],
          allowed: [rate],
          limits: [{ ...rate, banAfter: 0 }],
        });
        await triggerAll();
        await run(6_500);
        const [limit] = limits();
        expect(limit).toMatchObject({ refused: 0, bans: 0 });
        expect(limit?.share).toBeGreaterThanOrEqual(0.95);
      },
    );

    promise(
      'gets no call over the limit from reads and samples of two replicas each, and 95 % of the allowed calls',
      { without: ['rateBudget', 'sampleBudget'] },
      async () => {
        const rate = { requests: allowing(30, 12), perSeconds: 1.5 };
        const { triggerAll, run, limits, samples } = await start({
          connections: [16],
          allowed: [rate],
          limits: [{ ...rate, banAfter: 0 }],
          samplesEveryMs: 400,
        });
        await triggerAll();
        await run(6_500);
        const [limit] = limits();
        expect(limit).toMatchObject({ refused: 0, bans: 0 });
        expect(limit?.share).toBeGreaterThanOrEqual(0.95);
        expect(samples.read).toBeGreaterThan(0);
      },
    );

    promise(
      'is asked for a sample in time, although reads take all they get: they leave it a permit',
      { without: 'reservedShare' },
      async () => {
        const rate = { requests: 6, perSeconds: 1.8 };
        const { triggerAll, run, limits, samples } = await start({
          connections: [16],
          allowed: [rate],
          limits: [{ ...rate, banAfter: 0 }],
          samplesEveryMs: 300,
        });
        await triggerAll();
        await run(15_000);
        expect(limits()).toMatchObject([{ refused: 0, bans: 0 }]);
        expect(samples).toMatchObject({ leftOut: 0 });
      },
    );

    promise(
      'gets no call over two limits at once from two connections of one app, and 95 % of the stricter one',
      { without: 'rateBudget' },
      async () => {
        const [short, long] = [
          { requests: allowing(20, 8), perSeconds: 1 },
          { requests: allowing(30, 12), perSeconds: 3, of: 'app' },
        ] as const;
        const { triggerAll, run, limits } = await start({
          connections: [3, 3],
          allowed: [short, long],
          limits: [short, long].map((one) => ({ ...one, banAfter: 0 })),
        });
        await triggerAll();
        await run(10_000);
        expect(limits()).toMatchObject([{ refused: 0 }, { refused: 0 }]);
        expect(limits()[1]?.share).toBeGreaterThanOrEqual(0.95);
      },
    );

    promise(
      'is limited by its headers alone: the remaining calls are not exceeded, and are used again after each reset',
      { without: 'rateBudget' },
      async () => {
        const { triggerAll, run, limits } = await start({
          connections: [6],
          concurrency: 3,
          headers: { limit: 'x-limit', remaining: 'x-left', reset: 'x-reset', resetUnit: 'millis' },
          limits: [{ requests: allowing(30, 12), perSeconds: 4, window: 'fixed', banAfter: 0 }],
        });
        await triggerAll();
        await run(17_000);
        expect(limits()).toMatchObject([{ refused: 0, bans: 0 }]);
        expect(limits()[0]?.share).toBeGreaterThanOrEqual(0.95);
      },
    );
  });

  describe('an installation service that is unavailable', () => {
    it('lets reads use up their permits; then they wait, and nothing is lost', async () => {
      let isUnavailable = false;
      const rate = { requests: 40, perSeconds: 20 };
      const { triggerAll, run, lab, rows } = await start({
        connections: [4],
        records: 40,
        allowed: [rate],
        limits: [{ ...rate, banAfter: 0 }],
        permitsOf: (source) => ({
          ...source,
          draw: (...asked) =>
            isUnavailable ? Promise.reject(new Problem('unavailable', 'Away.')) : source.draw(...asked),
        }),
      });
      const answered = () => lab.control.stats('metered').requests['things']?.['200'] ?? 0;
      await triggerAll();
      await run(300);
      isUnavailable = true;
      const before = answered();
      await run(20_000);
      const used = answered() - before;
      expect(used).toBeLessThanOrEqual(40 - before); // permits that were drawn before
      await run(20_000);
      expect(answered() - before).toBe(used);
      const states = new Set((await rows(['state'])).map(({ state }) => state));
      expect([...states].filter((state) => state === 'failure' || state === 'success')).toEqual([]);
      isUnavailable = false;
      await run(HOUR);
      expect(await rows(['state', 'records_processed'])).toEqual(
        Array.from({ length: 4 }, () => ({ state: 'success', records_processed: 40 })),
      );
    });
  });

  describe('a read that waits for hours', () => {
    it('logs that, once an hour', async () => {
      const { triggerAll, run } = await start({
        connections: [1],
        allowed: [{ requests: 4, perSeconds: 7_200 }],
        records: 12,
        limits: [],
      });
      await triggerAll();
      await run(4 * HOUR);
      const lines = (await database.db('operation_logs').orderBy('id').select('create_time', 'msg')) as {
        create_time: number;
        msg: string;
      }[];
      const said = lines.filter(({ msg }) =>
        /^Waiting until \S+ for the provider's rate limit \(connection\)\.$/.test(msg),
      );
      expect(lines.at(-1)?.msg).toMatch(/^Finished/);
      expect(said.length).toBeGreaterThanOrEqual(1);
      const gaps = said.slice(1).map(({ create_time }, at) => create_time - (said[at]?.create_time ?? 0));
      expect(gaps.filter((gap) => gap < HOUR)).toEqual([]);
      expect(lines.filter(({ msg }) => /Waiting|Resumed/.test(msg)).length).toBe(said.length);
    });
  });

  describe('a database clock that is set back', () => {
    promise('blocks no declared limit, and lets nobody exceed it', { without: 'clockBack' }, async () => {
      const rate = { requests: 12, perSeconds: 1.5 };
      const { triggerAll, run, limits, lab, time } = await start({
        connections: [8],
        allowed: [rate],
        limits: [{ ...rate, banAfter: 0 }],
      });
      await triggerAll();
      const answered = () => lab.control.stats('metered').requests['things']?.['200'] ?? 0;
      await run(1_500);
      time.setDatabaseBack(HOUR);
      const before = answered();
      await run(3_000);
      expect(limits()).toMatchObject([{ refused: 0, bans: 0 }]);
      // Reads that had yielded at that moment wait an hour longer, and permits that were in use are lost.
      expect(answered() - before).toBeGreaterThanOrEqual(0.7 * 24);
    });

    promise(
      'blocks no connection longer than the provider demanded, counted from the moment it is noticed',
      { without: 'clockBack' },
      async () => {
        const { triggerAll, run, lab, plans, rows, time } = await start({
          connections: [2],
          replicas: 1,
          records: 20,
          limits: [],
        });
        lab.control.addFault('metered', { kind: '429', retryAfter: 20 });
        await triggerAll(plans.slice(0, 1));
        await run(1_000);
        time.setDatabaseBack(HOUR);
        await run(21_000);
        await triggerAll(plans.slice(1));
        await run(30_000);
        expect((await rows(['state'])).map(({ state }) => state)).toEqual(['parked', 'success']);
      },
    );
  });

  describe('a refusal', () => {
    promise(
      'frees the worker, and blocks the connection for its other reads until the time that the provider named',
      { without: ['parking', 'rateBudget'] },
      async () => {
        const { triggerAll, run, lab, plans, rows } = await start({
          connections: [2, 1],
          replicas: 1,
          concurrency: 1,
          records: 20,
          limits: [],
        });
        const [first, second, other] = plans as [ReadPlan, ReadPlan, ReadPlan];
        lab.control.addFault('metered', { kind: '429', retryAfter: 60 });
        await triggerAll([first]);
        await run(500);
        await triggerAll([second, other]);
        await run(30_000);
        const done = Object.fromEntries((await rows(['installation_id', 'state'])).map((row) => Object.values(row)));
        expect(done).toEqual({
          [first.installationId]: 'parked',
          [second.installationId]: 'parked',
          [other.installationId]: 'success',
        });
        expect(lab.control.stats('metered').requests['things']).toEqual({ '200': 10, '429': 1 });
        await run(60_000);
        expect((await rows(['state', 'attempts'])).map(({ state }) => state)).toEqual([
          'success',
          'success',
          'success',
        ]);
      },
    );

    promise(
      'is known to all replicas: other reads make no calls meanwhile, and nobody is banned',
      { without: 'rateBudget' },
      async () => {
        const { triggerAll, run, lab, rows } = await start({
          connections: [12],
          concurrency: 3,
          records: 20,
          limits: [],
        });
        // Tolerates the calls that were already in flight when the ban began.
        lab.control.addFault('metered', { kind: 'ban', retryAfter: 20, after: 6, afterPage: 10 });
        await triggerAll();
        await run(60_000);
        expect(new Set((await rows(['state'])).map(({ state }) => state))).toEqual(new Set(['success']));
        expect(lab.control.stats('metered').requests['things']).not.toHaveProperty('403');
      },
    );
  });
});
