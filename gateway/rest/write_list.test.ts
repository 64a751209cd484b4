import { Buffer } from 'node:buffer';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import { lowestIdAt } from '../../lib/ids/ids.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { filterList, type ListAnswer, listAnswer } from './list_answer.ts';
import { writeList } from './write_list.ts';

const ROWS = 20_000;
const PER_PAGE = 100;
const text = 'x'.repeat(500);
const idOf = (at: number) => lowestIdAt(at + 1);

/** The list of a service with `count` rows, in pages of a hundred. `onPage` runs before each page. */
function rows(query: object, { count = ROWS, onPage = async (_page: number) => {} } = {}): ListAnswer {
  const all = Array.from({ length: count }, (_, at) => ({ id: idOf(at) }));
  const load = async (after: string) => {
    const from = after === '' ? 0 : all.findIndex(({ id }) => id === after) + 1;
    await onPage(from / PER_PAGE);
    const items = all.slice(from, from + PER_PAGE);
    return { items, nextPageToken: from + PER_PAGE < count ? (items.at(-1)?.id ?? '') : '' };
  };
  return listAnswer(query, { load, toJson: ({ id }) => ({ id, text }) });
}

describe('a list', () => {
  let server: Server | undefined;
  afterEach(() => new Promise<void>((resolve) => void server?.close(() => resolve())));

  /** Starts a server that answers /list with the list, and every other path immediately. Returns the base URL. */
  async function serve(list: (query: object) => ListAnswer, extendDeadline = () => {}): Promise<string> {
    const started = createServer((request, response) => {
      const url = new URL(request.url ?? '', 'http://h');
      if (url.pathname !== '/list') return void response.end('pong');
      const size = url.searchParams.get('pageSize');
      const query = { ...Object.fromEntries(url.searchParams), ...(size && { pageSize: Number(size) }) };
      const context = { request: request as Request, response: response as Response, publicUrl: 'http://h' };
      writeList(list(query), { ...context, extendDeadline, onBytes: () => {} }).catch(() => response.destroy());
    });
    server = started;
    await new Promise<void>((resolve) => void started.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(started.address() as AddressInfo).port}`;
  }

  it('of 20,000 rows is written in pieces, and other requests are answered meanwhile', async () => {
    const asked: { url: string; pings: string[] } = { url: '', pings: [] };
    const onPage = async (page: number) => {
      if (page % 20 === 0) asked.pings.push(await (await fetch(`${asked.url}/ping`)).text());
    };
    let extended = 0;
    asked.url = await serve(
      (query) => rows(query, { onPage }),
      () => (extended += 1),
    );
    const response = await new Promise<IncomingMessage>((resolve) => void get(`${asked.url}/list`, resolve));
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    expect(JSON.parse(Buffer.concat(chunks).toString())).toHaveLength(ROWS);
    expect(chunks.length).toBeGreaterThan(100);
    expect(asked.pings).toEqual(Array.from({ length: 10 }, () => 'pong'));
    expect(extended).toBe(ROWS / PER_PAGE - 1);
  });

  it('loads no further page while the client does not read', async () => {
    let loaded = 0;
    const url = await serve((query) => rows(query, { count: 100_000, onPage: async (page) => void (loaded = page) }));
    const response = await new Promise<IncomingMessage>((resolve) => void get(`${url}/list`, resolve));
    await (await fetch(`${url}/ping`)).text();
    response.pause();
    for (let before = -1; before < loaded; ) {
      before = loaded;
      for (let pings = 0; pings < 20; pings += 1) await (await fetch(`${url}/ping`)).text();
    }
    expect(loaded).toBeLessThan(900);
    response.destroy();
  });

  it('that is short is written at once, with its length', async () => {
    const url = await serve((query) => rows(query, { count: 3 }));
    const response = await fetch(`${url}/list`);
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(1_500);
    expect(await response.json()).toHaveLength(3);
  });

  it('is empty when there is nothing', async () => {
    const url = await serve((query) => rows(query, { count: 0 }));
    expect(await (await fetch(`${url}/list`)).text()).toBe('[]');
  });

  it('that fails in the middle aborts the connection', async () => {
    const onPage = async (page: number) => {
      if (page === 50) throw new Problem('unavailable', 'The service is unavailable.');
    };
    const url = await serve((query) => rows(query, { onPage }));
    const response = await fetch(`${url}/list`);
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
  });

  it.each([1, 7, 100, 101, 249, 250, 251])(
    'with pageSize %d has a Link to each next part, and every row once',
    async (pageSize) => {
      const url = await serve((query) => rows(query, { count: 250 }));
      const seen: string[] = [];
      for (let path: string | undefined = `/list?pageSize=${pageSize}`; path; ) {
        const response = await fetch(url + path);
        const items = (await response.json()) as { id: string }[];
        expect(items.length).toBeLessThanOrEqual(pageSize);
        seen.push(...items.map(({ id }) => id));
        const link = response.headers.get('link');
        path = link === null ? undefined : /^<http:\/\/h(\/list\?[^>]+)>; rel="next"$/.exec(link)?.[1];
        expect(link === null || path !== undefined).toBe(true);
      }
      expect(seen).toEqual(Array.from({ length: 250 }, (_, at) => idOf(at)));
    },
  );

  it('has full pages even when items are left out', async () => {
    const isEven = (json: object) => Number.parseInt((json as { id: string }).id.slice(9, 13), 16) % 2 === 0;
    const url = await serve((query) => filterList(rows(query, { count: 250 }), isEven));
    const response = await fetch(`${url}/list?pageSize=120`);
    expect(await response.json()).toHaveLength(120);
    expect(response.headers.get('link')).toContain('pageToken=');
  });

  it.each(['x', 'bDE6', 'bDE6bm8'])('refuses the page token %s', (pageToken) => {
    const refused = expect.objectContaining({ kind: 'invalidArgument' }) as unknown as Error;
    expect(() => rows({ pageToken })).toThrow(refused);
  });
});
