import { describe, expect, it } from '@jest/globals';
import { OutboundError } from '../../../lib/http/outbound_error.ts';
import { type JsonObject, parseJson } from '../../../lib/json/json.ts';
import { aProvider, aTarget } from '../../../test/support/read_pages.ts';
import { scriptedSend } from '../../../test/support/scripted_send.ts';
import { CallNotMade, ProviderFailure } from '../answer/failure.ts';
import type { ObjectSpec, Provider } from '../file/provider.ts';
import type { WriteSpec } from '../file/write_facts.ts';
import { getRecord } from './get_record.ts';
import { WriteFailure } from './write_failure.ts';
import { type RecordWrite, writeRecord } from './write_record.ts';
import { writeSupport } from './write_support.ts';

const NOW = 0;
const BOTH: WriteSpec = { create: {}, update: { method: 'PATCH' }, delete: {}, get: {} };
const writing = (write: WriteSpec | false, spec: ObjectSpec = {}, more: Partial<Provider> = {}) =>
  aTarget({ provider: aProvider({ write, ...spec }, more), variables: more.variables ? { account: 'a/b' } : {} });
const creates = (record: JsonObject, more: Partial<RecordWrite> = {}): RecordWrite => ({
  type: 'create',
  record,
  ...more,
});

async function asked(target: ReturnType<typeof aTarget>, write: RecordWrite) {
  const send = scriptedSend({});
  await writeRecord(target, write, send, NOW);
  const { method, url, headers, body } = send.requests[0] ?? {};
  return { method, url, headers: headers as Record<string, string>, body };
}
const failed = async (
  target: ReturnType<typeof aTarget>,
  reply: Parameters<typeof scriptedSend>[0],
  write = creates({}),
) => (await writeRecord(target, write, scriptedSend(reply), NOW).catch((error: unknown) => error)) as WriteFailure;

describe('the request of a write', () => {
  it('goes to the collection to create, and to the record to update and delete', async () => {
    const target = writing(BOTH);
    const url = 'https://acme.example/api/things';
    expect(await asked(target, creates({ a: 1 }))).toMatchObject({ method: 'POST', url, body: '{"a":1}' });
    const update: RecordWrite = { type: 'update', id: '7', record: { a: null } };
    expect(await asked(target, update)).toMatchObject({ method: 'PATCH', url: `${url}/7`, body: '{"a":null}' });
    const removal = await asked(target, { type: 'delete', id: '7', record: {} });
    expect(removal).toMatchObject({ method: 'DELETE', url: `${url}/7`, body: undefined });
    expect(removal.headers).not.toHaveProperty('Content-Type');
  });

  it('leaves the query of the reading path out, and keeps its base URL, headers and variables', async () => {
    const spec: ObjectSpec = {
      baseURL: 'https://two.acme.example',
      path: '/{{.account}}/things?all=1',
      headers: { 'X-Account': '{{.account}}', 'X-Parent': '{parent.id}' },
    };
    const sent = await asked(writing(BOTH, spec, { variables: [{ name: 'account' }] }), creates({}));
    expect(sent.url).toBe('https://two.acme.example/a%2Fb/things');
    expect(sent.headers).toMatchObject({ 'X-Account': 'a/b', Authorization: 'Bearer t' });
    expect(sent.headers).not.toHaveProperty('X-Parent');
  });

  it('sends every digit of a number', async () => {
    const text = '{"n":12345678901234567890,"price":1.10,"wrapped":{"z":-0}}';
    const record = parseJson(text) as JsonObject;
    expect((await asked(writing(BOTH), creates(record))).body).toBe(text);
    const wrapped = await asked(writing({ ...BOTH, wrap: 'data.values' }), creates(record));
    expect(wrapped.body).toBe(`{"data":{"values":${text}}}`);
    const body = { input: '{record}', no: '{record.n}' };
    expect((await asked(writing({ create: { body } }), creates(record))).body).toBe(
      `{"input":${text},"no":12345678901234567890}`,
    );
  });

  it.each([
    ['a/b?c#d', 'a%2Fb%3Fc%23d'],
    ['%2e%2e', '%252e%252e'],
    ['{object}{{.account}}', '%7Bobject%7D%7B%7B.account%7D%7D'],
    ['..a', '..a'],
    ['ü 1', '%C3%BC%201'],
  ])('escapes the id %j', async (id, escaped) => {
    const { url } = await asked(writing(BOTH), { type: 'update', id, record: {} });
    expect(url).toBe(`https://acme.example/api/things/${escaped}`);
  });

  it.each(['..', '.', '../users/1', 'a/../b', '..\\b', 'a\0b', 'a\r\nb', '', '\ud800'])(
    'refuses the id %j before anything is sent',
    async (id) => {
      const send = scriptedSend();
      for (const type of ['update', 'delete'] as const) {
        const failure = await writeRecord(writing(BOTH), { type, id, record: {} }, send, NOW).catch((error) => error);
        expect(failure).toMatchObject({ name: 'ProviderFailure', kind: 'badRequest' });
      }
      expect(send.requests).toEqual([]);
    },
  );

  it('wraps the record once, also if the caller sent the wrapper', async () => {
    const target = writing({ ...BOTH, wrap: '{singular}' });
    for (const record of [{ a: 1 }, { thing: { a: 1 } }])
      expect((await asked(target, creates(record))).body).toBe('{"thing":{"a":1}}');
    expect((await asked(target, creates({ thing: 'text' }))).body).toBe('{"thing":{"thing":"text"}}');
  });

  it('takes the keys of parents out of the record and into the path', async () => {
    const target = writing({ at: '/teams/{record.team}/things', parents: ['team'], create: {} });
    const sent = await asked(target, creates({ team: 'a/b', name: 'x' }));
    expect([sent.url, sent.body]).toEqual(['https://acme.example/api/teams/a%2Fb/things', '{"name":"x"}']);
    const send = scriptedSend();
    await expect(writeRecord(target, creates({ name: 'x' }), send, NOW)).rejects.toMatchObject({
      kind: 'badRequest',
      message: expect.stringContaining('"team" is missing'),
    });
    expect(send.requests).toEqual([]);
  });

  it('repeats the id in the record without changing the record of the caller', async () => {
    const record = { data: { name: 'x' } };
    const target = writing({ update: { method: 'PUT', idIn: 'data.id' } });
    expect((await asked(target, { type: 'update', id: '7', record })).body).toBe('{"data":{"name":"x","id":"7"}}');
    expect(record).toEqual({ data: { name: 'x' } });
  });

  it('sends a form, and refuses a value that a form cannot hold', async () => {
    const target = writing({ create: { form: true } });
    const sent = await asked(target, creates({ a: 'x y', n: 1 }));
    expect([sent.body, sent.headers['Content-Type']]).toEqual(['a=x+y&n=1', 'application/x-www-form-urlencoded']);
    await expect(writeRecord(target, creates({ a: {} }), scriptedSend(), NOW)).rejects.toMatchObject({
      kind: 'badRequest',
    });
  });

  it("sends the caller's headers, but never instead of credentials, the type of the body or the key", async () => {
    const target = writing({ ...BOTH, headers: { 'X-Mode': 'safe' }, idempotencyKey: { header: 'Idempotency-Key' } });
    const headers = {
      'x-mode': 'fast',
      authorization: 'Bearer other',
      'content-type': 'text/plain',
      'idempotency-key': 'k0',
    };
    const sent = await asked(target, creates({}, { headers, idempotencyKey: 'k1' }));
    expect(sent.headers).toEqual({
      Accept: 'application/json',
      'Content-Type': 'application/json',
      'x-mode': 'fast',
      'Idempotency-Key': 'k1',
      Authorization: 'Bearer t',
    });
    const update: RecordWrite = { type: 'update', id: '7', record: {}, idempotencyKey: 'k1' };
    expect((await asked(target, update)).headers).not.toHaveProperty('Idempotency-Key');
    const broken = creates({}, { headers: { 'X-A': 'a\r\nX-B: c' } });
    await expect(writeRecord(target, broken, scriptedSend(), NOW)).rejects.toMatchObject({ kind: 'badRequest' });
  });

  it('takes the layers object, style, module and file, each key for itself', async () => {
    const provider = aProvider(
      {},
      {
        write: { ...BOTH, wrap: 'file', headers: { A: 'file', B: 'file' } },
        styles: { put: { write: { update: { method: 'PUT' }, headers: { B: 'style' } } } },
        objects: {
          things: { path: '/things' },
          puts: { path: '/puts', style: 'put' },
          own: { path: '/own', style: 'put', write: { wrap: 'own', delete: false } },
          read: { path: '/read', write: false },
          'lists/{kind}': { path: '/lists/{kind}' },
        },
        modules: {
          mail: {
            displayName: 'Mail',
            baseURL: 'https://mail.acme.example',
            write: { wrap: 'module' },
            objects: { letters: { path: '/letters' } },
          },
        },
      },
    );
    const update = (objectName: string, module?: string) =>
      asked(aTarget({ provider, objectName, module }), { type: 'update', id: '1', record: {} });
    expect(await update('things')).toMatchObject({
      method: 'PATCH',
      body: '{"file":{}}',
      headers: { A: 'file', B: 'file' },
    });
    expect(await update('puts')).toMatchObject({
      method: 'PUT',
      body: '{"file":{}}',
      headers: { A: 'file', B: 'style' },
    });
    expect(await update('own')).toMatchObject({ method: 'PUT', body: '{"own":{}}' });
    expect(await update('letters', 'mail')).toMatchObject({
      url: 'https://mail.acme.example/letters/1',
      body: '{"module":{}}',
    });
    expect(await update('lists/a b')).toMatchObject({ url: 'https://acme.example/api/lists/a%20b/1' });
    expect(writeSupport(provider, undefined, 'own')).toEqual({
      types: ['create', 'update'],
      isRepeatable: false,
      canGet: true,
    });
    for (const name of ['read', 'nobody'])
      expect(writeSupport(provider, undefined, name)).toEqual({ types: [], isRepeatable: false, canGet: false });
    await expect(update('read')).rejects.toMatchObject({
      kind: 'badRequest',
      message: 'The file of Acme has no update of "read".',
    });
  });

  it('cannot write what is read below a parent, unless the file says where', async () => {
    const target = writing(BOTH, { path: '/shops/{parent.id}/things' });
    expect(writeSupport(target.provider, undefined, 'things').types).toEqual([]);
    await expect(writeRecord(target, creates({}), scriptedSend(), NOW)).rejects.toMatchObject({ kind: 'badRequest' });
  });

  it('knows whether a create may be repeated', () => {
    const { provider } = writing({ create: {}, idempotencyKey: { header: 'K' } });
    expect(writeSupport(provider, undefined, 'things')).toEqual({
      types: ['create'],
      isRepeatable: true,
      canGet: false,
    });
  });
});

describe('the answer to a write', () => {
  const written = (
    write: WriteSpec,
    reply: Parameters<typeof scriptedSend>[0],
    of: RecordWrite = creates({}),
    spec: ObjectSpec = {},
  ) => writeRecord(writing(write, spec), of, scriptedSend(reply), NOW);
  const update: RecordWrite = { type: 'update', id: '7', record: {} };

  it('brings the id as text and the record', async () => {
    expect(await written(BOTH, { text: '{"id":12345678901234567890,"a":1}' })).toMatchObject({
      recordId: '12345678901234567890',
      data: { a: 1 },
    });
    const wrapped = { ...BOTH, wrap: 'thing' };
    const thing = { id: 'r1', a: 1 };
    expect(await written(wrapped, { body: { thing } })).toEqual({ recordId: 'r1', data: thing });
    expect(await written(wrapped, { body: thing })).toEqual({ recordId: 'r1', data: thing });
    const named = { ...BOTH, data: 'result.of', id: ['key', 'result.key'] };
    expect(await written(named, { body: { result: { key: 'r1' } } })).toEqual({ recordId: 'r1', data: null });
    expect(await written(BOTH, { body: { gid: 'r1' } }, creates({}), { id: 'gid' })).toMatchObject({ recordId: 'r1' });
  });

  it.each([
    { status: 204, text: '' },
    { status: 202, text: 'Accepted' },
    { status: 200, text: '[]' },
  ])('is a success without an id: %j', async (reply) => {
    expect(await written(BOTH, reply)).toEqual({ recordId: null, data: null });
    expect(await written(BOTH, reply, update)).toEqual({ recordId: '7', data: null });
    expect(await written(BOTH, reply, { ...update, type: 'delete' })).toEqual({ recordId: '7', data: null });
  });

  it('is a refusal inside a 2xx if the file says so', async () => {
    const target = writing({ ...BOTH, refused: { path: 'success', equals: false } });
    const failure = await failed(target, { body: { success: false, errors: [{ message: 'Name is missing.' }] } });
    expect(failure).toBeInstanceOf(WriteFailure);
    expect(failure).toMatchObject({
      kind: 'badRequest',
      status: 200,
      isLost: false,
      message: 'Acme answered 200: Name is missing.',
      response: '{"success":false,"errors":[{"message":"Name is missing."}]}',
    });
    await expect(
      writeRecord(target, creates({}), scriptedSend({ body: { success: true, id: 1 } }), NOW),
    ).resolves.toMatchObject({ recordId: '1' });
    expect(await failed(target, { status: 200, text: '<html>' })).toMatchObject({
      kind: 'providerFault',
      isLost: true,
    });
    const listed = writing({ ...BOTH, refused: [{ path: 'no' }, { path: 'failures', message: 'why' }] });
    expect(await failed(listed, { body: { failures: [1], why: 'Because' } })).toMatchObject({
      message: 'Acme answered 200: Because',
    });
    await expect(
      writeRecord(listed, creates({}), scriptedSend({ body: { failures: [], no: '' } }), NOW),
    ).resolves.toMatchObject({ recordId: null });
  });

  it('is a refusal if GraphQL reports errors, also beside data', async () => {
    const graphql = {
      query: 'mutation M($input: Thing!) { make(input: $input) { thing { id } userErrors { message } } }',
      variables: { input: '{record}' },
    };
    const target = writing({ create: { graphql, data: 'data.make.thing', id: 'data.make.thing.id' } });
    const sent = await asked(target, creates({ a: 1 }));
    expect(sent).toMatchObject({
      method: 'POST',
      body: JSON.stringify({ query: graphql.query, variables: { input: { a: 1 } } }),
    });
    const make = (answer: object) => ({ body: { data: { make: answer } } });
    expect(await failed(target, make({ thing: null, userErrors: [{ message: 'Email is taken' }] }))).toMatchObject({
      message: 'Acme answered 200: Email is taken',
      isLost: false,
    });
    const partial = { body: { data: { make: { thing: { id: '1' } } }, errors: [{ message: 'Not all' }] } };
    expect(await failed(target, partial)).toMatchObject({ message: 'Acme answered 200: Not all', isLost: false });
    const fault = { body: { errors: [{ message: 'x', extensions: { code: 'INTERNAL_SERVER_ERROR' } }] } };
    expect(await failed(target, fault)).toMatchObject({ kind: 'providerFault', isLost: true });
    expect(await failed(target, { text: '' })).toMatchObject({ kind: 'providerFault', isLost: true });
    await expect(
      writeRecord(target, creates({}), scriptedSend(make({ thing: { id: '1' }, userErrors: [] })), NOW),
    ).resolves.toEqual({
      recordId: '1',
      data: { id: '1' },
    });
  });

  it.each([
    [500, true, 'providerFault'],
    [502, true, 'providerFault'],
    [504, true, 'providerFault'],
    [524, true, 'providerFault'],
    [503, false, 'providerFault'],
    [429, false, 'rateLimit'],
    [401, false, 'credentials'],
    [400, false, 'badRequest'],
    [404, false, 'notFound'],
    [307, false, 'providerFault'],
  ])('of %i: lost is %s, kind %s', async (status, isLost, kind) => {
    const failure = await failed(writing(BOTH), { status, body: { message: 'No.' }, headers: { 'retry-after': '3' } });
    expect(failure).toMatchObject({
      name: 'WriteFailure',
      status,
      isLost,
      kind,
      message: `Acme answered ${status}: No.`,
    });
    expect(failure).toBeInstanceOf(WriteFailure);
  });

  it('is lost after the statuses that the file names, and only those', async () => {
    const target = writing({ ...BOTH, lost: [503] });
    expect([(await failed(target, { status: 503 })).isLost, (await failed(target, { status: 500 })).isLost]).toEqual([
      true,
      false,
    ]);
  });

  it('is kept up to 10,000 characters', async () => {
    expect((await failed(writing(BOTH), { status: 400, text: 'x'.repeat(20_000) })).response).toHaveLength(10_000);
  });

  it.each([
    [new OutboundError('timeout'), true],
    [new OutboundError('timeout', { code: 'UND_ERR_CONNECT_TIMEOUT' }), false],
    [new OutboundError('connect', { code: 'ECONNRESET' }), true],
    [new OutboundError('connect', { code: 'ECONNREFUSED' }), false],
    [new OutboundError('connect', { code: 'ENOTFOUND' }), false],
    [new OutboundError('blocked'), false],
    [new OutboundError('tls'), false],
    [new OutboundError('tooLarge'), true],
    [new OutboundError('protocol'), true],
    [new OutboundError('aborted'), true],
  ])('that never came (%#) is lost unless nothing was sent', async (error, isLost) => {
    const failure = await writeRecord(writing(BOTH), creates({}), () => Promise.reject(error), NOW).catch(
      (one: unknown) => one,
    );
    expect(failure).toBeInstanceOf(WriteFailure);
    expect(failure).toMatchObject({
      isLost,
      response: undefined,
      kind: error.reason === 'blocked' ? 'badRequest' : 'network',
    });
  });

  it('of a call that was not made is what the door said', async () => {
    const refusal = new CallNotMade('no permit');
    await expect(writeRecord(writing(BOTH), creates({}), () => Promise.reject(refusal), NOW)).rejects.toBe(refusal);
  });
});

describe('getRecord', () => {
  const target = writing({ ...BOTH, wrap: 'thing', get: { query: { properties: '{fields}', of: '{object}' } } });

  it('brings one record, with the fields that are asked for', async () => {
    const send = scriptedSend({ body: { thing: { id: 1, a: 2 } } }, { body: { thing: {} } });
    expect(await getRecord(target, 'a/b', send, NOW, ['a', 'b'])).toEqual({ id: 1, a: 2 });
    await getRecord(target, '1', send, NOW);
    expect(send.requests.map(({ method, url }) => [method, url])).toEqual([
      ['GET', 'https://acme.example/api/things/a%2Fb?properties=a%2Cb&of=things'],
      ['GET', 'https://acme.example/api/things/1?of=things'],
    ]);
  });

  it('is null for a record that is absent, and fails otherwise', async () => {
    expect(await getRecord(target, '1', scriptedSend({ status: 404 }), NOW)).toBeNull();
    const failure = await getRecord(target, '1', scriptedSend({ status: 401 }), NOW).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ProviderFailure);
    expect(failure).toMatchObject({ kind: 'credentials' });
    await expect(getRecord(target, '1', scriptedSend({ body: [] }), NOW)).rejects.toMatchObject({
      kind: 'providerFault',
    });
    await expect(getRecord(writing({ create: {} }), '1', scriptedSend(), NOW)).rejects.toMatchObject({
      kind: 'badRequest',
    });
  });
});
