import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Sandbox, startSandbox } from './sandbox.ts';

type Record = { id: string; name: string; updated_at: string; score: number };
type Failure = { error: { code: string; message: string } };
type Page = { data: Record[]; total: number };

const RECORDS = 20;

describe('a record that a client writes', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ records: RECORDS });
  });
  afterAll(() => sandbox.stop());

  async function ask<Body>(method: string, path: string, body?: unknown, more: object = {}) {
    const response = await fetch(`${sandbox.url}/api/v1/${path}`, {
      method,
      headers: { 'x-sandbox-key': 'sandbox-key', ...more },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, text, body: (text && JSON.parse(text)) as Body };
  }
  const list = async (object: string) => (await ask<Page>('GET', `${object}?limit=1000`)).body;

  it('is created, changed and deleted, as the next read sees', async () => {
    const made = await ask<Record>('POST', 'deals', { name: 'New', score: 1 });
    expect([made.status, made.body.name]).toEqual([201, 'New']);
    const { id } = made.body;
    expect((await list('deals')).data.at(-1)).toEqual(made.body);
    const changed = await ask<Record>('PATCH', `deals/${id}`, { name: 'Newer' });
    expect([changed.status, changed.body.name, changed.body.score]).toEqual([200, 'Newer', 1]);
    expect(changed.body.updated_at > made.body.updated_at).toBe(true);
    expect((await list('deals')).total).toBe(RECORDS + 1);
    expect(await ask('DELETE', `deals/${id}`)).toMatchObject({ status: 204, text: '' });
    const left = await list('deals');
    expect([left.total, left.data.some((record) => record.id === id)]).toEqual([RECORDS, false]);
  });

  it.each(['companies-0000003', 'companies-0000020'])(
    'is gone for good when it is deleted, also a changed one: %s',
    async (id) => {
      const { total } = await list('companies');
      await ask('PATCH', `companies/${id}`, { name: 'Changed' });
      expect((await ask('DELETE', `companies/${id}`)).status).toBe(204);
      for (const [method, body] of [['GET'], ['PATCH', { name: 'Back' }], ['DELETE']] as const)
        expect((await ask(method, `companies/${id}`, body)).status).toBe(404);
      const left = await list('companies');
      expect([left.total, left.data.length, left.data.map((record) => record.id).includes(id)]).toEqual([
        total - 1,
        total - 1,
        false,
      ]);
    },
  );

  it('keeps numbers exact', async () => {
    const { text } = await ask('POST', 'contacts', '{"name":"Exact","big_number":98765432109876543210.50}');
    expect(text).toContain('"big_number":98765432109876543210.50');
  });

  it.each([
    ['unknown_field', { name: 'A', colour: 'red' }],
    ['read_only_field', { name: 'A', id: 'contacts-1' }],
    ['missing_field', { email: 'a@example.com' }],
    ['wrong_type', { name: 7 }],
    ['wrong_type', { name: null }],
    ['wrong_type', { name: 'A', score: 'high' }],
    ['wrong_type', { name: 'A', active: 'yes' }],
    ['wrong_type', { name: 'A', stage: 'nowhere' }],
    ['wrong_type', { name: 'A', owner: [] }],
  ])('is refused with %s: %j', async (code, record) => {
    const { total } = await list('contacts');
    const { status, body } = await ask<Failure>('POST', 'contacts', record);
    expect([status, body.error.code]).toEqual([400, code]);
    expect((await list('contacts')).total).toBe(total);
  });

  it('may have no value where none is required', async () => {
    expect((await ask('POST', 'contacts', { name: 'A', stage: null, score: null })).status).toBe(201);
  });

  it('is created once for an Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'k1' };
    const { total } = await list('contacts');
    const first = await ask<Record>('POST', 'contacts', { name: 'Once' }, key);
    expect(await ask('POST', 'contacts', { name: 'Once' }, key)).toEqual(first);
    expect((await ask<Failure>('POST', 'contacts', { name: 'Twice' }, key)).body.error.code).toBe('key_reused');
    expect((await list('contacts')).total).toBe(total + 1);
    expect((await ask('POST', 'companies', { name: 'Other' }, key)).status).toBe(201);
  });

  it('is written although its answer is lost', async () => {
    const fault = { 'x-sandbox-fault': 'lose-answer' };
    await expect(ask('POST', 'deals', { name: 'Lost' }, fault)).rejects.toThrow();
    const lost = (await list('deals')).data.find(({ name }) => name === 'Lost');
    await expect(ask('PATCH', `deals/${lost?.id}`, { name: 'Lost too' }, fault)).rejects.toThrow();
    expect((await ask<Record>('GET', `deals/${lost?.id}`)).body.name).toBe('Lost too');
    await expect(ask('DELETE', `deals/${lost?.id}`, undefined, fault)).rejects.toThrow();
    expect((await ask('GET', `deals/${lost?.id}`)).status).toBe(404);
  });
});
