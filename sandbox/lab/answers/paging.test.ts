import { afterEach, describe, expect, it } from '@jest/globals';
import type { Paging } from '../../../connectors/engine/file/paging_facts.ts';
import type { Provider, ReadSpec } from '../../../connectors/engine/file/provider.ts';
import { stringifyJson } from '../../../lib/json/json.ts';
import { labTarget, type ReadWish, readEverything } from '../conformance/read_everything.ts';
import { type Lab, startLab } from '../lab.ts';

let lab: Lab | undefined;
afterEach(() => lab?.stop());

const SIZE = { param: 'limit', default: 10, max: 10 };
const ways: [string, Partial<ReadSpec>][] = [
  ['one page', { paging: { kind: 'none' } }],
  ['what the answer shows', { paging: { kind: 'auto' } }],
  ['a Link header', { records: '', paging: { kind: 'linkHeader' } }],
  ['a URL in the body', { paging: { kind: 'nextUrl', path: 'links.next', more: 'meta.more' } }],
  ['a cursor', { paging: { kind: 'cursor', path: 'meta.next', param: 'after' } }],
  ['a cursor and an end flag', { paging: { kind: 'cursor', path: 'next', param: 'after', end: 'done' } }],
  [
    'a cursor in the body',
    { method: 'POST', body: { sort: 'id' }, paging: { kind: 'cursor', path: 'n', param: 'a.b' } },
  ],
  ['offsets and a total', { paging: { kind: 'offset', param: 'start', total: 'total' } }],
  ['offsets from 1', { paging: { kind: 'offset', param: 'start', first: 1, total: 'total' } }],
  ['offsets and an empty page', { paging: { kind: 'offset', param: 'start' } }],
  ['the next offset', { paging: { kind: 'offset', param: 'start', next: 'page.next', more: 'page.more' } }],
  ['page numbers', { paging: { kind: 'page', param: 'page', totalPages: 'pages' } }],
  ['page numbers from 0', { paging: { kind: 'page', param: 'page', first: 0, totalPagesHeader: 'X-Pages' } }],
  ['page numbers and an empty page', { paging: { kind: 'page', param: 'page' } }],
  ['the last id', { paging: { kind: 'lastId', param: 'after', more: 'has_more' } }],
  ['the last id and an empty page', { paging: { kind: 'lastId', param: 'after' } }],
];

describe('a provider of the lab', () => {
  it.each(ways)('leads the engine through all records by %s', async (_name, spec) => {
    const read = await reading(spec, { objectName: 'things' });
    expect(read.texts).toHaveLength(47);
    expect(read.texts).toEqual(read.expected);
    expect(read.pages).toBeGreaterThan((spec.paging as Paging | undefined)?.kind === 'none' ? 0 : 4);
  });

  it('pages up to its max offset and continues after the last id', async () => {
    const window = { size: 20, append: 'filters', item: { field: 'id', operator: 'GT', value: '{value}' } };
    const read = await reading(
      { method: 'POST', paging: { kind: 'cursor', path: 'next', param: 'after', window } },
      { objectName: 'things' },
    );
    expect(read.texts).toEqual(read.expected);
  });

  it('returns the records since a time, inclusive', async () => {
    const spec: Partial<ReadSpec> = {
      updatedAt: 'changed',
      since: { param: 'since', format: 'unixSeconds' },
      paging: { kind: 'cursor', path: 'next', param: 'after' },
    };
    const read = await reading(spec, { objectName: 'things', since: '2025-12-01T00:00:00Z' });
    expect(read.texts.length).toBeGreaterThan(5);
    expect(read.texts.length).toBeLessThan(30);
    expect(read.texts).toEqual(read.expected);
    const times = read.texts.map((text) => (JSON.parse(text) as { changed: number }).changed);
    expect(Math.min(...times)).toBeGreaterThanOrEqual(Date.UTC(2025, 11, 1) / 1000);
  });

  it('applies a filter in the body, and returns the chosen fields', async () => {
    const spec: Partial<ReadSpec> = {
      method: 'POST',
      filters: { append: 'where', item: { on: '{field}', is: '{value}' } },
      fields: { param: 'only' },
      paging: { kind: 'offset', param: 'start', total: 'total' },
    };
    const read = await reading(spec, {
      objectName: 'things',
      fields: ['stage'],
      filters: [{ fieldName: 'stage', value: 'green' }],
    });
    const records = read.texts.map((text) => JSON.parse(text) as Record<string, unknown>);
    expect(records.length).toBeGreaterThan(5);
    expect(records.length).toBe(read.expected.length);
    for (const record of records) {
      expect(record['stage']).toBe('green');
      expect(Object.keys(record).sort()).toEqual(['id', 'stage']);
    }
  });

  it('refuses a token that it did not give, and one of another list', async () => {
    const paging: Paging = { kind: 'cursor', path: 'next', param: 'after' };
    lab = await startLab({ providers: [provider({ paging })], records: 47 });
    const first = await get('/lists/things?limit=10');
    expect((await get(`/lists/things?after=${String(first.json['next'])}`)).status).toBe(200);
    expect((await get('/lists/things?after=forged')).status).toBe(400);
    expect((await get(`/lists/others?after=${String(first.json['next'])}`)).status).toBe(400);
  });

  it('reads the children of each parent: many, none, and of a deleted one', async () => {
    lab = await startLab({
      providers: [provider({ paging: { kind: 'page', param: 'page' } })],
      records: 12,
      usualPage: 5,
    });
    const read = await readEverything(labTarget(lab, 'acme', { objectName: 'children' }), lab.send);
    expect(read.texts).toEqual(lab.recordsOf('acme', 'children').map((record) => stringifyJson(record)));
    expect(read.texts.length).toBe(12 + 0 + 1 + 2 + 0 + 1 + 2 + 0 + 1 + 2);
    expect(new Set(read.texts.map((text) => /"id":([^,]+)/.exec(text)?.[1])).size).toBe(read.texts.length);
  });

  it('serves a thousand pages well within a test', async () => {
    lab = await startLab({ providers: [provider({ pageSize: SIZE, paging: { kind: 'auto' } })], records: 10_000 });
    const { pages } = await readEverything(labTarget(lab, 'acme', { objectName: 'things' }), lab.send);
    expect(pages).toBe(1_000);
  });
});

async function reading(spec: Partial<ReadSpec>, wish: ReadWish) {
  lab = await startLab({ providers: [provider({ pageSize: SIZE, ...spec })], records: 47, usualPage: 9 });
  const read = await readEverything(labTarget(lab, 'acme', wish), lab.send);
  const expected = lab.recordsOf('acme', wish.objectName, wish).map((record) => stringifyJson(record));
  return { ...read, expected };
}

async function get(path: string) {
  const address = `${(lab as Lab).url}/acme/acme.example${path}`;
  const answer = await (lab as Lab).send({ method: 'GET', url: address });
  return { status: answer.status, json: JSON.parse(answer.text) as Record<string, unknown> };
}

function provider(reading: Partial<ReadSpec>): Provider {
  return {
    name: 'acme',
    displayName: 'Acme',
    baseURL: 'https://acme.example',
    auth: { type: 'none' },
    reading,
    objects: {
      things: { path: '/lists/things' },
      others: { path: '/lists/others' },
      children: { each: 'things', path: '/lists/things/{parent.slug}/children' },
    },
  };
}
