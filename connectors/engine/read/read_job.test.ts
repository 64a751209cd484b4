import { describe, expect, it } from '@jest/globals';
import { aProvider, aTarget, idsOf } from '../../../test/support/read_pages.ts';
import { scriptedSend } from '../../../test/support/scripted_send.ts';
import type { JobSpec, ObjectSpec } from '../file/provider.ts';
import { type Page, readPage } from './read.ts';

const job: JobSpec = {
  create: { path: '/exports', body: { of: 'things' } },
  keep: { id: 'export.id' },
  poll: { path: '/exports/{parent.job.id}' },
  status: 'state',
  done: ['ready'],
  empty: ['nothing'],
  failed: ['broken'],
  error: 'why',
  waitSeconds: 3,
  results: {
    path: '/exports/{parent.job.id}/rows',
    format: 'csv',
    records: '',
    paging: { kind: 'cursor', header: 'x-locator', param: 'locator' },
  },
};
const target = (facts: Partial<JobSpec> = {}, more: ObjectSpec = {}) => {
  const spec: ObjectSpec = { since: { param: 'changed.after' }, job: { ...job, ...facts }, ...more };
  return aTarget({ provider: aProvider(spec), since: '2026-01-01T00:00:00Z' });
};
const made = { body: { export: { id: 'e1' } } };
const running = { body: { state: 'running' } };
const ready = { body: { state: 'ready', file: 'https://files.example/e1?key=k' } };

/** Reads every page from its cursor alone, as after a crash. */
async function readAll(of: ReturnType<typeof target>, send: ReturnType<typeof scriptedSend>): Promise<Page[]> {
  const pages: Page[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: Page = await readPage(of, cursor === undefined ? null : cursor, send, { now: Date.now });
    pages.push(page);
    cursor = page.next === null ? null : (JSON.parse(JSON.stringify(page.next)) as string);
  }
  return pages;
}
const paths = (send: ReturnType<typeof scriptedSend>) =>
  send.requests.map(({ method, url }) => `${method} ${url.replace('https://acme.example/api', '')}`);

describe('records of an asynchronous export', () => {
  it('are created, polled, and read page by page', async () => {
    const send = scriptedSend(
      made,
      running,
      running,
      ready,
      { text: 'id\na\n', headers: { 'x-locator': 'L2' } },
      { text: 'id\nb\n', headers: { 'x-locator': 'null' } },
    );
    // The response with "ready" and the first results are one page.
    const pages = await readAll(target(), send);
    expect(paths(send)).toEqual([
      'POST /exports',
      'GET /exports/e1',
      'GET /exports/e1',
      'GET /exports/e1',
      'GET /exports/e1/rows',
      'GET /exports/e1/rows?locator=L2',
    ]);
    expect(JSON.parse(send.requests[0]?.body ?? '')).toEqual({
      of: 'things',
      changed: { after: '2026-01-01T00:00:00Z' },
    });
    expect(idsOf(pages)).toEqual(['a', 'b']);
    expect(pages.map(({ waitMs }) => waitMs)).toEqual([3_000, 3_000, 6_000, undefined, undefined]);
  });

  it('may be none', async () => {
    expect(idsOf(await readAll(target(), scriptedSend(made, { body: { state: 'nothing' } })))).toEqual([]);
  });

  it('are requested again when the job failed or no longer exists, three times at most', async () => {
    const broken = { body: { state: 'broken', why: 'too large' } };
    const send = scriptedSend(made, broken, made, { status: 404 }, made, broken);
    await expect(readAll(target(), send)).rejects.toMatchObject({
      kind: 'badRequest',
      message: expect.stringContaining('too large'),
    });
    expect(paths(send).filter((line) => line.startsWith('POST'))).toHaveLength(3);
  });

  it('are started by a separate call if create does not start the job', async () => {
    const send = scriptedSend(made, {}, { body: { state: 'nothing' } });
    await readAll(target({ start: { path: '/exports/{parent.job.id}/go' } }), send);
    expect(paths(send)[1]).toBe('POST /exports/e1/go');
  });

  it('are fetched from another host without our credentials', async () => {
    const facts: Partial<JobSpec> = {
      found: { file: 'file' },
      results: { url: 'file', format: 'ndjson', records: '' },
    };
    const send = scriptedSend(made, ready, { text: '{"id":1}\n' });
    expect(idsOf(await readAll(target(facts), send))).toEqual(['1']);
    expect(send.requests[2]?.url).toBe('https://files.example/e1?key=k');
    expect(send.requests[2]?.headers).not.toHaveProperty('Authorization');
    const unsafe = scriptedSend(made, { body: { state: 'ready', file: 'http://files.example/e1' } });
    await expect(readAll(target(facts), unsafe)).rejects.toMatchObject({ kind: 'providerFault' });
    expect(unsafe.requests).toHaveLength(2);
  });

  it.each([
    [{ 'retry-after': '0' }, 1_000],
    [{ 'retry-after': '20' }, 20_000],
    [{ 'x-ratelimit-reset': '3000' }, 3_000],
  ])('are polled after at least a second, whatever a rate limit says: %j', async (headers, waitMs) => {
    const pages = await readAll(target(), scriptedSend(made, { ...running, headers }, { body: { state: 'nothing' } }));
    expect(pages[1]?.waitMs).toBe(waitMs);
  });

  it('may have a URL relative to the response that names it', async () => {
    const facts: Partial<JobSpec> = {
      found: { file: 'file' },
      results: { url: 'file', format: 'ndjson', records: '' },
    };
    const send = scriptedSend(made, { body: { state: 'ready', file: '/files/e1' } }, { text: '{"id":1}\n' });
    expect(idsOf(await readAll(target(facts), send))).toEqual(['1']);
    expect(send.requests[2]?.url).toBe('https://acme.example/files/e1');
    expect(send.requests[2]?.headers).toHaveProperty('Authorization');
    const bad = scriptedSend(made, { body: { state: 'ready', file: 'https://[' } });
    await expect(readAll(target(facts), bad)).rejects.toMatchObject({ kind: 'providerFault' });
  });

  it('are requested from another host without our headers', async () => {
    const facts: Partial<JobSpec> = {
      found: { file: 'file' },
      results: { url: 'file', format: 'ndjson', records: '', headers: { 'X-Own': 'key' } },
    };
    const send = scriptedSend(made, ready, { text: '{"id":1}\n' });
    await readAll(target(facts, { headers: { 'X-Own': 'key' } }), send);
    expect(send.requests[0]?.headers).toHaveProperty('X-Own');
    expect(send.requests[2]?.headers).not.toHaveProperty('X-Own');
  });

  it('make their child objects wait too', async () => {
    const { provider } = target();
    const objects = {
      ...provider.objects,
      parts: { each: 'things', path: '/things/{parent.id}/parts', paging: { kind: 'none' } as const },
    };
    const page = await readPage(
      aTarget({ provider: { ...provider, objects }, objectName: 'parts' }),
      null,
      scriptedSend(made),
      { now: Date.now },
    );
    expect(page).toMatchObject({ records: [], waitMs: 3_000, next: expect.any(String) });
  });

  it('fail when the response does not name the job', async () => {
    await expect(readAll(target(), scriptedSend({ body: {} }))).rejects.toMatchObject({ kind: 'providerFault' });
  });
});
