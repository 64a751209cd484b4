import { afterEach, describe, expect, it } from '@jest/globals';
import type { Provider } from '../../../connectors/engine/file/provider.ts';
import { readPage } from '../../../connectors/engine/read/read.ts';
import { outboundClient } from '../../../lib/http/outbound.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import { labTarget, readEverything } from '../conformance/read_everything.ts';
import { type Lab, type LabOptions, startLab } from '../lab.ts';
import { LAB } from '../sign_in/credentials.ts';
import type { LabFault } from './lab_faults.ts';

let lab: Lab;
let now = Date.UTC(2026, 0, 1);
const clock: Clock = { now: () => now };
afterEach(() => lab.stop());

const acme: Provider = {
  name: 'acme',
  displayName: 'Acme',
  baseURL: 'https://acme.example',
  auth: { type: 'apiKey', in: 'header', name: 'X-Key' },
  rateLimit: { limit: 'X-Limit', remaining: 'X-Left', reset: 'X-Reset', resetUnit: 'millis' },
  errorMessage: ['fault.says'],
  reading: {
    records: 'data',
    id: 'id',
    updatedAt: 'changed',
    pageSize: { param: 'limit', default: 10 },
    since: { param: 'since' },
    paging: { kind: 'cursor', path: 'next', param: 'after' },
  },
  objects: { things: { path: '/things' } },
};

async function start(options: LabOptions = {}, facts: Partial<Provider> = {}): Promise<void> {
  lab = await startLab({ providers: [{ ...acme, ...facts }], records: 45, clock, ...options });
}

const order = (fault: LabFault) => lab.control.addFault('acme', { object: 'things', ...fault });
const target = (more: { since?: string } = {}) => labTarget(lab, 'acme', { objectName: 'things', ...more });
const page = (cursor: string | null = null) => readPage(target(), cursor, lab.send, { now: clock.now });
const everything = () => readEverything(target(), lab.send);
const call = (headers: Record<string, string> = {}) =>
  lab.send({
    method: 'GET',
    url: `${lab.url}/acme/acme.example/things`,
    headers: { 'x-key': LAB.apiKey, ...headers },
  });

describe('too many requests', () => {
  it.each([
    ['seconds', 'retry-after', '7'],
    ['date', 'retry-after', 'Thu, 01 Jan 2026 00:00:07 GMT'],
    ['reset', 'x-reset', '7000'],
  ] as const)('state the wait by %s, and the engine waits that long', async (hint, header, value) => {
    await start();
    order({ kind: '429', hint, retryAfter: 7, times: 2 });
    const { status, headers } = await call();
    expect([status, headers[header]]).toEqual([429, value]);
    await expect(page()).rejects.toMatchObject({ kind: 'rateLimit', retryAfterMs: 7000 });
    expect((await page()).records).toHaveLength(10);
  });

  it.each(['epochSeconds', 'seconds'] as const)('state it in the provider’s own header in %s', async (resetUnit) => {
    await start({}, { rateLimit: { reset: 'X-Reset', resetUnit } });
    order({ kind: '429', hint: 'reset', retryAfter: 7 });
    await expect(page()).rejects.toMatchObject({ kind: 'rateLimit', retryAfterMs: 7000 });
  });

  it('state it in the body, or not at all', async () => {
    await start({}, { rateLimit: {} });
    order({ kind: '429', hint: 'body', retryAfter: 7 });
    expect(JSON.parse((await call()).text)).toEqual({ fault: { says: 'Too many requests.' }, retry_after: 7 });
    order({ kind: '429', hint: 'none' });
    const { status, headers } = await call();
    expect([status, Object.keys(headers).filter((name) => /retry|reset/.test(name))]).toEqual([429, []]);
  });

  it('state it at the declared body path, and the engine waits that long', async () => {
    await start({}, { rateLimit: { retryAfterBody: 'fault.wait' } });
    order({ kind: '429', hint: 'body', retryAfter: 7 });
    await expect(page()).rejects.toMatchObject({ kind: 'rateLimit', retryAfterMs: 7000 });
  });

  it('end in a ban for a client that does not wait', async () => {
    await start();
    order({ kind: 'ban', retryAfter: 5, after: 2, banSeconds: 60 });
    const answers = [];
    for (let calls = 0; calls < 5; calls += 1) answers.push((await call()).status);
    expect(answers).toEqual([429, 429, 429, 403, 403]);
    now += 59_000;
    expect((await call()).status).toBe(403);
    now += 2_000;
    expect((await call()).status).toBe(200);
    order({ kind: 'ban', retryAfter: 5, after: 2 });
    expect((await call()).status).toBe(429);
    now += 5_000;
    expect((await call()).status).toBe(200);
  });
});

describe('a failed response', () => {
  it('is refused, broken or missing as ordered, and the engine classifies each', async () => {
    await start();
    for (const [fault, failure] of [
      [{ kind: '401' }, { kind: 'credentials', message: expect.stringContaining('no longer valid') }],
      [
        { kind: '500', status: 503 },
        { kind: 'providerFault', status: 503 },
      ],
      [{ kind: 'drop-connection' }, { kind: 'network' }],
      [{ kind: 'cut' }, { kind: 'network' }],
      [{ kind: 'invalid-json' }, { kind: 'providerFault' }],
      [{ kind: 'huge' }, { kind: 'badRequest', exceeded: 'bytes' }],
    ] as [LabFault, object][]) {
      order(fault);
      await expect(page()).rejects.toMatchObject(failure);
    }
    expect((await everything()).texts).toHaveLength(45);
  });

  it('fails in the same way over a socket', async () => {
    await start({ clock: { now: () => Date.now() } });
    const { send, close } = outboundClient({ allow: ['127.0.0.1'], allowHttp: true });
    const read = () => readPage(target(), null, send, { now: Date.now });
    order({ kind: 'drop-connection' });
    await expect(read()).rejects.toMatchObject({ kind: 'network' });
    order({ kind: 'cut' });
    await expect(read()).rejects.toMatchObject({ kind: 'network' });
    order({ kind: 'huge' });
    await expect(read()).rejects.toMatchObject({
      kind: 'badRequest',
      message: expect.stringContaining('CAUSEWAY_ANSWER_MAX_BYTES'),
    });
    order({ kind: 'slow', delayMs: 150 });
    const before = performance.now();
    expect((await read()).records).toHaveLength(10);
    expect(performance.now() - before).toBeGreaterThan(145);
    await close();
  });

  it('hits one call with the fault header, and reports an unknown fault', async () => {
    await start();
    expect((await call({ 'x-lab-fault': '500;status=502' })).status).toBe(502);
    expect((await call()).status).toBe(200);
    expect((await call({ 'x-lab-fault': 'earthquake' })).status).toBe(400);
  });

  it('waits for as many pages as were ordered, and hits as often', async () => {
    await start();
    order({ kind: '500', afterPage: 2, times: 2 });
    const first = await page();
    const second = await page(first.next);
    await expect(page(second.next)).rejects.toMatchObject({ status: 500 });
    await expect(page(second.next)).rejects.toMatchObject({ status: 500 });
    expect((await page(second.next)).records).toHaveLength(10);
    expect(lab.control.stats('acme')).toMatchObject({ requests: { things: { 200: 3, 500: 2 } }, faults: [] });
  });
});

describe('a wrong page', () => {
  it.each([
    ['short-page', 5],
    ['empty-page', 6],
  ] as const)('%s is not the end: every record arrives', async (kind, pages) => {
    await start();
    order({ kind });
    const read = await everything();
    expect(read.pages).toBe(pages);
    expect(new Set(read.texts).size).toBe(45);
  });

  it('that repeats for ever is a failure of the engine', async () => {
    await start();
    order({ kind: 'repeat-page', times: 50 });
    await expect(everything()).rejects.toThrow('the provider repeated a page');
  });
});

describe('an account that changes while it is read', () => {
  const since = '2000-01-01T00:00:00Z';
  const ids = (texts: readonly string[]) => texts.map((text) => /"id":("?[\w-]+"?)/.exec(text)?.[1]);

  it('changes records, which appear again at the end of a list by time', async () => {
    await start();
    order({ kind: 'change-records', count: 2 });
    const read = await readEverything(target({ since }), lab.send);
    const known = lab.recordsOf('acme', 'things').length;
    expect(new Set(ids(read.texts)).size).toBeGreaterThanOrEqual(known - 2);
    expect(ids(read.texts).slice(-2)).toEqual(ids(read.texts).slice(0, 2));
  });

  it('writes changes with a clock that is behind', async () => {
    await start();
    order({ kind: 'change-records', skewMs: 10_000 });
    await page();
    const changed = new Date(now - 10_000).toISOString();
    expect(lab.recordsOf('acme', 'things')[0]?.['changed']).toBe(changed);
    expect(lab.recordsOf('acme', 'things', { since: new Date(now - 9_000).toISOString() })).toEqual([]);
  });

  it('has records with equal times, and a read since that time gets them all', async () => {
    await start();
    const times = lab.recordsOf('acme', 'things').map((record) => String(record['changed']));
    const tie = times.find((time, at) => times.indexOf(time) !== at) as string;
    const read = await readEverything(target({ since: tie }), lab.send);
    expect(read.texts.filter((text) => text.includes(`"changed":"${tie}"`))).toHaveLength(2);
  });

  it('deletes records, and the rest still arrives', async () => {
    await start();
    order({ kind: 'delete-records', count: 3, afterPage: 1 });
    const read = await everything();
    expect(lab.recordsOf('acme', 'things')).toHaveLength(42);
    expect(new Set(ids(read.texts)).size).toBeGreaterThanOrEqual(42 - 3);
  });

  it('drifts: one new field, one removed, two with another type', async () => {
    await start();
    order({ kind: 'drift', count: 5 });
    const { texts } = await everything();
    const [before, after] = [texts[0], texts.at(-1)].map(
      (text) => JSON.parse(text as string) as Record<string, unknown>,
    );
    expect(before).toMatchObject({
      email: expect.any(String),
      amount: expect.any(Number),
      active: expect.any(Boolean),
    });
    expect(after).toMatchObject({ lab_new_field: 'appeared', amount: 'twelve', active: ['yes'] });
    expect(after).not.toHaveProperty('email');
  });

  it('gets new records, changed ones and fewer, by the control', async () => {
    await start();
    const [added] = lab.control.changeRecords('acme', { object: 'things', changes: { name: 'New' } });
    lab.control.changeRecords('acme', { object: 'things', id: added as string, changes: { email: null } });
    expect(lab.recordsOf('acme', 'things').at(-1)).toMatchObject({ name: 'New' });
    expect(lab.recordsOf('acme', 'things').at(-1)).not.toHaveProperty('email');
    lab.control.changeRecords('acme', { object: 'things', id: added as string, isDeleted: true });
    expect((await everything()).texts).toHaveLength(45);
  });
});

describe('the control over HTTP', () => {
  const control = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${lab.url}/control/${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };

  it('orders and cancels faults', async () => {
    await start();
    expect((await control('POST', 'faults/acme', { kind: '401', times: 9 })).body).toEqual({ ok: true });
    expect((await call()).status).toBe(401);
    expect((await control('GET', 'stats/acme')).body).toMatchObject({ faults: [{ kind: '401', times: 8 }] });
    await control('DELETE', 'faults');
    expect((await call()).status).toBe(200);
  });

  it('adds records, revokes keys, and refuses unknown controls', async () => {
    await start();
    expect((await control('POST', 'records/acme', { object: 'things', count: 3 })).body['ids']).toHaveLength(3);
    expect((await everything()).texts).toHaveLength(48);
    await control('POST', 'revoke/acme', { what: 'key' });
    expect((await call()).status).toBe(401);
    expect((await control('POST', 'faults/acme', { kind: 'flood' })).status).toBe(400);
    expect((await control('POST', 'faults/nowhere', { kind: '401' })).status).toBe(404);
  });
});
