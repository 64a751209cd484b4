import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Sandbox, startSandbox } from './sandbox.ts';

const headers = { 'x-sandbox-key': 'sandbox-key' };
let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await startSandbox({ records: 50 });
});
afterEach(() => sandbox.stop());

type Page = { data: { id: string }[]; next_cursor: string | null };

function get(path = 'contacts?limit=10', more: Record<string, string> = {}): Promise<Response> {
  return fetch(`${sandbox.url}/api/v1/${path}`, { headers: { ...headers, ...more } });
}

async function order(fault: object): Promise<void> {
  const response = await fetch(`${sandbox.url}/control/faults`, { method: 'POST', body: JSON.stringify(fault) });
  expect(response.status).toBe(200);
}

describe('a fault that was ordered', () => {
  it('hits the ordered number of times', async () => {
    await order({ kind: '500', times: 2 });
    const statuses = [await get(), await get(), await get()].map(({ status }) => status);
    expect(statuses).toEqual([500, 500, 200]);
  });

  it('hits only the object it names, after the pages it names', async () => {
    await order({ kind: '429', object: 'deals', afterPage: 2, retryAfter: 7 });
    const statuses: number[] = [];
    for (const path of ['deals', 'contacts', 'deals', 'contacts']) statuses.push((await get(path)).status);
    const hit = await get('deals');
    expect(statuses).toEqual([200, 200, 200, 200]);
    expect([hit.status, hit.headers.get('retry-after')]).toEqual([429, '7']);
    expect((await get('deals')).status).toBe(200);
  });

  it('can refuse valid credentials', async () => {
    await order({ kind: '401' });
    expect((await get()).status).toBe(401);
  });

  it('can be slow', async () => {
    await order({ kind: 'slow', delayMs: 150 });
    const start = Date.now();
    expect((await get()).status).toBe(200);
    expect(Date.now() - start).toBeGreaterThanOrEqual(145);
  });

  it('can shorten a page without losing a record', async () => {
    await order({ kind: 'short-page' });
    const first = (await (await get()).json()) as Page;
    const second = (await (await get(`contacts?limit=10&cursor=${first.next_cursor}`)).json()) as Page;
    expect([first.data.length, first.data.at(-1)!.id, second.data[0]!.id]).toEqual([
      5,
      'contacts-0000005',
      'contacts-0000006',
    ]);
  });

  it('can cut a response half-way', async () => {
    await order({ kind: 'cut' });
    const response = await get();
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
  });

  it('can send half a body as complete', async () => {
    await order({ kind: 'invalid-json' });
    const response = await get();
    expect(response.status).toBe(200);
    await expect(response.json()).rejects.toThrow(/JSON/);
  });

  it('can return the page itself as the next one', async () => {
    const first = (await (await get()).json()) as Page;
    await order({ kind: 'repeat-cursor' });
    const second = (await (await get(`contacts?limit=10&cursor=${first.next_cursor}`)).json()) as Page;
    expect(second.data[0]!.id).toBe('contacts-0000011');
    expect(second.next_cursor).toBe(first.next_cursor);
  });

  it('can close the connection without a response', async () => {
    await order({ kind: 'drop-connection' });
    await expect(get()).rejects.toThrow();
    expect(sandbox.control.stats().requests['contacts']).toEqual({ dropped: 1 });
  });

  it('can be ordered by a header, for one request', async () => {
    const hit = await get('me', { 'x-sandbox-fault': '429;retryAfter=3' });
    expect([hit.status, hit.headers.get('retry-after')]).toEqual([429, '3']);
    expect((await get('me')).status).toBe(200);
  });

  it('can be cancelled', async () => {
    await order({ kind: '500', times: 100 });
    await fetch(`${sandbox.url}/control/faults`, { method: 'DELETE' });
    expect((await get()).status).toBe(200);
  });

  it('is refused when its kind is unknown', async () => {
    const response = await fetch(`${sandbox.url}/control/faults`, { method: 'POST', body: '{"kind":"flood"}' });
    expect(response.status).toBe(400);
  });
});

describe('the other controls', () => {
  it('count requests, pages and records', async () => {
    await get();
    await get();
    await get('me');
    await get('contacts?limit=nine');
    const report = await (await fetch(`${sandbox.url}/control/stats`)).json();
    expect(report).toMatchObject({
      requests: { contacts: { 200: 2, 400: 1 }, me: { 200: 1 } },
      pages: { contacts: 2 },
      records: { contacts: 20 },
      faults: [],
    });
  });

  it('add records with given values', async () => {
    const body = JSON.stringify({ object: 'deals', count: 3, record: { stage: 'lost' } });
    const { ids } = (await (await fetch(`${sandbox.url}/control/records`, { method: 'POST', body })).json()) as {
      ids: string[];
    };
    expect(ids).toEqual(['deals-0000051', 'deals-0000052', 'deals-0000053']);
    expect(await (await get(`deals/${ids[2]}`)).json()).toMatchObject({ stage: 'lost' });
  });

  it('replace the key', async () => {
    await fetch(`${sandbox.url}/control/revoke`, { method: 'POST', body: '{"what":"key","apiKey":"another"}' });
    expect((await get('me')).status).toBe(401);
    expect((await get('me', { 'x-sandbox-key': 'another' })).status).toBe(200);
  });

  it('are absent when they are turned off', async () => {
    const closed = await startSandbox({ control: false });
    const response = await fetch(`${closed.url}/control/stats`);
    await closed.stop();
    expect(response.status).toBe(404);
  });
});

describe('authentication', () => {
  const basic = (pair: string) => `Basic ${btoa(pair)}`;
  it.each([
    ['the key', { 'x-sandbox-key': 'sandbox-key' }, 200],
    ['the Basic pair', { authorization: basic('sandbox:sandbox') }, 200],
    ['a wrong key', { 'x-sandbox-key': 'wrong' }, 401],
    ['a wrong password', { authorization: basic('sandbox:wrong') }, 401],
    ['a token nobody issued', { authorization: 'Bearer nonsense' }, 401],
    ['nothing', {}, 401],
  ])('with %s', async (_, given, status) => {
    const response = await fetch(`${sandbox.url}/api/v1/me`, { headers: given as Record<string, string> });
    expect(response.status).toBe(status);
  });
});
