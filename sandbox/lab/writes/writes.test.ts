import { afterEach, describe, expect, it } from '@jest/globals';
import type { ObjectSpec, Provider } from '../../../connectors/engine/file/provider.ts';
import type { WriteSpec } from '../../../connectors/engine/file/write_facts.ts';
import { readPage } from '../../../connectors/engine/read/read.ts';
import { getRecord } from '../../../connectors/engine/write/get_record.ts';
import { type RecordWrite, writeRecord } from '../../../connectors/engine/write/write_record.ts';
import { type OutboundClient, outboundClient } from '../../../lib/http/outbound.ts';
import { type JsonObject, parseJson, stringifyJson } from '../../../lib/json/json.ts';
import { labTarget, readEverything } from '../conformance/read_everything.ts';
import { type Lab, startLab } from '../lab.ts';
import { LAB } from '../sign_in/credentials.ts';

const acme: Provider = {
  name: 'acme',
  displayName: 'Acme',
  baseURL: 'https://acme.example',
  auth: { type: 'apiKey', in: 'header', name: 'X-Key' },
  errorMessage: ['fault.says'],
  reading: {
    records: 'data',
    id: 'id',
    updatedAt: 'changed',
    since: { param: 'since' },
    pageSize: { param: 'limit', default: 10 },
    paging: { kind: 'cursor', path: 'next', param: 'after' },
  },
  objects: { things: { path: '/things' } },
};
const SINCE = '2020-01-01T00:00:00Z';
const ALL: WriteSpec = { create: {}, update: { method: 'PATCH' }, delete: {}, get: {} };

let lab: Lab;
let client: OutboundClient;
afterEach(async () => {
  await client.close();
  await lab.stop();
});

/** A lab over HTTP, so that what is lost is lost on a socket. */
async function start(write: WriteSpec, spec: ObjectSpec = {}, more: Partial<Provider> = {}): Promise<void> {
  const objects = { things: { path: '/things', write, ...spec }, ...more.objects };
  lab = await startLab({ providers: [{ ...acme, ...more, objects }], records: 5 });
  client = outboundClient({ allow: ['127.0.0.0/8'], allowHttp: true });
}
const target = (more = {}) => labTarget(lab, 'acme', { objectName: 'things', ...more });
const write = (one: RecordWrite) => writeRecord(target(), one, client.send, Date.now());
const create = (record: JsonObject, idempotencyKey?: string) => write({ type: 'create', record, idempotencyKey });
const update = (id: string, record: JsonObject) => write({ type: 'update', id, record });
const remove = (id: string) => write({ type: 'delete', id, record: {} });
const get = (id: string) => getRecord(target(), id, client.send, Date.now());
async function read(more = {}): Promise<JsonObject[]> {
  const { texts } = await readEverything(target(more), client.send);
  return texts.map((text) => parseJson(text) as JsonObject);
}
const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${lab.url}/acme/acme.example${path}`, { method: 'POST', body, headers: { 'x-key': LAB.apiKey, ...headers } });

describe('a record that is written', () => {
  it('is seen by the next read, whole or of changes, with every digit', async () => {
    await start(ALL);
    const before = new Date(Date.now() - 1000).toISOString();
    const record = parseJson('{"name":"New","price":12345678901234567.125}') as JsonObject;
    const { recordId, data } = await create(record);
    expect(stringifyJson(data ?? {})).toContain('"price":12345678901234567.125');
    const changes = () => read({ since: before });
    expect(await changes()).toEqual([
      expect.objectContaining({ name: 'New', email: null, changed: expect.any(String) }),
    ]);
    const [first] = lab.recordsOf('acme', 'things');
    const old = String(first?.['id']);
    expect(await update(old, { name: 'Newer' })).toMatchObject({ recordId: old, data: { name: 'Newer' } });
    expect((await changes()).map((one) => one['name'])).toEqual(['New', 'Newer']);
    expect(await get(old)).toMatchObject({ name: 'Newer', email: first?.['email'] });
    expect(await update(old, { email: null })).toMatchObject({ data: { name: 'Newer', email: null } });
    expect(await remove(String(recordId))).toEqual({ recordId, data: null });
    expect(await get(String(recordId))).toBeNull();
    expect((await read()).map(({ id }) => String(id))).not.toContain(String(recordId));
    await expect(remove(String(recordId))).rejects.toMatchObject({ kind: 'notFound', isLost: false });
    expect(lab.control.writes('acme').done).toEqual({ things: { create: 1, update: 2, delete: 1 } });
  });

  it('is answered with 201, 200 and 204, and an error in the style of the provider', async () => {
    await start(ALL);
    const made = await post('/things', '{"name":"a"}');
    expect(made.status).toBe(201);
    const missing = await post('/things', '[]');
    expect([missing.status, await missing.json()]).toEqual([
      400,
      { fault: { says: 'The body is no JSON object. Send the record as one.' } },
    ]);
    const { id } = (await made.json()) as { id: string };
    const gone = await fetch(`${made.url}/${id}`, { method: 'DELETE', headers: { 'x-key': LAB.apiKey } });
    expect([gone.status, await gone.text()]).toEqual([204, '']);
    expect((await post('/things', '{}', { 'x-key': 'stranger' })).status).toBe(401);
  });

  it('is never one that reads skip, or that lacks its time', async () => {
    await start(ALL, { skip: 'other', updatedAt: ['changed', 'made'] });
    const before = (await read()).length;
    for (const name of ['a', 'b', 'c', 'd', 'e']) await create({ name });
    expect(await read()).toHaveLength(before + 5);
    const untimed = lab.recordsOf('acme', 'things').find(({ changed }) => changed === null);
    await update(String(untimed?.['id']), { name: 'timed' });
    expect(await get(String(untimed?.['id']))).toMatchObject({ name: 'timed', changed: expect.any(String) });
  });

  it('tells of its deletion where the file reads deletions', async () => {
    await start(ALL, { deleted: { when: { path: 'gone', equals: true }, at: 'goneAt' } });
    const { recordId } = await create({ name: 'a' });
    await remove(String(recordId));
    const page = await readPage(target({ since: SINCE, tombstones: true }), null, client.send, { now: Date.now });
    expect(page.records.at(-1)).toMatchObject({ id: recordId, deleted: { at: expect.any(String) } });
    expect((await read()).map(({ id }) => String(id))).not.toContain(recordId);
  });

  it('stays what it was for the control, which can change it later', async () => {
    await start(ALL);
    const id = String(lab.recordsOf('acme', 'things')[0]?.['id']);
    lab.control.changeRecords('acme', { object: 'things', id, changes: { name: 'control', stage: 'blue' } });
    await update(id, { name: 'written' });
    expect(await get(id)).toMatchObject({ name: 'written', stage: 'blue' });
    lab.control.changeRecords('acme', { object: 'things', id, changes: { name: 'again' } });
    expect(await get(id)).toMatchObject({ name: 'again' });
  });
});

describe('the form of a write', () => {
  const both = async () => {
    const { recordId, data } = await create({ name: 'a' });
    const changed = await update(String(recordId), { name: 'b' });
    return { recordId, data, changed, read: (await read()).find(({ id }) => String(id) === recordId) };
  };

  it.each<[string, WriteSpec, ObjectSpec]>([
    ['a wrapper', { ...ALL, wrap: '{singular}' }, {}],
    ['a deep wrapper with the id in it', { ...ALL, wrap: 'data.values', update: { method: 'PUT', idIn: 'id' } }, {}],
    ['a list in the answer', { ...ALL, data: 'data[0].details', id: 'data[0].details.id' }, {}],
    ['a list that is the answer', { ...ALL, data: '[0]' }, {}],
    [
      'an own body',
      {
        create: { body: { kind: 'new', input: '{record}' } },
        update: { method: 'POST', path: '', body: { kind: 'old', id: '{id}', input: '{record}' } },
      },
      {},
    ],
    [
      'a body of single values',
      { create: { body: { n: '{record.name}' } }, update: { method: 'PATCH', body: { n: '{record.name}' } } },
      {},
    ],
    ['a form', { create: { form: true }, update: { method: 'POST', form: true }, delete: {} }, {}],
    ['an id in the query', { create: {}, update: { method: 'PUT', path: '/save', query: { thing: '{id}' } } }, {}],
    ['a success in the body', { ...ALL, refused: { path: 'ok', equals: false } }, {}],
  ])('may have %s', async (_name, writing, spec) => {
    await start(writing, spec);
    const { recordId, data, changed, read } = await both();
    expect(recordId).toEqual(expect.any(String));
    expect(data).toMatchObject({ name: 'a' });
    expect(changed).toMatchObject({ recordId, data: { name: 'b' } });
    expect(read).toMatchObject({ name: 'b' });
  });

  it('may be that of a group of the record', async () => {
    await start({ ...ALL, wrap: 'properties' }, { flatten: ['properties'] });
    const { recordId, changed, read } = await both();
    expect(changed).toMatchObject({ recordId, data: { name: 'b' } });
    expect(read).toMatchObject({ properties: { name: 'b', email: null } });
    expect(read).not.toHaveProperty('name');
  });

  it('may be GraphQL, where one address has every call', async () => {
    const graphql = (verb: string, variables: JsonObject) => ({
      path: '/graphql',
      graphql: { query: `mutation { thing${verb}(input: $input) { thing { id } } }`, variables },
      data: `data.thing${verb}.thing`,
      id: `data.thing${verb}.thing.id`,
    });
    await start({
      create: graphql('Create', { input: '{record}' }),
      update: graphql('Update', { id: '{id}', input: '{record}' }),
      delete: graphql('Delete', { id: '{id}' }),
    });
    const { recordId, changed, read: found } = await both();
    expect(changed).toMatchObject({ recordId, data: { name: 'b' } });
    expect(found).toMatchObject({ name: 'b' });
    await remove(String(recordId));
    await expect(update(String(recordId), { name: 'c' })).rejects.toMatchObject({
      kind: 'badRequest',
      status: 200,
      message: expect.stringContaining(`There is no record "${recordId}".`),
    });
  });

  it('may name the parent in the path, of a list below it or beside it', async () => {
    const at = { at: '/teams/{record.team}/things', parents: ['team'], create: {} };
    await start(at, { path: '/teams/{parent.id}/things', each: 'teams' }, { objects: { teams: { path: '/teams' } } });
    const team = String(lab.recordsOf('acme', 'teams')[0]?.['id']);
    const { recordId } = await create({ team, name: 'below' });
    expect((await read()).find(({ id }) => String(id) === recordId)).toMatchObject({ name: 'below' });
    await expect(create({ team: 'nowhere', name: 'x' })).rejects.toMatchObject({ kind: 'notFound' });
    await client.close();
    await lab.stop();
    await start(at);
    await create({ team: 'blue', name: 'beside' });
    expect((await read()).at(-1)).toMatchObject({ team: 'blue', name: 'beside' });
  });
});

describe('an object that is written', () => {
  it.each<[string, string, Partial<Provider>, ObjectSpec]>([
    [
      'is any that the file does not list',
      'gadgets',
      { styles: { any: { path: '/v1/{object}', write: { ...ALL, wrap: '{singular}' } } }, anyObject: 'any' },
      {},
    ],
    ['is one of a family', 'lists/blue', { objects: { 'lists/{kind}': { path: '/{kind}/lists', write: ALL } } }, {}],
    ['has an id of several parts', 'things', {}, { id: '{channel}-{ts}' }],
    [
      'belongs to a module',
      'letters',
      {
        modules: {
          mail: {
            displayName: 'Mail',
            baseURL: 'https://mail.example',
            objects: { letters: { path: '/letters', write: ALL } },
          },
        },
      },
      {},
    ],
  ])('%s', async (_name, objectName, more, spec) => {
    await start(ALL, spec, more);
    const own = target({ objectName, ...(more.modules && { module: 'mail' }) });
    const made = await writeRecord(own, { type: 'create', record: { name: 'a' } }, client.send, Date.now());
    const id = made.recordId as string;
    await writeRecord(own, { type: 'update', id, record: { name: 'b' } }, client.send, Date.now());
    expect(await getRecord(own, id, client.send, Date.now())).toMatchObject({ name: 'b' });
    expect((await readEverything(own, client.send)).texts.at(-1)).toContain('"name":"b"');
    await writeRecord(own, { type: 'delete', id, record: {} }, client.send, Date.now());
    expect((await readEverything(own, client.send)).texts).toHaveLength(5);
    expect(lab.control.writes('acme').done[objectName]).toEqual({ create: 1, update: 1, delete: 1 });
  });
});

describe('what a client may write', () => {
  it.each<[JsonObject, string]>([
    [{ amount: 'twelve' }, 'amount must be a number'],
    [{ active: 'yes' }, 'active must be true or false'],
    [{ name: 12 }, 'name must be a text'],
    [{ labels: [1] }, 'labels must be a list of texts'],
    [{ count: 1.5 }, 'count must be a whole number'],
    [{ day: 'Monday' }, 'day must be a date'],
    [{ at: 'noon' }, 'at must be a time'],
    [{ created_at: '2026-01-01T00:00:00Z' }, 'created_at cannot be written'],
    [{ id: '7' }, 'id cannot be written'],
    [{ changed: '2026-01-01T00:00:00Z' }, 'changed cannot be written'],
  ])('is not %j', async (record, says) => {
    const knownFields = { string: 'name', int: 'count', float: 'amount', boolean: 'active', date: 'day' } as const;
    const times = { datetime: 'at created_at', multiSelect: 'labels' } as const;
    await start(ALL, {}, { knownFields: { things: { ...knownFields, ...times } } });
    const count = lab.recordsOf('acme', 'things').length;
    const refusal = { kind: 'badRequest', status: 400, message: expect.stringContaining(says) };
    await expect(create(record)).rejects.toMatchObject(refusal);
    expect(lab.recordsOf('acme', 'things')).toHaveLength(count);
    const id = String(lab.recordsOf('acme', 'things')[0]?.['id']);
    await expect(update(id, record)).rejects.toMatchObject(refusal);
    expect(lab.control.writes('acme').done).toEqual({});
  });

  it('needs what the descriptions require, of a new record only', async () => {
    const metadata = { path: '/fields', required: 'must', choices: { list: 'options' } };
    await start(ALL, { metadata });
    await expect(create({ email: 'a@b.example' })).rejects.toMatchObject({
      message: expect.stringContaining('name is required'),
    });
    const { recordId } = await create({ name: 'a', stage: 'red', unknown: { to: 'the lab' } });
    expect(await update(String(recordId), { stage: 'blue' })).toMatchObject({ data: { name: 'a', stage: 'blue' } });
    await expect(update(String(recordId), { stage: 'mauve' })).rejects.toMatchObject({
      message: expect.stringContaining('stage must be one of red, green, blue'),
    });
    await expect(update(String(recordId), { name: null })).rejects.toMatchObject({ status: 400 });
  });
});

describe('an idempotency key', () => {
  it('makes one record and repeats the answer; another body with it is refused', async () => {
    await start({ ...ALL, idempotencyKey: { header: 'X-Once' } });
    const first = await create({ name: 'a' }, 'k1');
    expect(await create({ name: 'a' }, 'k1')).toEqual(first);
    await expect(create({ name: 'b' }, 'k1')).rejects.toMatchObject({ status: 409, isLost: false });
    expect((await create({ name: 'a' }, 'k2')).recordId).not.toBe(first.recordId);
    expect(lab.control.writes('acme')).toEqual({
      done: { things: { create: 2, update: 0, delete: 0 } },
      byKey: { things: { k1: 1, k2: 1 } },
      replayed: 1,
      alike: 1,
      lost: 0,
    });
  });

  it('is not known to a provider whose file has no header for it', async () => {
    await start(ALL);
    const [one, two] = [await create({ name: 'a' }, 'k1'), await create({ name: 'a' }, 'k1')];
    expect(one.recordId).not.toBe(two.recordId);
    expect(lab.control.writes('acme')).toMatchObject({ alike: 1, byKey: {} });
  });
});

describe('a fault of writes', () => {
  it('loses an answer, and the books have the write', async () => {
    await start({ ...ALL, idempotencyKey: { header: 'X-Once' } });
    lab.control.addFault('acme', { kind: 'lose-answer', object: 'things' });
    expect(await read()).toHaveLength(5);
    await expect(create({ name: 'a' }, 'k1')).rejects.toMatchObject({ kind: 'network', isLost: true });
    const { recordId } = await create({ name: 'a' }, 'k1');
    expect((await read()).filter(({ id }) => String(id) === recordId)).toHaveLength(1);
    expect(lab.control.writes('acme')).toMatchObject({ byKey: { things: { k1: 1 } }, lost: 1, replayed: 1 });
    lab.control.addFault('acme', { kind: 'lose-answer', status: 502 });
    await expect(remove(String(recordId))).rejects.toMatchObject({ status: 502, isLost: true });
    expect(await get(String(recordId))).toBeNull();
    const report = await (await fetch(`${lab.url}/control/writes/acme`)).json();
    expect(report).toEqual(lab.control.writes('acme'));
  });

  it('refuses one of several, by its number or by a value', async () => {
    await start(ALL);
    lab.control.addFault('acme', { kind: 'refuse-write', afterWrites: 2, status: 422 });
    const names = ['a', 'b', 'c', 'd'];
    const ended = await Promise.allSettled(names.map((name) => create({ name })));
    expect(ended.filter(({ status }) => status === 'rejected')).toEqual([
      expect.objectContaining({ reason: expect.objectContaining({ status: 422, isLost: false }) }),
    ]);
    const order = { kind: 'refuse-write', object: 'things', field: 'name', value: 'bad' };
    const url = `${lab.url}/control/faults/acme`;
    expect((await fetch(url, { method: 'POST', body: JSON.stringify(order) })).status).toBe(200);
    await create({ name: 'good' });
    await expect(create({ name: 'bad' })).rejects.toMatchObject({ kind: 'badRequest', status: 400 });
    await create({ name: 'bad' });
    expect(lab.control.writes('acme').done['things']?.create).toBe(5);
  });

  it.each([
    [{ kind: '409' }, { kind: 'badRequest', status: 409 }],
    [{ kind: '412' }, { kind: 'badRequest', status: 412 }],
    [
      { kind: '429', on: 'writes', retryAfter: 7 },
      { kind: 'rateLimit', retryAfterMs: 7000 },
    ],
    [{ kind: '401', on: 'writes' }, { kind: 'credentials' }],
    [
      { kind: '500', on: 'writes' },
      { kind: 'providerFault', isLost: true },
    ],
    [
      { kind: 'drop-connection', on: 'both' },
      { kind: 'network', isLost: true },
    ],
  ] as const)('%j does nothing and says so', async (fault, failure) => {
    await start(ALL);
    lab.control.addFault('acme', fault);
    await expect(create({ name: 'a' })).rejects.toMatchObject(failure);
    expect(await read()).toHaveLength(5);
    expect(lab.control.writes('acme').done).toEqual({});
  });

  it('is passed over by reads, as those of reads are by writes', async () => {
    await start(ALL);
    lab.control.addFault('acme', { kind: '500' });
    lab.control.addFault('acme', { kind: '412' });
    await expect(create({ name: 'a' })).rejects.toMatchObject({ status: 412 });
    await create({ name: 'a' });
    await expect(read()).rejects.toMatchObject({ status: 500 });
    lab.control.addFault('acme', { kind: '500', on: 'both' });
    await expect(create({ name: 'a' })).rejects.toMatchObject({ status: 500 });
    expect(await read()).toHaveLength(6);
    const wrong = JSON.stringify({ kind: '500', on: 'sundays' });
    expect((await fetch(`${lab.url}/control/faults/acme`, { method: 'POST', body: wrong })).status).toBe(400);
  });

  it.each<[string, WriteSpec, object]>([
    ['a value', { ...ALL, refused: { path: 'ok', equals: false, message: 'why' } }, { status: 200 }],
    ['a list', { ...ALL, refused: { path: 'result.errors' } }, { status: 200 }],
    ['nothing that the file knows', ALL, { status: 400 }],
  ])('puts a failure into a 2xx as %s', async (_name, writing, failure) => {
    await start(writing);
    lab.control.addFault('acme', { kind: 'failure-inside' });
    await expect(create({ name: 'a' })).rejects.toMatchObject({
      kind: 'badRequest',
      isLost: false,
      message: expect.stringContaining('The provider refuses this record.'),
      ...failure,
    });
    expect(await read()).toHaveLength(5);
    await create({ name: 'a' });
    expect(await read()).toHaveLength(6);
  });
});
