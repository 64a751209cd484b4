import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { loadProviders } from '../../connectors/engine/catalogue/providers.ts';
import { newId } from '../../lib/ids/ids.ts';
import { migrations } from '../../services/reads/migrations/migrations.ts';
import type { Operation } from '../../services/reads/operations/operation.ts';
import { aReadPlan, type ReadsFixture, readsFixture, recordIds } from '../../testbed/reads_fixture.ts';
import { forEachEngine } from '../support/engines.ts';
import {
  asSums,
  countOf,
  dying,
  messageRows,
  pageSums,
  readingSandbox,
  seeded,
  settleSome,
} from '../support/ledger_world.ts';
import { promise } from '../support/promise.ts';

const SEEDS = process.env['CAUSEWAY_PROMISES'] === 'full' ? 200 : 12;
const EPOCH = Date.parse('2026-06-01T00:00:00Z');
const TABLES = ['schedules', 'operations', 'operation_logs', 'operation_pages', 'messages', 'held_messages', 'outbox'];
const catalogue = loadProviders();

forEachEngine((engine) => {
  describe('the ledger of an operation', () => {
    const db = engine.suiteDatabase(migrations);
    beforeEach(async () => {
      for (const table of TABLES) await db()(table).del();
    });

    /** One read with filters, bounds, page sizes, faults and deaths that the seed selects. */
    async function readOf(seed: number) {
      const dice = seeded(seed);
      const filters = dice.pick([[], [{ fieldName: 'stage', value: 'lead' }], [{ fieldName: 'country', value: 'NO' }]]);
      const plan = aReadPlan({
        deliveryMode: dice.pick(['auto', 'auto', 'onRequest']),
        pageSize: dice.pick([50, 100]),
        filtersJson: JSON.stringify(filters),
        selectionJson: JSON.stringify({ selectedFields: [], selectAll: true, mappings: [] }),
      });
      const reading = {
        ...(dice.below(2) === 1 && { since: { here: true } }),
        ...(dice.below(2) === 1 && { until: { here: true } }),
        ...(dice.below(3) === 0 && { keep: { path: 'city', equals: 'Oslo' } }),
      };
      const sandbox = { records: dice.below(300), epoch: EPOCH, seed };
      const reads = await readsFixture(db(), { plans: [plan], sandbox, config: { maxTries: 40 } });
      Object.assign(reads.deps, { providers: readingSandbox(catalogue, reading) });
      for (let i = dice.below(3); i > 0; i -= 1)
        reads.sandbox.control.addFault({ kind: dice.pick(['500', 'cut', 'invalid-json']), afterPage: dice.below(4) });
      const since = EPOCH - (1 + dice.below(90)) * 86_400_000;
      const until = dice.below(2) === 1 ? since + (1 + dice.below(60)) * 86_400_000 : null;
      const id = await reads.useCases.triggerRead({
        ...plan,
        sinceTimestamp: new Date(since).toISOString(),
        untilTimestamp: until === null || until > Date.now() ? '' : new Date(until).toISOString(),
      });
      const find = () => reads.useCases.getOperation(plan.projectId, id);
      return { dice, plan, reads, id, find };
    }

    /** Runs the operation like a worker: to its end, to a failure, or to the death of its process. */
    async function runOnce({ dice, reads }: Awaited<ReturnType<typeof readOf>>): Promise<void> {
      await db()('operations').where({ state: 'parked' }).update({ next_time: 0 });
      await db()('operations').where({ state: 'running' }).update({ lease_until: 1 });
      const dies = dice.below(2) === 1;
      const stores = dies ? dying(reads.stores, 1 + dice.below(4), dice.pick(['before', 'after'])) : reads.stores;
      await reads.runDue(reads.useCasesWith(reads.send, { stores }));
    }

    /**
     * Some committed messages are delivered, some fail, some of those are delivered after all, and each result is
     * reported more than once.
     */
    async function settle({ dice, reads, plan, id }: Awaited<ReturnType<typeof readOf>>): Promise<void> {
      if (plan.deliveryMode === 'onRequest') await reads.useCases.deliverResults({ ...plan, pages: dice.below(4) });
      const rows = await messageRows(db(), id);
      const some = rows.filter(() => dice.below(2) === 1);
      const final = some.filter(({ state, is_undelivered }) => state === 'pending' || is_undelivered);
      if (final.length > 0)
        await settleSome(
          reads.useCases,
          plan,
          final.map((row) => row.id),
          dice.below(2) === 1,
        );
    }

    /** Invariants that hold at any moment. */
    function expectAgrees({ recordsProcessed: mapped, totals }: Operation): void {
      const { fetched = -1, skipped = {}, delivered = -1, undelivered = -1 } = totals ?? {};
      expect({ fetched }).toEqual({ fetched: mapped + countOf(skipped) });
      for (const count of [delivered, undelivered, mapped - delivered - undelivered])
        expect(count).toBeGreaterThanOrEqual(0);
    }

    /** Invariants that hold when nothing is in progress, between the operation, its pages, and the messages. */
    async function expectSums(reads: ReadsFixture, operation: Operation): Promise<void> {
      expectAgrees(operation);
      const { recordsProcessed: mapped, totals, pageSeq } = operation;
      const rows = await messageRows(db(), operation.id);
      expect(await pageSums(reads.stores, operation)).toEqual({
        fetched: totals?.fetched,
        mapped,
        skipped: countOf(totals?.skipped ?? {}),
        messages: rows.length,
        pages: pageSeq,
      });
      const records = (of: (row: (typeof rows)[number]) => boolean) =>
        rows.filter(of).reduce((sum, { num_records }) => sum + num_records, 0);
      expect(records(() => true)).toBe(mapped);
      expect(records(({ is_undelivered }) => Boolean(is_undelivered))).toBe(totals?.undelivered);
      expect(records((row) => !row.is_undelivered && row.state === 'settled')).toBe(totals?.delivered);
    }

    async function follow(seed: number): Promise<void> {
      const read = await readOf(seed);
      const { reads, find } = read;
      try {
        for (let runs = 0; (await find()).state !== 'success'; runs += 1) {
          expect(runs).toBeLessThan(40);
          let isRunning = true;
          const looks = (async () => {
            for (; isRunning; await sleep(2)) expectAgrees(await find());
          })();
          await runOnce(read).finally(() => {
            isRunning = false;
          });
          await looks;
          await expectSums(reads, await find());
          await settle(read);
          await expectSums(reads, await find());
        }
        const over = await find();
        const lines = await reads.useCases.listOperationLogs(over.projectId, over.id);
        const total = asSums(lines.find(({ msg }) => msg.startsWith('Total: ')));
        const delivered = over.totals?.delivered ?? 0;
        expect(total).toMatchObject({ fetched: over.totals?.fetched, mapped: over.recordsProcessed, delivered });
        expect(recordIds(await reads.messages())).toHaveLength(over.recordsProcessed);
      } finally {
        await reads.stop();
      }
    }

    promise(
      'adds up at every moment, with skipped records, failures, deaths and repeated reports',
      { without: 'ledger', timeout: 300_000 },
      async () => {
        for (let seed = 1; seed <= SEEDS; seed += 1) {
          for (const table of TABLES) await db()(table).del();
          await follow(seed);
        }
      },
    );

    promise(
      'counts each message as delivered or undelivered once, however often that is reported',
      { without: 'settledOnce' },
      async () => {
        const plan = aReadPlan();
        const reads = await readsFixture(db(), { plans: [plan], sandbox: { records: 60 } });
        try {
          const id = await reads.useCases.triggerRead({ ...plan, sinceTimestamp: '', untilTimestamp: '' });
          await reads.runDue();
          const ids = (await reads.messages()).map((message) => message.id);
          const totals = async () => (await reads.useCases.getOperation(plan.projectId, id)).totals;
          await settleSome(reads.useCases, plan, ids, true);
          expect(await totals()).toMatchObject({ delivered: 0, undelivered: 60 });
          await settleSome(reads.useCases, plan, ids, false);
          expect(await totals()).toMatchObject({ delivered: 60, undelivered: 0 });
          await settleSome(reads.useCases, plan, ids, true);
          expect(await totals()).toMatchObject({ delivered: 60, undelivered: 0 });
        } finally {
          await reads.stop();
        }
      },
    );

    it('counts held messages as undelivered when their installation is deleted', async () => {
      const plan = aReadPlan({ deliveryMode: 'onRequest', pageSize: 50 });
      const reads = await readsFixture(db(), { plans: [plan], sandbox: { records: 120 } });
      try {
        const id = await reads.useCases.triggerRead({ ...plan, sinceTimestamp: '', untilTimestamp: '' });
        await reads.runDue();
        await reads.useCases.deliverResults({ ...plan, pages: 1 });
        await reads.useCases.forgetInstallation(newId(), plan);
        const { totals } = await reads.useCases.getOperation(plan.projectId, id);
        expect(totals).toMatchObject({ fetched: 120, delivered: 0, undelivered: 70 });
      } finally {
        await reads.stop();
      }
    });

    it('lists a read of very many pages in hundreds, with the same sums', async () => {
      const plan = aReadPlan();
      const reads = await readsFixture(db(), { plans: [plan] });
      try {
        const id = await reads.useCases.triggerRead({ ...plan, sinceTimestamp: '', untilTimestamp: '' });
        const page = { said: null, fetched: 10, mapped: 7, messages: 1, bytes: 3, time: 1 };
        const skipped = (n: number) => (n % 2 === 0 ? { filteredOut: 3 } : { otherKind: 1, filteredOut: 2 });
        const pages = Array.from({ length: 1_037 }, (_, i) => ({
          ...page,
          pageSeq: i + 1,
          lineId: newId(),
          skipped: skipped(i),
        }));
        for (let at = 0; at < pages.length; at += 100)
          await reads.stores.pages.add(plan.projectId, id, pages.slice(at, at + 100));
        const lines = (await reads.useCases.listOperationLogs(plan.projectId, id)).filter(({ msg }) =>
          msg.startsWith('Page'),
        );
        expect(lines).toHaveLength(100 + 10);
        expect(lines.at(0)?.msg).toBe('Page 1: 7 of 10 records.');
        expect(lines.at(100)?.msg).toBe('Pages 101 to 200: 700 of 1000 records.');
        expect(lines.at(-1)?.msg).toBe('Pages 1001 to 1037: 259 of 370 records.');
        const sum = (name: string) => lines.reduce((all, line) => all + Number(asSums(line)[name]), 0);
        expect(['fetched', 'mapped', 'messages', 'bytes'].map(sum)).toEqual([10_370, 7_259, 1_037, 3_111]);
        expect(asSums(lines.at(100))['skipped']).toEqual({ otherKind: 50, filteredOut: 250 });
      } finally {
        await reads.stop();
      }
    });

    it('deletes its pages with its old log lines, and keeps the sums', async () => {
      const plan = aReadPlan();
      const now = { at: Date.now() };
      const reads = await readsFixture(db(), { plans: [plan], clock: { now: () => now.at } });
      try {
        const id = await reads.useCases.triggerRead({ ...plan, sinceTimestamp: '', untilTimestamp: '' });
        await reads.runDue();
        const drop = async () => {
          for (const name of ['logs', 'pages']) while (await reads.dropDue(name));
          return (await reads.useCases.listOperationLogs(plan.projectId, id)).length;
        };
        now.at += 29 * 86_400_000;
        expect(await drop()).toBeGreaterThan(3);
        now.at += 2 * 86_400_000;
        expect(await drop()).toBe(0);
        expect(await db()('operation_pages').select('page_seq')).toEqual([]);
        expect((await reads.useCases.getOperation(plan.projectId, id)).totals?.fetched).toBe(250);
      } finally {
        await reads.stop();
      }
    });
  });
});
