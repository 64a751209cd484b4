import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { recordId } from './records.ts';
import { type Sandbox, startSandbox } from './sandbox.ts';

type Page = {
  data: { id: string; updated_at: string; [field: string]: unknown }[];
  next_cursor: string | null;
  total: number;
};

const headers = { 'x-sandbox-key': 'sandbox-key' };
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ records: 2345 });
});
afterAll(() => sandbox.stop());

function url(path: string, base = sandbox.url): string {
  return `${base}/api/v1/${path}`;
}

async function readPage(path: string, base?: string): Promise<Page> {
  const response = await fetch(url(path, base), { headers });
  expect(response.status).toBe(200);
  return (await response.json()) as Page;
}

async function readAll(path: string): Promise<Page['data']> {
  const records: Page['data'] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await readPage(`${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}`);
    records.push(...page.data);
    cursor = page.next_cursor;
  }
  return records;
}

describe('reading a list', () => {
  it('returns every record once, in order, and then no cursor', async () => {
    const ids = (await readAll('contacts?limit=1000')).map(({ id }) => id);
    expect(ids).toEqual(Array.from({ length: 2345 }, (_, index) => recordId('contacts', index)));
  });

  it('limits pages to maxPageSize', async () => {
    const small = await startSandbox({ records: 20, maxPageSize: 8 });
    const { data, next_cursor: next, total } = await readPage('contacts?limit=500', small.url);
    expect([data.length, next === null, total]).toEqual([8, false, 20]);
    await small.stop();
  });

  it('returns the same bytes in another process and with another page size', async () => {
    const other = await startSandbox({ records: 2345 });
    const [mine, theirs] = await Promise.all(
      [sandbox.url, other.url].map(async (base) => (await fetch(url('deals?limit=7', base), { headers })).text()),
    );
    await other.stop();
    expect(mine).toBe(theirs);
    expect((await readAll('deals?limit=7')).length).toBe((await readPage('deals')).total);
  });

  it('is 100 records by default and refuses more than 1000', async () => {
    expect((await readPage('companies')).data).toHaveLength(100);
    expect((await fetch(url('companies?limit=1001'), { headers })).status).toBe(400);
  });

  it('writes numbers beyond a double', async () => {
    const text = await (await fetch(url('contacts?limit=1'), { headers })).text();
    expect(text).toContain('"big_number":12345678901234567890,');
    expect(text).toContain('"precise_number":0.1000000000000000055}');
  });

  it('filters by update time, both ends included', async () => {
    const all = await readAll('contacts?limit=1000');
    const [from, to] = [all[100]!.updated_at, all[199]!.updated_at];
    const some = await readAll(`contacts?limit=30&updated_since=${from}&updated_until=${to}`);
    expect(some.map(({ id }) => id)).toEqual(all.slice(100, 200).map(({ id }) => id));
    expect((await readPage(`contacts?updated_since=${from}&updated_until=${to}`)).total).toBe(100);
  });

  it('returns only the requested fields, and refuses an unknown one', async () => {
    const [record] = (await readPage('contacts?limit=1&fields=email,owner')).data;
    expect(Object.keys(record!)).toEqual(['id', 'updated_at', 'email', 'owner']);
    const refused = await fetch(url('contacts?fields=email,shoe_size'), { headers });
    expect([refused.status, await refused.json()]).toEqual([
      400,
      { error: { code: 'unknown_field', message: 'There is no field named shoe_size.' } },
    ]);
  });

  it.each([
    ['a cursor it never gave', 'contacts?cursor=nonsense', 400],
    ['a time that is none', 'contacts?updated_since=yesterday', 400],
    ['an object it does not have', 'invoices', 404],
    ['a record it does not have', 'contacts/contacts-9999999', 404],
  ])('refuses %s', async (_, path, status) => {
    expect((await fetch(url(path), { headers })).status).toBe(status);
  });

  it('starts at any of a million records at once', async () => {
    const large = await startSandbox({ records: 1_000_000 });
    const page = await readPage('contacts?limit=2&updated_since=2025-12-31T23:59:50Z', large.url);
    await large.stop();
    expect(page.data.at(-1)!.id).toBe('contacts-1000000');
  });
});

describe('requests other than lists', () => {
  it('returns one record as it is in the list', async () => {
    const [, second] = (await readPage('deals?limit=2')).data;
    const response = await fetch(url(`deals/${second!.id}`), { headers });
    expect(await response.json()).toEqual(second);
  });

  it('describes the fields of an object', async () => {
    const described = (await (await fetch(url('contacts/fields'), { headers })).json()) as { name: string }[];
    const [record] = (await readPage('contacts?limit=1')).data;
    expect(described.map(({ name }) => name)).toEqual(Object.keys(record!));
    expect(described).toContainEqual(
      expect.objectContaining({ name: 'stage', type: 'select', options: expect.arrayContaining(['lead']) }),
    );
  });

  it('describes its account', async () => {
    expect(await (await fetch(url('me'), { headers })).json()).toMatchObject({ name: 'Sandbox CRM' });
  });
});

describe('records that change while the sandbox runs', () => {
  it('moves a changed record to the end and finds it by its time', async () => {
    const before = await readAll('companies?limit=1000');
    const id = before[5]!.id;
    const since = new Date().toISOString();
    const changed = await fetch(url(`companies/${id}`), {
      method: 'PATCH',
      headers,
      body: '{"city":"Bergen","score":12345678901234567890}',
    });
    expect(await changed.text()).toContain('"score":12345678901234567890');

    const after = await readAll('companies?limit=1000');
    expect(after).toHaveLength(before.length);
    expect(after.at(-1)).toMatchObject({ id, city: 'Bergen', name: before[5]!['name'] });
    expect((await readAll(`companies?updated_since=${since}`)).map((record) => record.id)).toEqual([id]);
  });

  it('adds records on demand and pages through them', async () => {
    const since = new Date().toISOString();
    const created = await fetch(url('deals'), { method: 'POST', headers, body: '{"name":"The big one"}' });
    expect(created.status).toBe(201);
    const more = sandbox.control.addRecords('deals', 25);
    const found = await readAll(`deals?limit=10&updated_since=${since}`);
    expect(found.map(({ id }) => id)).toEqual([((await created.json()) as { id: string }).id, ...more]);
    expect((await readAll('deals?limit=1000')).length).toBe(2345 + 26);
  });

  it('refuses to write unknown and read-only fields', async () => {
    const codes = await Promise.all(
      ['{"shoe_size":44}', '{"id":"x"}', '{', '[]'].map(async (body) => {
        const response = await fetch(url('contacts'), { method: 'POST', headers, body });
        return ((await response.json()) as { error: { code: string } }).error.code;
      }),
    );
    expect(codes).toEqual(['unknown_field', 'read_only_field', 'invalid_json', 'invalid_body']);
  });
});
