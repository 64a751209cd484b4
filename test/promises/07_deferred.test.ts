import { afterEach, describe, expect } from '@jest/globals';
import type { SendRequest } from '../../lib/http/outbound.ts';
import { newId } from '../../lib/ids/ids.ts';
import { migrations } from '../../services/reads/migrations/migrations.ts';
import { aReadPlan, recordIds } from '../../testbed/reads_fixture.ts';
import { forEachEngine } from '../support/engines.ts';
import { promise } from '../support/promise.ts';
import { aScheduledObject, type ScheduledObject } from '../support/scheduled_object.ts';

const MINUTE = 60_000;
const RECORDS = 90;

forEachEngine((engine) => {
  describe('promise 7: a backfill during an outage', () => {
    const db = engine.suiteDatabase(migrations);
    let object: ScheduledObject | undefined;
    afterEach(async () => {
      await object?.stop();
      object = undefined;
    });

    async function contactsOf(backfillDays: number, plan = {}): Promise<ScheduledObject> {
      const given = { plan: { backfillDays, ...plan }, sandbox: { records: RECORDS, epoch: Date.now() } };
      object = await aScheduledObject(db(), given);
      return object;
    }

    /** Defers a backfill of 20 records per page after its second page; the provider is available again afterwards. */
    async function meetOutage(contacts: ScheduledObject): Promise<void> {
      contacts.sandbox.control.addFault({ kind: '500', object: 'contacts', afterPage: 2, times: 100 });
      await contacts.follow();
      await contacts.runDue();
      contacts.sandbox.control.clearFaults();
    }

    promise(
      'an unavailable provider defers a backfill instead of ending it: it continues after its last page',
      { without: 'putOff' },
      async () => {
        const contacts = await contactsOf(-1, { pageSize: 20 });
        await meetOutage(contacts);
        const [backfill] = await contacts.operations('backfill');
        expect(backfill).toMatchObject({ state: 'putOff', page_seq: 2, records_processed: 40 });
        expect(await contacts.logs(backfill?.id)).toContainEqual(
          expect.objectContaining({ severity: 'WARNING', error: expect.stringContaining('500') }),
        );
        await contacts.deferralsAreOver();
        await contacts.runDue();
        expect(await contacts.operations('backfill')).toMatchObject([
          { id: backfill?.id, state: 'success', put_offs: 0 },
        ]);
        expect(await contacts.schedule()).toMatchObject({ backfill_from: 0 });
        expect(recordIds(await contacts.messages()).sort()).toEqual(await contacts.delivered());
        expect(await contacts.delivered()).toHaveLength(RECORDS);
        expect(await contacts.events('read.backfill.done')).toHaveLength(1);
      },
    );

    promise(
      'a deferred backfill waits 10 minutes, then twice as long each time, up to six hours; a successful page resets the wait',
      { without: 'putOff' },
      async () => {
        const contacts = await contactsOf(-1, { pageSize: 20 });
        await meetOutage(contacts);
        const minutes = [];
        for (let i = 0; i < 9; i += 1) {
          const row = await contacts.db('operations').where({ state: 'putOff' }).first('next_time');
          minutes.push(Math.round((Number(row?.next_time) - Date.now()) / MINUTE));
          const isLast = i === 7;
          contacts.sandbox.control.addFault({
            kind: '500',
            object: 'contacts',
            ...(isLast && { afterPage: 1 }),
            times: 100,
          });
          await contacts.deferralsAreOver();
          await contacts.runDue();
          contacts.sandbox.control.clearFaults();
        }
        expect(minutes).toEqual([10, 20, 40, 80, 160, 320, 360, 360, 10]);
        expect(await contacts.operations('backfill')).toMatchObject([{ state: 'putOff', put_offs: 2 }]);
      },
    );

    promise(
      'while a backfill is deferred its object is read as usual, and its end does not move scheduled reads back',
      { without: ['putOff', 'backfillWatermark'] },
      async () => {
        const contacts = await contactsOf(-1, { pageSize: 20 });
        await contacts.follow();
        contacts.sandbox.control.addFault({ kind: '500', object: 'contacts', afterPage: 2, times: 100 });
        await contacts.makeDue();
        await contacts.useCases.startDueReads();
        const [behind] = await contacts.operations();
        expect(behind).toMatchObject({ state: 'waiting' });
        await contacts.runDue();
        contacts.sandbox.control.clearFaults();
        expect(await contacts.operations('backfill')).toMatchObject([{ state: 'putOff' }]);
        const [added] = contacts.sandbox.control.addRecords('contacts', 1);
        await contacts.runDue();
        expect(await contacts.operations()).toMatchObject([{ id: behind?.id, state: 'success' }]);
        expect(await contacts.delivered()).toContain(added);
        const { watermark } = await contacts.schedule();
        await contacts.trigger();
        await contacts.deferralsAreOver();
        expect((await contacts.runDue()).map(({ readType }) => readType)).toEqual(['triggered']);
        expect((await contacts.runDue()).map(({ readType }) => readType)).toEqual(['backfill']);
        expect(await contacts.operations('backfill')).toMatchObject([{ state: 'success' }]);
        expect(await contacts.schedule()).toMatchObject({ watermark, backfill_from: 0 });
        expect(await contacts.delivered()).toHaveLength(RECORDS + 1);
      },
    );

    promise(
      'refused credentials defer a backfill any number of times; a disabled object keeps its position until it is enabled',
      { without: 'putOff' },
      async () => {
        const contacts = await contactsOf(-1);
        contacts.installation.key = 'revoked';
        await contacts.follow();
        await contacts.runDue();
        for (let i = 0; i < 12; i += 1) {
          await contacts.deferralsAreOver();
          await contacts.runDue();
        }
        expect(await contacts.operations('backfill')).toMatchObject([{ state: 'putOff', put_offs: 13 }]);
        await contacts.configure({ disabled: true });
        contacts.installation.key = 'sandbox-key';
        await contacts.deferralsAreOver();
        expect(await contacts.runDue()).toEqual([]);
        await contacts.configure({ disabled: false });
        await contacts.deferralsAreOver();
        await contacts.runDue();
        expect(await contacts.operations('backfill')).toMatchObject([{ state: 'success' }]);
        expect(await contacts.delivered()).toHaveLength(RECORDS);
      },
    );

    promise(
      'a backfill with refused credentials continues when the customer signs in, also with another connection',
      { without: 'causeGone' },
      async () => {
        const contacts = await contactsOf(-1, { pageSize: 20 });
        const [first, second, third] = [contacts.plan.connectionId, newId(), newId()];
        const keyOf = (connectionId: string) => (connectionId === third ? 'sandbox-key' : 'revoked');
        const { getCallAuth } = contacts.installation;
        let isRevoked = true;
        contacts.installation.getCallAuth = async (projectId, connectionId) => {
          const auth = await getCallAuth(projectId, connectionId);
          return isRevoked ? { ...auth, headers: { 'X-Sandbox-Key': keyOf(connectionId) } } : auth;
        };
        await contacts.follow();
        await contacts.runDue();
        await contacts.reconnect(second);
        expect(await contacts.operations('backfill')).toMatchObject([{ state: 'putOff' }]);

        isRevoked = false;
        contacts.sandbox.control.addFault({ kind: '401', object: 'contacts', afterPage: 2, times: 100 });
        await contacts.reconnect(first);
        await contacts.runDue();
        contacts.sandbox.control.clearFaults();
        expect(await contacts.operations('backfill')).toMatchObject([{ state: 'putOff', page_seq: 2 }]);

        isRevoked = true;
        contacts.useCases.forgetCredentials();
        await contacts.configure({ connectionId: second });
        await contacts.runDue();
        expect(await contacts.operations('backfill')).toMatchObject([{ state: 'putOff', page_seq: 2 }]);
        await contacts.configure({ connectionId: third });
        await contacts.runDue();
        expect(await contacts.operations('backfill')).toMatchObject([{ state: 'success' }]);
        expect(recordIds(await contacts.messages()).sort()).toEqual(await contacts.delivered());
        expect(await contacts.delivered()).toHaveLength(RECORDS);
      },
    );

    promise(
      'a failed backfill is repeated when the customer signs in, but not for an object that is no longer read',
      { without: 'causeGone' },
      async () => {
        const contacts = await contactsOf(-1);
        await contacts.follow();
        const forbid: SendRequest = async () => ({ status: 400, headers: {}, text: '{}' });
        await contacts.runDue(contacts.useCasesWith(forbid));
        expect(await contacts.operations('backfill')).toMatchObject([{ state: 'failure' }]);
        const [mine] = contacts.plans.splice(0, 1, aReadPlan({ ...contacts.plan, objectName: 'deals' }));
        await contacts.follow(Date.now());
        await contacts.reconnect();
        expect(await contacts.operations('backfill')).toHaveLength(2);
        contacts.plans.splice(0, 1);
        contacts.plans.push(mine!);
        await contacts.follow(Date.now() + 1);
        await contacts.runDue(contacts.useCasesWith(forbid));
        expect(await contacts.operations('backfill')).toHaveLength(3);
        await contacts.reconnect();
        await contacts.runDue();
        expect(await contacts.operations('backfill')).toHaveLength(4);
        expect(await contacts.schedule()).toMatchObject({ backfill_from: 0 });
      },
    );
  });
});
