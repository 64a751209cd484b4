import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Db } from '../../lib/db/open.ts';
import type { SendRequest } from '../../lib/http/outbound.ts';
import { migrations } from '../../services/reads/migrations/migrations.ts';
import { aReadPlan, type ReadsFixture, readsFixture, recordIds, until } from '../../testbed/reads_fixture.ts';
import { forEachEngine } from '../support/engines.ts';
import { promise } from '../support/promise.ts';

/**
 * An outbound client whose n-th call returns only after `open` is called: simulates a worker that is frozen during a
 * call.
 */
function heldAt(send: SendRequest, nth: number): { send: SendRequest; open(): void; reached: Promise<void> } {
  let open = () => {};
  let reach = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  let calls = 0;
  return {
    reached,
    open: () => open(),
    async send(request) {
      calls += 1;
      if (calls !== nth) return send(request);
      reach();
      await gate;
      return send({ ...request, signal: undefined });
    },
  };
}

/** Expires all leases, as if a dead worker's time had passed. */
async function leasesRunOut(db: Db): Promise<void> {
  await db('operations').where({ state: 'running' }).update({ lease_until: 1 });
}

forEachEngine((engine) => {
  describe('a read whose worker dies or is frozen', () => {
    const db = engine.suiteDatabase(migrations);
    const plan = aReadPlan();
    let reads: ReadsFixture;
    const trigger = () =>
      reads.useCases.triggerRead({
        projectId: plan.projectId,
        integrationId: plan.integrationId,
        groupRef: 'acme',
        objectName: 'person',
        sinceTimestamp: '',
        untilTimestamp: '',
      });
    const state = async (id: string) => (await reads.useCases.getOperation(plan.projectId, id)).state;

    beforeEach(async () => {
      for (const table of ['schedules', 'operations', 'operation_logs', 'messages', 'outbox', 'outbox_acks'])
        await db()(table).del();
      reads = await readsFixture(db(), { plans: [plan], sandbox: { records: 500 } });
    });
    afterEach(() => reads.stop());

    /** Freezes the first worker before its nth call, lets a second one take over and finish, then resumes the first. */
    async function takeOver(nth: number): Promise<string> {
      const id = await trigger();
      const held = heldAt(reads.send, nth);
      const [operation] = await reads.stores.operations.claim(1, 10_000);
      if (!operation) throw new Error('Nothing was claimed.');
      const frozen = reads.useCasesWith(held.send).runOperation(operation, new AbortController().signal);
      await held.reached;
      await until(async () => (await db()('messages').count({ n: '*' }))[0]?.['n'] === Math.max(0, nth - 1));
      await leasesRunOut(db());
      await reads.runDue();
      held.open();
      await frozen;
      return id;
    }

    it.each([1, 2, 3, 5])(
      'continues after the last committed page when its worker stops before call %i',
      async (nth) => {
        const id = await takeOver(nth);
        expect(await state(id)).toBe('success');
        const messages = await reads.messages();
        expect(recordIds(messages)).toHaveLength(500);
        expect(new Set(recordIds(messages)).size).toBe(500);
        expect(messages.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
        const told = (await reads.events('read.page.committed')).flatMap(({ messageIds }) => messageIds);
        expect(told).toEqual(messages.map((message) => message.id));
      },
    );

    it('is ended by one worker only, with one event', async () => {
      await takeOver(2);
      expect(await reads.events('read.triggered.done')).toHaveLength(1);
    });

    promise(
      'is written once, although a worker that lost its lease continues beside the next one',
      { without: 'fence' },
      async () => {
        const id = await trigger();
        const held = heldAt(reads.send, 2);
        const [operation] = await reads.stores.operations.claim(1, 10_000);
        const frozen = reads.useCasesWith(held.send).runOperation(operation!, new AbortController().signal);
        await held.reached;
        await until(async () => (await db()('messages').count({ n: '*' }))[0]?.['n'] === 1);
        await leasesRunOut(db());
        const second = heldAt(reads.send, 4);
        const [again] = await reads.stores.operations.claim(1, 10_000);
        const other = reads.useCasesWith(second.send).runOperation(again!, new AbortController().signal);
        await second.reached;
        held.open();
        await frozen;
        second.open();
        await other;
        expect(await state(id)).toBe('success');
        expect(recordIds(await reads.messages())).toHaveLength(500);
      },
    );

    it('is released at once when its process drains', async () => {
      const id = await trigger();
      const held = heldAt(reads.send, 3);
      const worker = reads.startWorker({
        runOperation: reads.useCasesWith((request) => abortable(held.send, request)).runOperation,
      });
      await held.reached;
      await worker.stop();
      expect(await state(id)).toBe('ready');
      await reads.runDue();
      expect(await state(id)).toBe('success');
      expect(recordIds(await reads.messages())).toHaveLength(500);
    });

    it('only has to be ended when its worker dies after the last page', async () => {
      const id = await trigger();
      await reads.runDue();
      await db()('operations').where({ id }).update({ state: 'running', lease_until: 1, active_key: 'again' });
      const before = reads.sandbox.control.stats();
      await reads.runDue();
      expect(await state(id)).toBe('success');
      expect(reads.sandbox.control.stats()).toEqual(before);
      expect(recordIds(await reads.messages())).toHaveLength(500);
    });

    it('is not claimed while its lease is renewed', async () => {
      const id = await trigger();
      const held = heldAt(reads.send, 1);
      const worker = reads.startWorker({ leaseMs: 6_000, runOperation: reads.useCasesWith(held.send).runOperation });
      await held.reached;
      const leaseUntil = async () =>
        Number((await db()('operations').where({ id }).first<Row>('lease_until')).lease_until);
      const first = await leaseUntil();
      await until(async () => (await leaseUntil()) > first);
      expect(await reads.stores.operations.claim(10, 1_000)).toEqual([]);
      held.open();
      await worker.stop();
    });

    it('S1: is not claimed again by a process that stood still longer than the lease', async () => {
      const id = await trigger();
      const held = heldAt(reads.send, 1);
      let time = 0;
      const worker = reads.startWorker({
        leaseMs: 600_000,
        pollMs: 600_000,
        runOperation: reads.useCasesWith(held.send).runOperation,
        now: () => time,
      });
      await held.reached;
      await leasesRunOut(db());
      time += 600_000;
      worker.wake();
      const row = () => db()('operations').where({ id }).first<Row>('fence', 'lease_until', 'attempts');
      await until(async () => Number((await row()).lease_until) > 1);
      held.open();
      await until(async () => (await state(id)) === 'success');
      expect(Number((await row()).attempts)).toBe(1);
      expect(Number((await row()).fence)).toBe(1);
    });

    it('S1: starts later each time when its worker is lost again without a page', async () => {
      const id = await trigger();
      const starts: (string | number)[] = [];
      for (let loss = 0; loss < 4; loss += 1) {
        const [claimed] = await reads.stores.operations.claim(1, 10_000);
        starts.push(claimed?.tries ?? (await state(id)));
        await leasesRunOut(db());
      }
      // The second loss in a row parks it, so that the claim after it finds nothing.
      expect(starts).toEqual([1, 2, 'parked', 'parked']);
      await db()('operations').where({ id }).update({ next_time: 1 });
      const [third] = await reads.stores.operations.claim(1, 10_000);
      expect(third?.tries).toBe(3);
      await db()('operations').where({ id }).update({ lease_until: 1, tries: 0 });
      const [afterPage] = await reads.stores.operations.claim(1, 10_000);
      expect(afterPage?.tries).toBe(1);
    });
  });
});

type Row = { fence: number; lease_until: number; attempts: number };

/** Aborts with the caller's signal, like the real client. */
function abortable(send: SendRequest, request: Parameters<SendRequest>[0]): ReturnType<SendRequest> {
  const aborted = new Promise<never>((_resolve, reject) => {
    request.signal?.addEventListener('abort', () => reject(new Error('aborted')));
  });
  return Promise.race([send(request), aborted]);
}
