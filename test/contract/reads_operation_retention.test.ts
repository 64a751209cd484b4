import { Buffer } from 'node:buffer';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { lowestIdAt, newId } from '../../lib/ids/ids.ts';
import { purgeRulesOf } from '../../lib/retention/retention.ts';
import { retentions } from '../../services/reads/jobs/retention.ts';
import { migrations } from '../../services/reads/migrations/migrations.ts';
import type { ReadType } from '../../services/reads/operations/operation.ts';
import { makeGetOperation } from '../../services/reads/operations/operation_logs.ts';
import { type Stores, sqlStores } from '../../services/reads/stores.ts';
import { aReadPlan } from '../../testbed/reads_fixture.ts';
import { forEachEngine } from '../support/engines.ts';
import { promise } from '../support/promise.ts';

const DAY = 24 * 3_600_000;
const NOW = 1_800_000_000_000;
const CHILDREN = ['operation_logs', 'operation_pages', 'kept_pages', 'messages', 'replays'];

type Given = { age: number; readType?: ReadType; objectName?: string; replayOf?: string; messages?: string[] };

forEachEngine((engine) => {
  describe('the retention of operations', () => {
    const db = engine.suiteDatabase(migrations);
    const [projectId, integrationId, installationId] = [newId(), newId(), newId()];
    let stores: Stores;
    let ids = 0;
    let sequence = 0;
    beforeEach(async () => {
      stores = sqlStores(db());
      for (const table of [...CHILDREN, 'operations', 'schedules']) await db()(table).del();
    });

    const idAt = (time: number) => `${lowestIdAt(time).slice(0, 24)}${String((ids += 1)).padStart(12, '0')}`;

    /** A finished operation of this age in days, with a row in each table that belongs to it. */
    async function add({
      age,
      readType = 'scheduled',
      objectName = 'contacts',
      replayOf,
      messages = ['dropped'],
    }: Given) {
      const time = NOW - age * DAY;
      const id = idAt(time - 1_000);
      const names = { objectName, mappedObjectName: objectName };
      const ref = { projectId, integrationId, installationId, configId: '', sinceTime: null, untilTime: null };
      const operation = { id, ...ref, ...names, readType, createTime: time - 1_000 };
      await stores.operations.insert(operation, 'waiting');
      await db()('operations')
        .where({ id })
        .update({ state: 'success', update_time: time, replay_of: replayOf ?? null });
      await stores.logs.add(projectId, id, [{ id: newId(), time, severity: 'INFO', msg: 'line' }]);
      const counts = { said: null, fetched: 1, mapped: 1, skipped: {}, messages: 1, bytes: 1, time };
      await stores.pages.add(projectId, id, [{ pageSeq: 1, lineId: newId(), ...counts }]);
      const page = { pageSeq: 1, isFirst: true, firstSequence: 1, messages: 1, leftOut: [], sealed: Buffer.from('s') };
      await stores.archive.add({ projectId, installationId, operationId: id }, [{ ...page, bodies: [] }], time);
      if (replayOf) await stores.replays.insert(projectId, id, 'same' as never);
      for (const state of messages) await addMessage(id, { objectName, state, time });
      return id;
    }
    async function addMessage(
      operationId: string,
      { objectName, state, time }: { objectName: string; state: string; time: number },
    ) {
      const message = {
        id: newId(),
        projectId,
        installationId,
        objectName,
        operationId,
        numRecords: 1,
        body: Buffer.from('{}'),
      };
      sequence += 1;
      await stores.messages.add([{ ...message, sequence }], { createTime: time, isHeld: false });
      const body = state === 'dropped' ? null : '{}';
      await db()('messages').where({ id: message.id }).update({ state, body, settle_time: time });
    }
    async function schedule(objectName = 'contacts', backfillOperationId = ''): Promise<void> {
      const plan = aReadPlan({ projectId, integrationId, installationId, objectName });
      await db()('schedules').insert({
        id: newId(),
        project_id: projectId,
        integration_id: integrationId,
        installation_id: installationId,
        object_name: objectName,
        mapped_object_name: objectName,
        state: 'armed',
        cron: '',
        watermark: 0,
        backfill_operation_id: backfillOperationId,
        plan: JSON.stringify(plan),
        create_time: 1,
        update_time: 1,
      });
    }
    const config = { retention: 7 * DAY, logRetentionDays: 3_650, operationRetentionDays: 90 };
    const rules = () => purgeRulesOf(retentions(config), { stores, clock: { now: () => NOW } });
    async function purge(name: string, limit = 500): Promise<number> {
      const rule = rules().find((one) => one.name === name);
      for (let rounds = 1; ; rounds += 1) if (!(await rule!.run(limit)).hasMore) return rounds;
    }
    const left = (table = 'operations', key = 'id') => db()(table).orderBy(key).pluck(key);

    it('F7: deletes operations 90 days after their end, with all their rows', async () => {
      await add({ age: 91 });
      const original = await add({ age: 91, objectName: 'accounts' });
      await add({ age: 91, replayOf: original });
      const kept = await add({ age: 89 });
      await purge('operations');
      expect(await left()).toEqual([kept]);
      for (const table of CHILDREN.filter((one) => one !== 'replays'))
        expect([table, ...(await left(table, 'operation_id'))]).toEqual([table, kept]);
      expect(await left('replays', 'operation_id')).toEqual([]);
      await expect(makeGetOperation({ stores })(projectId, original)).rejects.toMatchObject({ kind: 'notFound' });
    });

    it('F7: deletes the rows of messages 90 days after their delivery, also those of an operation that stays', async () => {
      await schedule();
      const last = await add({ age: 91, messages: ['dropped', 'settled', 'pending'] });
      const young = await add({ age: 89 });
      await purge('messages');
      expect(await left()).toEqual([last, young]);
      const rows = db()('messages').orderBy(['operation_id', 'state']).select('operation_id', 'state');
      expect((await rows).map((row) => Object.values(row))).toEqual([
        [last, 'pending'],
        [last, 'settled'],
        [young, 'dropped'],
      ]);
    });

    promise(
      'F7: keeps the last of each object and read type while the object is read',
      { without: 'operationLast' },
      async () => {
        await schedule();
        await add({ age: 300 });
        const [scheduled, backfill] = [await add({ age: 200 }), await add({ age: 200, readType: 'backfill' })];
        await add({ age: 150, replayOf: scheduled });
        await add({ age: 200, objectName: 'forgotten' });
        await purge('operations');
        expect(await left()).toEqual([scheduled, backfill].toSorted());
      },
    );

    it('keeps the backfill that the schedule names', async () => {
      const named = await add({ age: 300, readType: 'backfill' });
      const newer = await add({ age: 200, readType: 'backfill' });
      await schedule('contacts', named);
      await purge('operations');
      expect(await left()).toEqual([named, newer]);
    });

    promise('F7: keeps an operation while one of its messages has a body', { without: 'operationBodies' }, async () => {
      const kept: string[] = [];
      for (const state of ['pending', 'held', 'settled'])
        kept.push(await add({ age: 200, messages: ['dropped', state] }));
      await purge('operations');
      expect(await left()).toEqual(kept);
      await db()('messages').update({ state: 'dropped', body: null });
      await purge('operations');
      expect(await left()).toEqual([]);
    });

    it('deletes an operation with more rows than a batch in several batches', async () => {
      const id = await add({ age: 200 });
      const line = (at: number) => ({ id: newId(), time: NOW, severity: 'INFO' as const, msg: String(at) });
      await stores.logs.add(
        projectId,
        id,
        Array.from({ length: 25 }, (_, at) => line(at)),
      );
      const { hasMore } = await rules()
        .find(({ name }) => name === 'operations')!
        .run(10);
      expect([hasMore, await left()]).toEqual([true, [id]]);
      await purge('operations', 10);
      expect([await left(), await left('operation_logs')]).toEqual([[], []]);
    });

    it('examines each of the operations that stay once per pass', async () => {
      await schedule();
      const kept: string[] = [];
      for (let at = 0; at < 7; at += 1) kept.push(await add({ age: 200, messages: ['pending'] }));
      await add({ age: 100, objectName: 'forgotten' });
      expect(await purge('operations', 3)).toBe(3);
      expect(await left()).toEqual(kept);
    });

    it('uses indexes', async () => {
      const plan = async (sql: string) =>
        JSON.stringify(await db().raw(`explain ${engine.name === 'sqlite' ? 'query plan ' : ''}${sql}`));
      expect(await plan(`select id from messages where operation_id = '1'`)).toContain('messages_operation');
      const kind = `installation_id = '1' and object_name = '2' and read_type = '3' and id > '4'`;
      expect(await plan(`select 1 from operations where ${kind} and replay_of is null`)).toContain('operations_kind');
      expect(await plan(`select id from messages where state = 'dropped' and settle_time < 1`)).toContain(
        'messages_settled',
      );
    });
  });
});
