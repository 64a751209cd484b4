import { Buffer } from 'node:buffer';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '../../lib/ids/ids.ts';
import { migrations } from '../../services/reads/migrations/migrations.ts';
import { aReadPlan, type ReadsFixture, readsFixture } from '../../testbed/reads_fixture.ts';
import { forEachEngine } from '../support/engines.ts';

const LIMIT = 300 * 1024;

/** A provider with one page, whose records contain a text of each of these lengths. */
async function providerOf(lengths: readonly number[]): Promise<{ url: string; server: Server }> {
  const data = lengths.map((length, i) => ({
    id: `r${i}`,
    updated_at: '2026-01-01T00:00:00Z',
    email: 'é'.repeat(length / 2),
  }));
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ data, next_cursor: null, total: data.length }));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

forEachEngine((engine) => {
  describe('messages', () => {
    const db = engine.suiteDatabase(migrations);
    let now = Date.now();
    let reads: ReadsFixture;
    let plan = aReadPlan();
    const servers: Server[] = [];

    /** Reads a page of such records; `raw` and `email` both contain the text, so a record is twice its length. */
    async function read(lengths: readonly number[], given = {}): Promise<void> {
      const { url, server } = await providerOf(lengths);
      servers.push(server);
      Object.assign(plan, given);
      const installation = {
        ...reads.installation,
        getCallAuth: async () => ({
          headers: {},
          query: {},
          variables: { baseUrl: url },
          generation: 1,
          expireTime: 0,
        }),
      };
      await reads.useCases.triggerRead({ ...plan, groupRef: 'acme', sinceTimestamp: '', untilTimestamp: '' });
      await reads.runDue(reads.useCasesWith(reads.send, { installation }));
    }

    beforeEach(async () => {
      for (const table of [
        'schedules',
        'operations',
        'operation_logs',
        'messages',
        'message_results',
        'outbox',
        'outbox_acks',
        'inbox',
      ])
        await db()(table).del();
      now = Date.now();
      plan = aReadPlan({ selectionJson: JSON.stringify({ selectedFields: ['id'], selectAll: false, mappings: [] }) });
      reads = await readsFixture(db(), { plans: [plan], clock: { now: () => now } });
    });
    afterEach(async () => {
      await reads.stop();
      await Promise.all(
        servers.splice(0).map(
          (server) =>
            new Promise((resolve) => {
              server.close(resolve);
            }),
        ),
      );
    });

    it('hold at most 300 KB, as full as possible, in the order of the page', async () => {
      await read(Array<number>(10).fill(100_000));
      const messages = await reads.messages();
      expect(messages.map(({ body }) => (body['resultInfo'] as { numRecords: number }).numRecords)).toEqual([
        3, 3, 3, 1,
      ]);
      for (const { text } of messages) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(LIMIT);
      expect(
        messages.flatMap(({ body }) => (body['result'] as { raw: { id: string } }[]).map(({ raw }) => raw.id)),
      ).toEqual(Array.from({ length: 10 }, (_, i) => `r${i}`));
      expect(messages.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
    });

    it('hold as many records as the integration allows', async () => {
      await read(Array<number>(7).fill(10), { deliveryMode: 'onRequest', pageSize: 3 });
      expect(
        (await reads.messages()).map(({ body }) => (body['resultInfo'] as { numRecords: number }).numRecords),
      ).toEqual([3, 3, 1]);
    });

    it('send a larger record by a URL, which each attempt creates for 15 minutes', async () => {
      await read([10, 400_000, 10]);
      const [before, large, after] = await reads.messages();
      expect([before, after].map((message) => message?.body['resultInfo'])).toEqual([
        { type: 'inline', numRecords: 1 },
        { type: 'inline', numRecords: 1 },
      ]);
      const info = large?.body['resultInfo'] as { type: string; numRecords: number; downloadUrl: string };
      expect(info).toEqual({
        type: 'url',
        numRecords: 1,
        downloadUrl: expect.stringMatching(/^http:\/\/localhost:8080\/v1\/results\//),
      });
      expect(large?.body).not.toHaveProperty('result');
      const url = new URL(info.downloadUrl);
      const [id, signature] = [url.pathname.split('/').at(-1) ?? '', url.searchParams.get('signature') ?? ''];
      const get = () => reads.useCases.getLargeResult(id, signature);

      await expect(get()).rejects.toMatchObject({ kind: 'notFound' });
      const [sent] = await reads.useCases.getMessages([id]);
      expect(Buffer.from(sent?.body ?? []).toString()).toBe(large?.text);
      expect(JSON.parse(await get())).toEqual([
        expect.objectContaining({ raw: expect.objectContaining({ id: 'r1' }) }),
      ]);
      now += 16 * 60_000;
      await expect(get()).rejects.toMatchObject({ kind: 'notFound' });
      await reads.useCases.getMessages([id]);
      await get();
      await expect(reads.useCases.getLargeResult(id, `${signature.slice(1)}A`)).rejects.toMatchObject({
        kind: 'notFound',
      });
      await expect(reads.useCases.getLargeResult(newId(), signature)).rejects.toMatchObject({ kind: 'notFound' });
    });

    it('are returned in the requested order, 2 MiB at most', async () => {
      await read(Array<number>(30).fill(100_000));
      const ids = (await reads.messages()).map(({ id }) => id).toReversed();
      const answer = await reads.useCases.getMessages(['01900000-0000-7000-8000-000000000000', ...ids]);
      expect(answer.map(({ id }) => id)).toEqual(ids.slice(0, answer.length));
      const bytes = answer.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0);
      expect(bytes).toBeLessThanOrEqual(2 * 1024 * 1024);
      expect(bytes).toBeGreaterThan(1.6 * 1024 * 1024);
    });

    it('that reached nobody are reported in the log of their operation, once', async () => {
      await read(Array<number>(5).fill(100_000));
      const ids = (await reads.messages()).map(({ id }) => id);
      const event = newId();
      for (const id of [event, event, newId()])
        await reads.useCases.settleMessages(id, { projectId: plan.projectId, messageIds: ids, failed: ids.length });
      const lines = await db()('operation_logs').where({ severity: 'WARNING' }).select('msg', 'project_id');
      expect(lines).toEqual([{ msg: `${ids.length} messages could not be delivered.`, project_id: plan.projectId }]);
    });

    it('that a recovery delivers after all move to the other count, however often they were held meanwhile', async () => {
      await read([10, 10]);
      const messageIds = (await reads.messages()).map(({ id }) => id);
      const of = { projectId: plan.projectId, messageIds };
      const counts = async () =>
        db()('operations').first('records_processed', 'records_delivered', 'records_undelivered', 'records_held');
      const held = (isHeld: boolean, seq: number) => reads.useCases.noteHeld(newId(), { ...of, isHeld, seq });
      await held(true, 1);
      await reads.useCases.settleMessages(newId(), { ...of, failed: messageIds.length });
      const { records_processed: all } = await counts();
      const lost = { records_processed: all, records_delivered: 0, records_undelivered: all, records_held: 0 };
      expect(await counts()).toEqual(lost);
      // A recovery releases them, and their destination refuses them once more.
      for (const seq of [2, 3, 4]) await held(seq % 2 === 1, seq);
      expect(await counts()).toEqual(lost);
      for (const id of [newId(), newId()]) await reads.useCases.settleMessages(id, { ...of, failed: 0 });
      expect(await counts()).toEqual({ ...lost, records_delivered: all, records_undelivered: 0 });
    });

    it('keep their bodies until the retention after the last delivery is over', async () => {
      await read([10, 400_000]);
      const ids = (await reads.messages()).map(({ id }) => id);
      now += 10 * 60_000;
      await reads.dropDue('bodies');
      expect(await reads.useCases.getMessages(ids)).toHaveLength(2);
      const event = newId();
      await reads.useCases.settleMessages(event, { projectId: newId(), messageIds: ids, failed: 0 });
      now += 10 * 60_000;
      await reads.dropDue('bodies');
      expect(await reads.useCases.getMessages(ids)).toHaveLength(2);
      await reads.useCases.settleMessages(newId(), { projectId: plan.projectId, messageIds: ids, failed: 0 });
      await reads.dropDue('bodies');
      expect(await reads.useCases.getMessages(ids)).toHaveLength(2);
      now += 61_000;
      expect(await reads.dropDue('bodies')).toBe(false);
      expect(await reads.useCases.getMessages(ids)).toEqual([]);
      expect(await db()('message_results').select('message_id')).toEqual([]);
      expect(await db()('messages').select('state')).toEqual([{ state: 'dropped' }, { state: 'dropped' }]);
    });
  });

  describe('the list of operations', () => {
    const db = engine.suiteDatabase(migrations);
    const plan = aReadPlan();
    let reads: ReadsFixture;
    const all = { objectName: '', status: '', actionType: '', since: 0, until: 0, recordId: '', ofProject: false };
    const list = (given = {}) =>
      reads.useCases.listOperations({ ...plan, ...all, pageSize: 2, pageToken: '', ...given });

    beforeEach(async () => {
      reads = await readsFixture(db(), { plans: [plan], sandbox: { records: 1 } });
    });
    afterEach(() => reads.stop());

    it('is paged, newest first, and limited to its project', async () => {
      const ids: string[] = [];
      for (let i = 0; i < 5; i += 1)
        ids.unshift(await reads.useCases.triggerRead({ ...plan, sinceTimestamp: '', untilTimestamp: '' }));
      const first = await list();
      const second = await list({ pageToken: first.nextPageToken });
      const third = await list({ pageToken: second.nextPageToken });
      expect([first, second, third].flatMap(({ operations }) => operations.map(({ id }) => id))).toEqual(ids);
      expect(third.nextPageToken).toBe('');
      await expect(list({ projectId: newId() })).rejects.toMatchObject({ kind: 'notFound' });
      await expect(list({ integrationId: newId() })).rejects.toMatchObject({ kind: 'notFound' });
      await expect(reads.useCases.getOperation(newId(), ids[0] ?? '')).rejects.toMatchObject({ kind: 'notFound' });
      await expect(reads.useCases.listOperationLogs(newId(), ids[0] ?? '')).rejects.toMatchObject({ kind: 'notFound' });
      for (const pageToken of ['x', 'bzE6', Buffer.from('o1:1 or 1=1').toString('base64url')]) {
        await expect(list({ pageToken })).rejects.toMatchObject({ kind: 'invalidArgument' });
      }
    });

    it('refuses invalid times, and times in the wrong order', async () => {
      const trigger = (sinceTimestamp: string, untilTimestamp: string) =>
        reads.useCases.triggerRead({ ...plan, sinceTimestamp, untilTimestamp });
      await expect(trigger('yesterday', '2026-13-01T00:00:00Z')).rejects.toMatchObject({
        kind: 'invalidArgument',
        extras: { issues: [{ name: 'sinceTimestamp' }, { name: 'untilTimestamp' }] },
      });
      await expect(trigger('2026-01-02T00:00:00Z', '2026-01-01T23:59:59.999999999Z')).rejects.toMatchObject({
        kind: 'invalidArgument',
      });
      await expect(trigger('2026-01-02T00:00:00.123456789+02:00', '')).resolves.toBeTruthy();
    });
  });
});
