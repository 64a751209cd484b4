import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type OutboundClient, outboundClient } from '../../../lib/http/outbound.ts';
import { type JsonObject, parseJson, stringifyJson } from '../../../lib/json/json.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/sandbox.ts';
import { known } from '../../../test/support/read_pages.ts';
import { getRecord } from './get_record.ts';
import { writeRecord } from './write_record.ts';
import { writeSupport } from './write_support.ts';

describe('writing to the sandbox', () => {
  let sandbox: Sandbox;
  let client: OutboundClient;
  beforeAll(async () => {
    sandbox = await startSandbox({ records: 10 });
    client = outboundClient({ allow: ['127.0.0.0/8'], allowHttp: true });
  });
  afterAll(async () => {
    await client.close();
    await sandbox.stop();
  });
  const target = (key = 'sandbox-key') =>
    known('sandbox', 'deals', {
      variables: { baseUrl: sandbox.url },
      auth: { headers: { 'X-Sandbox-Key': key }, query: {} },
    });
  const make = (record: JsonObject, idempotencyKey?: string) =>
    writeRecord(target(), { type: 'create', record, idempotencyKey }, client.send, Date.now());
  const fault = (body: object) =>
    fetch(`${sandbox.url}/control/faults`, { method: 'POST', body: JSON.stringify(body) });

  it('creates, changes, shows and deletes a record, with every digit', async () => {
    const record = parseJson('{"name":"New","score":12345678901234567.125}') as JsonObject;
    const { recordId, data } = await make(record);
    expect([data?.['id'], data?.['name']]).toEqual([recordId, 'New']);
    expect(stringifyJson(data ?? {})).toContain('"score":12345678901234567.125');
    const id = recordId as string;
    const update = { type: 'update', id, record: { name: 'Newer' } } as const;
    expect(await writeRecord(target(), update, client.send, Date.now())).toMatchObject({
      recordId: id,
      data: { name: 'Newer' },
    });
    expect(await getRecord(target(), id, client.send, Date.now())).toMatchObject({ id, name: 'Newer' });
    const removal = { type: 'delete', id, record: {} } as const;
    expect(await writeRecord(target(), removal, client.send, Date.now())).toEqual({ recordId: id, data: null });
    expect(await getRecord(target(), id, client.send, Date.now())).toBeNull();
    await expect(writeRecord(target(), removal, client.send, Date.now())).rejects.toMatchObject({
      kind: 'notFound',
      isLost: false,
    });
  });

  it('creates once for one idempotency key, also after an answer that was lost', async () => {
    await fault({ kind: 'lose-answer', times: 1 });
    await expect(make({ name: 'Once' }, 'key-1')).rejects.toMatchObject({
      name: 'WriteFailure',
      kind: 'network',
      isLost: true,
    });
    const second = await make({ name: 'Once' }, 'key-1');
    expect((await make({ name: 'Once' }, 'key-1')).recordId).toBe(second.recordId);
    expect((await make({ name: 'Once' }, 'key-2')).recordId).not.toBe(second.recordId);
    await expect(make({ name: 'Twice' }, 'key-1')).rejects.toMatchObject({ status: 409, isLost: false });
    expect(writeSupport(target().provider, undefined, 'deals')).toEqual({
      types: ['create', 'update', 'delete'],
      isRepeatable: true,
      canGet: true,
    });
  });

  it('says what the provider refuses, and what never left', async () => {
    await expect(make({ nobody: 1 })).rejects.toMatchObject({
      kind: 'badRequest',
      status: 400,
      isLost: false,
      message: expect.stringContaining('There is no field named nobody.'),
      response: expect.stringContaining('unknown_field'),
    });
    const write = { type: 'create', record: { name: 'x' } } as const;
    await expect(writeRecord(target('wrong'), write, client.send, Date.now())).rejects.toMatchObject({
      kind: 'credentials',
      isLost: false,
    });
    const unavailable = { ...target(), variables: { baseUrl: 'http://127.0.0.1:1' } };
    await expect(writeRecord(unavailable, write, client.send, Date.now())).rejects.toMatchObject({
      kind: 'network',
      isLost: false,
    });
  });
});
