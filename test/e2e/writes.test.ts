import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSandbox } from '../../sandbox/sandbox.ts';
import { type Builder, type Operation, succeeded } from '../support/builder.ts';
import { eventually } from '../support/eventually.ts';
import { type Stage, startStage } from '../support/stage.ts';

type Written = { operationId: string; result: { success: boolean; recordId: string; data: Record<string, unknown> } };
type Write = { request?: unknown; response?: unknown; recordsTotal: number; recordsWritten: number };
const writeOf = (operation: Operation) => (operation.metadata as unknown as { write: Write }).write;

describe('a builder writes records', () => {
  let stage: Stage;
  let builder: Builder;
  let integrationId: string;
  let installationId: string;

  beforeAll(async () => {
    stage = await startStage({ records: 20 });
    ({ builder } = stage);
    await builder.connect(stage.sandbox, 'acme');
    integrationId = await builder.deploy({
      name: 'notes-back',
      write: { objects: [{ objectName: 'contacts' }, { objectName: 'companies' }] },
    });
    const contacts = { objectName: 'contacts', deletionSettings: { enabled: true } };
    installationId = await builder.installed(
      integrationId,
      'acme',
      {},
      { write: { objects: { contacts, companies: { objectName: 'companies' } } } },
    );
  });
  afterAll(() => stage?.stop());

  const write = (more: object, key?: string, object = 'contacts') =>
    builder.write(integrationId, object, { groupRef: 'acme', ...more }, key);
  /** As the provider itself has it. */
  async function ask<T>(path: string): Promise<T> {
    const headers = { 'x-sandbox-key': 'sandbox-key' };
    return (await fetch(`${stage.sandbox.url}/api/v1/${path}`, { headers })).json() as Promise<T>;
  }
  const records = async () => (await ask<{ total: number }>('contacts?limit=1')).total;

  it('creates, updates and deletes one, and each is an operation with a log', async () => {
    const created = succeeded<Written>(await write({ type: 'create', record: { name: 'Grace', city: 'New York' } }));
    expect(created.result).toMatchObject({ success: true, data: { name: 'Grace' } });
    const { recordId } = created.result;
    const updated = succeeded<Written>(await write({ type: 'update', record: { id: recordId, name: 'Amazing' } }));
    expect(updated.result).toMatchObject({ success: true, recordId, data: { name: 'Amazing', city: 'New York' } });
    const deleted = succeeded<Written>(await write({ type: 'delete', record: { id: recordId } }));
    expect(deleted).toEqual({ operationId: expect.any(String), result: { success: true, recordId } });
    const operation = await builder.getOperation(updated.operationId);
    expect(operation).toMatchObject({ actionType: 'write', status: 'success', result: '[contacts] 1 record updated' });
    expect(writeOf(operation)).toMatchObject({
      type: 'update',
      mode: 'synchronous',
      recordsTotal: 1,
      recordsWritten: 1,
      request: { record: { id: recordId, name: 'Amazing' } },
      response: { result: { recordId } },
    });
    expect(await builder.logs(created.operationId)).toMatchObject([
      { severity: 'INFO', message: { msg: 'Finished: [contacts] 1 record created' } },
    ]);
    await eventually(async () => {
      const lines = stage.platform
        .log()
        .split('\n')
        .filter((line) => line.includes('"msg":"write"') && line.includes(updated.operationId))
        .map((line) => JSON.parse(line) as object);
      const told = { provider: 'sandbox', status: 'success', written: 1, failed: 0, attempts: 1, isAsync: false };
      expect(lines).toEqual([expect.objectContaining({ ...told, requestId: expect.any(String) })]);
    });
    const listed = await builder.listOperations(integrationId, installationId);
    expect(listed.slice(0, 3).map(({ id }) => id)).toEqual([
      deleted.operationId,
      updated.operationId,
      created.operationId,
    ]);
  });

  it('uses what a connection was changed to at once: its account’s address, and its key', async () => {
    const { id } = await builder.connect(stage.sandbox, 'moves');
    await builder.installed(integrationId, 'moves', {}, { write: { objects: { contacts: {} } } });
    const create = async () =>
      succeeded<Written>(await write({ groupRef: 'moves', type: 'create', record: { name: 'Mover' } }));
    const change = async (updateMask: string[], connection: object) =>
      succeeded(await builder.call('PATCH', `/connections/${id}`, { updateMask, connection }));
    await create();
    const before = await records();
    const other = await startSandbox({ records: 3 });
    try {
      await change(['providerMetadata'], { providerMetadata: { baseUrl: other.url } });
      await create();
      expect(await records()).toBe(before);
      other.control.revoke({ apiKey: 'next-key' });
      await change(['apiKey'], { apiKey: 'next-key' });
      expect((await create()).result.success).toBe(true);
    } finally {
      await other.stop();
    }
  });

  it('sends numbers as they were written', async () => {
    const body = `{"groupRef":"acme","type":"create","record":{"name":"Exact","big_number":12345678901234567890.10}}`;
    const answer = await builder.write(integrationId, 'contacts', body);
    expect(answer.text).toContain('12345678901234567890.10');
    const { operationId } = succeeded<Written>(answer);
    const { text } = await builder.call('GET', `/operations/${operationId}`);
    expect(text.match(/12345678901234567890\.10/g)).toHaveLength(2);
  });

  it('reverses names and values of reading: a word for a number or a boolean is written as number and boolean', async () => {
    const mapped = await builder.deploy({
      name: 'mapped',
      read: {
        objects: [
          {
            objectName: 'deals',
            mapToName: 'chance',
            destination: 'main',
            requiredFields: [
              { fieldName: 'score', mapToName: 'rank' },
              { fieldName: 'active', mapToName: 'isOpen' },
            ],
          },
        ],
      },
      write: { objects: [{ objectName: 'deals', inheritMapping: true }] },
    });
    const selectedValueMappings = { rank: { HIGH: 42, LOW: 0 }, active: { YES: true, NO: false } };
    await builder.installed(
      mapped,
      'acme',
      { deals: { selectedValueMappings } },
      { write: { objects: { deals: { objectName: 'deals' } } } },
    );
    const stored = async (record: object) => {
      const body = { groupRef: 'acme', type: 'create', record };
      const { result } = succeeded<Written>(await builder.write(mapped, 'chance', body));
      return ask<Record<string, unknown>>(`deals/${result.recordId}`);
    };
    expect(await stored({ name: 'Big', rank: 'HIGH', isOpen: 'YES' })).toMatchObject({ score: 42, active: true });
    expect(await stored({ name: 'Small', rank: 'LOW', isOpen: 'NO' })).toMatchObject({ score: 0, active: false });
    expect(await stored({ name: 'Own', rank: 7, isOpen: true })).toMatchObject({ score: 7, active: true });
  });

  it('is told what the provider refused, without an effect and with an operation', async () => {
    const before = await records();
    const answer = await write({ type: 'create', record: { name: 'A', nonsense: 1 } });
    expect(answer).toMatchObject({
      status: 422,
      body: {
        operationId: expect.any(String),
        errors: [{ message: expect.stringContaining('There is no field named nonsense.') }],
        result: { success: false },
        rawResponse: expect.stringContaining('unknown_field'),
      },
    });
    expect(await records()).toBe(before);
    const operation = await builder.getOperation(String(answer.body['operationId']));
    expect(operation).toMatchObject({ status: 'failure', result: expect.stringContaining('nonsense') });
    const path = `/integrations/${integrationId}/installations/${installationId}`;
    await eventually(async () => {
      const installation = succeeded(await builder.call('GET', path));
      expect(installation).toMatchObject({
        lastOperationStatus: 'failure',
        healthStatus: 'healthy',
        healthReasons: [],
      });
    });
  });

  it.each<[string, object, string, string]>([
    ['a create with an id', { type: 'create', record: { id: '1' } }, 'record.id', 'no id yet'],
    ['an update without an id', { type: 'update', record: { name: 'x' } }, 'record.id', 'needs the id'],
    ['a record and a batch', { type: 'create', record: {}, batch: [{ record: {} }] }, 'record', 'either'],
    ['neither', { type: 'create' }, 'record', 'either'],
    [
      'all or none',
      { type: 'create', batch: [{ record: {} }], batchPolicy: { allOrNone: true } },
      'batchPolicy.allOrNone',
      'single calls',
    ],
    [
      'gathering',
      { type: 'create', record: {}, autoBatchPolicy: { maxDelayMinutes: 1 } },
      'autoBatchPolicy',
      'does not gather',
    ],
    [
      'associations',
      { type: 'create', record: {}, associations: [{ to: { id: '1' } }] },
      'associations',
      'does not write',
    ],
    [
      'a header of ours',
      { type: 'create', record: {}, headers: [{ key: 'Authorization', value: 'x' }] },
      'headers[0]',
      'itself',
    ],
    [
      'a header with a line break',
      { type: 'create', record: {}, headers: [{ key: 'X-A', value: 'a\r\nb' }] },
      'headers[0]',
      'line break',
    ],
    [
      'a policy that a synchronous write has not',
      { type: 'create', record: {}, retryPolicy: { deadlineHours: 2 } },
      'retryPolicy',
      'asynchronous',
    ],
    ['a batch of deletions', { type: 'delete', batch: [{ record: { id: '1' } }] }, 'batch', 'create and update'],
    ['an unknown key', { type: 'create', record: {}, recrod: {} }, 'recrod', 'not a known key'],
  ])('refuses %s with 400 that names it', async (_what, body, name, detail) => {
    const answer = await write(body);
    expect(answer).toMatchObject({
      status: 400,
      body: { issues: [expect.objectContaining({ name, detail: expect.stringContaining(detail) })] },
    });
  });

  it('refuses objects, groups and deletions that the installation does not have', async () => {
    expect(await write({ type: 'create', record: {} }, undefined, 'deals')).toMatchObject({ status: 400 });
    expect(await write({ groupRef: 'nobody', type: 'create', record: {} })).toMatchObject({ status: 400 });
    const body = { groupRef: 'acme', type: 'create', record: {} };
    expect(await builder.write('nothing', 'contacts', body)).toMatchObject({ status: 404 });
    expect(await write({ type: 'delete', record: { id: '1' } }, undefined, 'companies')).toMatchObject({
      status: 400,
      body: {
        detail: expect.stringContaining('does not allow deletions'),
        remedy: expect.stringContaining('deletionSettings'),
      },
    });
  });

  it('writes a batch by single calls, in its order, and partly', async () => {
    const batch = ['One', 'Two', 'Three'].map((name, at) => ({ record: { name, ...(at === 1 && { nonsense: 1 }) } }));
    const answer = await write({ type: 'create', batch });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        successCount: 2,
        failureCount: 1,
        results: [
          { success: true, data: { name: 'One' } },
          { success: false, errors: [{ message: expect.stringContaining('nonsense') }] },
          { success: true, data: { name: 'Three' } },
        ],
      },
    });
    const operation = await builder.getOperation(String(answer.body['operationId']));
    expect(operation).toMatchObject({ status: 'failure', result: '[contacts] 2 of 3 records created, 1 failed' });
  });

  it('with an idempotency key has one effect and one answer, and the key is free again when nothing was written', async () => {
    const before = await records();
    const body = { type: 'create', record: { name: 'Ada', city: 'London' } };
    const first = await write(body, 'key-1');
    const again = await write(body, 'key-1');
    expect(again.text).toBe(first.text);
    expect([first.headers.get('idempotency-replayed'), again.headers.get('idempotency-replayed')]).toEqual([
      null,
      'true',
    ]);
    expect(await records()).toBe(before + 1);
    expect(await write({ ...body, record: { ...body.record, city: 'Paris' } }, 'key-1')).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('another body') },
    });
    expect(await write({ type: 'create', record: { nonsense: 1 } }, 'key-2')).toMatchObject({ status: 422 });
    expect(await write(body, 'key-2')).toMatchObject({ status: 200 });
    expect(await write(body, 'k'.repeat(256))).toMatchObject({ status: 400 });
  });

  it('asynchronously: a row at once, then the result in the operation, and an event', async () => {
    await builder.routeEvents('writes', stage.destinationId, ['write.async.done']);
    const batch = ['Four', 'Five'].map((name) => ({ record: { name } }));
    const body = { type: 'create', mode: 'asynchronous', batch: [...batch, { record: { nonsense: 1 } }] };
    const answer = await write(body, 'key-3');
    expect(answer).toMatchObject({ status: 200, body: { operationId: expect.any(String) } });
    expect(Object.keys(answer.body)).toEqual(['operationId']);
    const operationId = String(answer.body['operationId']);
    expect((await write(body, 'key-3')).text).toBe(answer.text);
    const operation = await builder.finished(operationId);
    expect(operation).toMatchObject({ status: 'failure', result: '[contacts] 2 of 3 records created, 1 failed' });
    expect(writeOf(operation)).toMatchObject({ recordsWritten: 2, response: { successCount: 2, failureCount: 1 } });
    await eventually(async () => {
      const [event] = stage.receiver.notifications('write.async.done');
      expect(event).toMatchObject({
        notificationType: 'write.async.done',
        data: {
          objectName: 'contacts',
          operationId,
          success: false,
          successfulRecordIds: [expect.any(String), expect.any(String)],
          errors: [expect.stringMatching(/^record 2: .*nonsense/)],
          installationId,
          groupRef: 'acme',
        },
      });
    });
  });

  it('asynchronous writes of one record keep their order', async () => {
    const { result } = succeeded<Written>(await write({ type: 'create', record: { name: 'Zero' } }));
    stage.sandbox.control.addFault({ kind: '500', object: 'contacts', times: 1 });
    const names = ['First', 'Second', 'Third'];
    const ids: string[] = [];
    for (const name of names)
      ids.push(
        succeeded<Written>(await write({ type: 'update', mode: 'asynchronous', record: { id: result.recordId, name } }))
          .operationId,
      );
    for (const id of ids) expect(await builder.finished(id)).toMatchObject({ status: 'success' });
    expect(await ask(`contacts/${result.recordId}`)).toMatchObject({ name: 'Third' });
  });

  it('a create whose answer is lost is unknown with what to do; where the provider takes a key it is repeated and made once', async () => {
    const before = await records();
    stage.sandbox.control.addFault({ kind: 'lose-answer', object: 'contacts', times: 1 });
    const body = { type: 'create', record: { name: 'Lost' } };
    expect(await write(body)).toMatchObject({
      status: 200,
      body: { result: { success: true, data: { name: 'Lost' } } },
    });
    expect(await records()).toBe(before + 1);
  });

  it('counts, lists by action and record, and shows the installation its last operation', async () => {
    const page = async (query: string) =>
      succeeded<{ results: (Operation & { actionType: string })[]; pagination: { nextPageToken?: string } }>(
        await builder.call('GET', `/operations?installationId=${installationId}${query}`),
      );
    const { results } = await page('&actionType=write');
    expect(new Set(results.map(({ actionType }) => actionType))).toEqual(new Set(['write']));
    expect((await page('&actionType=read')).results).toEqual([]);
    const seen: string[] = [];
    for (let token = ''; ; ) {
      const { results: some, pagination } = await page(`&pageSize=3${token && `&pageToken=${token}`}`);
      seen.push(...some.map(({ id }) => id));
      token = pagination.nextPageToken ?? '';
      if (!token) break;
    }
    expect(seen).toEqual(results.map(({ id }) => id));
    await eventually(async () => {
      const counts = succeeded<{ recordsWritten: number; recordsNotWritten: number }[]>(
        await builder.call('GET', '/record-counts?step=1d'),
      );
      const sum = (key: 'recordsWritten' | 'recordsNotWritten') => counts.reduce((all, one) => all + one[key], 0);
      expect([sum('recordsWritten') >= 12, sum('recordsNotWritten') >= 3]).toEqual([true, true]);
      expect(
        succeeded(await builder.call('GET', `/integrations/${integrationId}/installations/${installationId}`)),
      ).toMatchObject({ lastOperationStatus: 'success' });
    });
  });
});
