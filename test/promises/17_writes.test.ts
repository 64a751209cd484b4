import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect } from '@jest/globals';
import { setDatabaseClock } from '../../lib/db/now.ts';
import type { SendRequest } from '../../lib/http/outbound.ts';
import { until } from '../../testbed/reads_fixture.ts';
import { forEachEngine, type TestDatabase } from '../support/engines.ts';
import { promise } from '../support/promise.ts';
import { writesTables, writesWorld } from '../support/writes_world.ts';

const HOUR = 3_600_000;
/** The outbound client opens so many to one provider. */
const CONNECTIONS = 16;
const UNKNOWN = { state: 'failure', outcome: 'unknown' };

forEachEngine((engine) => {
  describe('a write', () => {
    let open: TestDatabase;
    const stops: (() => Promise<void>)[] = [];
    beforeEach(async () => {
      open = await engine.open(writesTables);
    });
    afterEach(async () => {
      for (const stop of stops.splice(0)) await stop();
      await open.close();
    });
    async function world(given: Parameters<typeof writesWorld>[1] = {}) {
      const made = await writesWorld(open.db, given);
      stops.push(made.stop);
      return made;
    }
    const later = (offsetMs: number) => setDatabaseClock(open.db, { originMs: 0, offsetMs, scale: 1 });

    promise('is on disk before anything is sent to the provider', { without: 'rowAfterSend' }, async () => {
      const { write, useCasesWith, send } = await world();
      const rows: number[] = [];
      const watching: SendRequest = async (request) => {
        rows.push((await open.db('operations').select('id')).length);
        return send(request);
      };
      expect(await write({}, useCasesWith(watching))).toMatchObject({ status: 200 });
      expect(rows).toEqual([1]);
    });

    promise(
      'that creates and whose answer is lost is unknown and never repeated, synchronous or not',
      { without: 'createRepeated' },
      async () => {
        const { sandbox, write, runDue, operation, added } = await world();
        sandbox.control.addFault({ kind: 'lose-answer', object: 'contacts', times: 1 });
        const { status, body } = await write({});
        expect([status, body.errors?.[0]?.message]).toEqual([422, expect.stringMatching(/^outcomeUnknown: /)]);
        expect(await operation(body.operationId)).toMatchObject(UNKNOWN);
        sandbox.control.addFault({ kind: 'lose-answer', object: 'contacts', times: 1 });
        const queued = await write({ isAsync: true });
        expect(await runDue()).toBe(1);
        later(HOUR / 2);
        expect(await runDue()).toBe(0);
        expect(await operation(queued.body.operationId)).toMatchObject(UNKNOWN);
        expect(await added()).toBe(2);
      },
    );

    promise(
      'that creates and whose process died after it was sent is unknown and never sent again',
      { without: ['sentForgotten', 'abandonedKept'] },
      async () => {
        const { write, runDue, useCases, useCasesWith, send, operation, added } = await world();
        // The provider does it, and the process that sent it goes no further.
        const dying: SendRequest = async (request) => {
          await send(request);
          return new Promise(() => {});
        };
        const dead = useCasesWith(dying);
        void write({}, dead);
        const { body } = await write({ isAsync: true });
        void runDue(dead);
        await until(async () => (await added()) === 2);
        later(60_000);
        await useCases.endAbandoned();
        expect(await runDue()).toBe(1);
        expect(await added()).toBe(2);
        expect(await operation(body.operationId)).toMatchObject(UNKNOWN);
        const outcomes: { outcome: string }[] = await open.db('operations').select('outcome');
        expect(outcomes).toEqual([{ outcome: 'unknown' }, { outcome: 'unknown' }]);
      },
    );

    promise(
      'is repeated at a provider that takes an idempotency key, and made once',
      { without: 'keyOfTry' },
      async () => {
        const { sandbox, write, added } = await world({ takesKey: true });
        sandbox.control.addFault({ kind: 'lose-answer', object: 'contacts', times: 1 });
        expect(await write({})).toMatchObject({ status: 200, body: { result: { success: true } } });
        expect(await added()).toBe(1);
      },
    );

    promise(
      'with an idempotency key of the caller has one effect, also of two at once and after an unknown outcome',
      { without: 'keyUnchecked' },
      async () => {
        const { sandbox, write, added } = await world();
        const both = await Promise.allSettled([write({ idempotencyKey: 'a' }), write({ idempotencyKey: 'a' })]);
        expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
        expect(await write({ idempotencyKey: 'a' })).toMatchObject({ status: 200, isReplayed: true });
        sandbox.control.addFault({ kind: 'lose-answer', object: 'contacts', times: 1 });
        const lost = await write({ idempotencyKey: 'b' });
        expect(await write({ idempotencyKey: 'b' })).toEqual({ ...lost, isReplayed: true });
        expect(await added()).toBe(2);
      },
    );

    promise(
      'that is asynchronous is tried again after a 429 and a 500, and ends at its deadline',
      { without: ['noDeadline', 'everythingFinal'] },
      async () => {
        const clock = { time: Date.now(), now: () => clock.time };
        const { sandbox, write, runDue, operation, logs, added } = await world({ clock });
        for (const kind of ['429', '500'] as const) sandbox.control.addFault({ kind, object: 'contacts', times: 1 });
        const id = 'contacts-0000003';
        const { body } = await write({ isAsync: true, type: 'update', records: [{ id, name: 'Changed' }] });
        // The 429 closes the budget of this process for a second of its own.
        for (let minutes = 0; minutes < 30 && (await operation(body.operationId)).state === 'running'; minutes += 1) {
          later(minutes * 60_000);
          await runDue();
          await sleep(100);
        }
        expect(await operation(body.operationId)).toMatchObject({ state: 'success', attempts: 3 });
        expect(await logs(body.operationId)).toEqual([
          'Accepted: 1 record to update.',
          expect.stringMatching(/^Trying again in/),
          expect.stringMatching(/^Trying again in/),
          'Finished: [contacts] 1 record updated',
        ]);
        sandbox.control.addFault({ kind: '429', object: 'contacts', times: 1_000 });
        const late = await write({ isAsync: true });
        await runDue();
        clock.time += 2 * HOUR;
        later(2 * HOUR);
        await runDue();
        expect(await operation(late.body.operationId)).toMatchObject({ state: 'failure', outcome: '' });
        sandbox.control.clearFaults();
        expect(await added()).toBe(0);
      },
    );

    promise(
      'that is asynchronous ends with a reason when its provider file is gone',
      { without: 'fileFirst' },
      async () => {
        const { write, runDue, operation, removeFile } = await world();
        const { body } = await write({ isAsync: true });
        removeFile();
        expect(await runDue()).toBe(1);
        expect(await operation(body.operationId)).toMatchObject({
          state: 'failure',
          result: expect.stringContaining('no provider file for sandbox'),
        });
      },
    );

    promise('of one record waits while an earlier one is tried again', { without: 'noOrder' }, async () => {
      const { sandbox, write, runDue } = await world();
      sandbox.control.addFault({ kind: '500', object: 'contacts', times: 1 });
      const id = 'contacts-0000003';
      const update = (record: object) => write({ isAsync: true, type: 'update', records: [record] });
      await update({ id, name: 'First' });
      expect(await runDue()).toBe(1);
      for (const name of ['Second', 'Third']) await update({ id, name });
      await update({ id: 'contacts-0000004', name: 'Other' });
      expect(await runDue()).toBe(1);
      for (let minutes = 1; minutes < 5; minutes += 1) {
        later(minutes * 60_000);
        expect(await runDue()).toBeLessThanOrEqual(1);
      }
      const answer = await fetch(`${sandbox.url}/api/v1/contacts/${id}`, {
        headers: { 'x-sandbox-key': 'sandbox-key' },
      });
      expect(await answer.json()).toMatchObject({ name: 'Third' });
      const states: { state: string }[] = await open.db('operations').select('state');
      expect(new Set(states.map(({ state }) => state))).toEqual(new Set(['success']));
    });

    promise(
      'of one customer goes on while those of another hang at the same provider',
      { without: 'sharedConnections' },
      async () => {
        const { sandbox, write } = await world();
        sandbox.control.addFault({ kind: 'slow', object: 'contacts', times: CONNECTIONS, delayMs: 5_000 });
        let ended = 0;
        const hanging = Array.from({ length: CONNECTIONS }, () => write({}).finally(() => (ended += 1)));
        await until(async () => sandbox.control.stats().faults.length === 0);
        expect(await write({ groupRef: 'globex' })).toMatchObject({ status: 200 });
        expect(ended).toBe(0);
        await Promise.all(hanging);
      },
    );

    promise(
      'is no success where the provider says so in a 2xx, and one without an id or a body',
      { without: 'refusedUnread' },
      async () => {
        const refused = await world({
          change: (provider) =>
            ({ ...provider, write: { ...provider.write, refused: { path: 'name', equals: 'Grace' } } }) as never,
        });
        expect(await refused.write({})).toMatchObject({ status: 422, body: { result: { success: false } } });
        const silent = await world();
        const id = 'contacts-0000005';
        expect(await silent.write({ type: 'delete', records: [{ id }] })).toMatchObject({
          status: 200,
          body: { result: { success: true } },
        });
      },
    );
  });
});
