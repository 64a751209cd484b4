import { describe, expect, it } from '@jest/globals';
import { aProvider, aTarget, known, paged, readAll, recordsOf } from '../../../test/support/read_pages.ts';
import { scriptedSend } from '../../../test/support/scripted_send.ts';
import type { ObjectSpec, Provider } from '../file/provider.ts';
import { type ReadTarget, readPage } from './read.ts';

const UNTOLD = /does not say whether there are more records/;
const AUTO = { kind: 'auto' } as const;

/** What the last page of a read says about the end of its list. */
async function endOf(target: ReadTarget, ...answers: Parameters<typeof scriptedSend>) {
  const pages = await readAll(target, scriptedSend(...answers));
  return { doubts: pages.flatMap(({ doubt = [] }) => doubt), warnings: pages.flatMap(({ warning = [] }) => warning) };
}
const doubtsOf = async (...given: Parameters<typeof endOf>) => (await endOf(...given)).doubts;

describe('an inferred end', () => {
  it('L5: is in doubt if the response has no paging information', async () => {
    expect(await doubtsOf(paged(AUTO), { body: { data: recordsOf(1, 2) } })).toEqual([expect.stringMatching(UNTOLD)]);
  });

  it('L5: is in doubt, and the total of the response is named', async () => {
    const body = { meta: { filter_count: 1253 }, data: recordsOf(1, 2) };
    expect(await doubtsOf(paged(AUTO), { body })).toEqual([
      expect.stringMatching(/"filter_count": 1253, but only 2 were/),
    ]);
  });

  it.each<[string, object, Record<string, string>?]>([
    ['a flag', { has_more: false }],
    ['an empty next page', { next: null }],
    ['page numbers', { page: 1, pages: 1 }],
    ['a total of as many records', { total: 2 }],
    ['links to other pages', {}, { link: '</things>; rel="first"' }],
  ])('L5: is confirmed by %s', async (_name, body, headers = {}) => {
    expect(await doubtsOf(paged(AUTO), { body: { data: recordsOf(1, 2), ...body }, headers })).toEqual([]);
  });

  it('L5: is not confirmed by a link to something else, or by a count that may be that of the page', async () => {
    const headers = { link: '<https://acme.example/docs>; rel="describedby"' };
    expect(await doubtsOf(paged(AUTO), { body: { data: recordsOf(1) }, headers })).toHaveLength(1);
    expect(await doubtsOf(paged(AUTO), { body: { data: recordsOf(1), count: 1 } })).toHaveLength(1);
  });

  it('L5: is confirmed if an earlier page named its next page', async () => {
    const first = { body: { data: recordsOf(1), next_cursor: 'x' } };
    expect(await doubtsOf(paged(AUTO), first, { body: { data: recordsOf(2) } })).toEqual([]);
  });

  it('L5: is confirmed by an empty list', async () => {
    expect(await doubtsOf(paged(AUTO), { body: { data: [] } })).toEqual([]);
  });

  it('L5: is in doubt although a token is declared, if no page had one', async () => {
    const ways = [{ kind: 'cursor', path: 'next', param: 'after' } as const, AUTO];
    expect(await doubtsOf(paged(ways), { body: { data: recordsOf(1) } })).toHaveLength(1);
    expect(await doubtsOf(paged(ways), { body: { data: recordsOf(1), next: '' } })).toEqual([]);
  });
});

describe('a declared end', () => {
  it('L5: needs no confirmation by the provider', async () => {
    for (const paging of [
      { kind: 'none' },
      { kind: 'linkHeader' },
      { kind: 'cursor', path: 'next', param: 'after' },
      { kind: 'nextUrl', path: 'next' },
    ] as const)
      expect(await doubtsOf(paged(paging), { body: { data: recordsOf(1) } })).toEqual([]);
  });

  it('L5: is an empty page if page numbers are counted', async () => {
    const answers = [{ body: { data: recordsOf(1) } }, { body: { data: [] } }];
    expect(await doubtsOf(paged({ kind: 'page', param: 'page' }), ...answers)).toEqual([]);
  });
});

describe('a path that no object declares', () => {
  const at = (reading: Provider['reading'] = {}) =>
    aTarget({ provider: aProvider({}, { reading }), objectName: '/api/others' });

  it('L5: is in doubt without paging information, even if the provider pages its other lists by links', async () => {
    expect(await doubtsOf(at(), { body: { list: recordsOf(1) } })).toHaveLength(1);
    expect(await doubtsOf(at({ paging: { kind: 'linkHeader' } }), { body: { list: recordsOf(1) } })).toHaveLength(1);
  });

  it('L5: is complete if it was counted to an empty page, and in doubt if it ignores the page number', async () => {
    const counted = at({ paging: { kind: 'page', param: 'page' } });
    const full = { body: { list: recordsOf(1, 2) } };
    expect(await doubtsOf(counted, full, { body: { list: [] } })).toEqual([]);
    expect(await doubtsOf(counted, full, full)).toEqual([expect.stringMatching(/ignored the page parameter/)]);
  });
});

describe('an object of several lists', () => {
  const objects: Provider['objects'] = {
    teams: { path: '/teams', records: 'data', id: 'id', paging: AUTO },
    users: { path: '/teams/{parent.id}/users', records: 'data', id: 'id', each: 'teams', paging: { kind: 'none' } },
    both: { parts: ['teams', 'users'] },
  };
  const target = (objectName: string) => aTarget({ provider: aProvider({}, { objects }), objectName });

  it('L5: may be incomplete if the list of parents may be', async () => {
    const answers = [{ body: { data: recordsOf('t1') } }, { body: { data: recordsOf('u1') } }];
    expect(await doubtsOf(target('users'), ...answers)).toEqual([
      expect.stringMatching(/^teams: The response does not/),
    ]);
  });

  it('L5: may be incomplete if one part may be', async () => {
    const answers = [
      { body: { data: recordsOf('t1') } },
      { body: { data: recordsOf('t1'), has_more: false } },
      { body: { data: recordsOf('u1') } },
    ];
    expect(await doubtsOf(target('both'), ...answers)).toHaveLength(1);
  });
});

describe('an object whose file names no paging', () => {
  const unnamed = (spec: Partial<ObjectSpec> = {}) =>
    aProvider({}, { objects: { things: { path: '/things', records: 'data', id: 'id', ...spec } } });

  it('L5: is refused by name, also as a parent', async () => {
    await expect(
      readPage(aTarget({ provider: unnamed() }), null, scriptedSend(), { now: Date.now }),
    ).rejects.toMatchObject({
      kind: 'badRequest',
      message: expect.stringMatching(/file of Acme names no paging for "things".*kind: none.*providers check/),
    });
    const objects = { ...unnamed().objects, parts: { path: '/p', each: 'things', paging: { kind: 'none' } as const } };
    const child = aTarget({ provider: aProvider({}, { objects }), objectName: 'parts' });
    await expect(readPage(child, null, scriptedSend(), { now: Date.now })).rejects.toThrow(/"things"/);
  });

  it('L5: is read if the defaults name it, or if it is a single record', async () => {
    const defaults = { ...unnamed(), reading: { paging: AUTO } };
    expect(await doubtsOf(aTarget({ provider: defaults }), { body: { data: [] } })).toEqual([]);
    const one = unnamed({ single: true, records: '' });
    expect(await doubtsOf(aTarget({ provider: one }), { body: { id: 1, total: 9 } })).toEqual([]);
  });
});

describe('an object that its file calls unreadable', () => {
  it('L12: is refused with the reason, under its name and its path', async () => {
    for (const objectName of ['leads', '/rest/v1/leads.json'])
      await expect(
        readPage(known('marketo', objectName), null, scriptedSend(), { now: Date.now }),
      ).rejects.toMatchObject({
        kind: 'badRequest',
        message: expect.stringMatching(/^"leads" of Marketo cannot be read\. .*filterType/),
      });
  });
});

describe("the provider's total", () => {
  const total = { total: 'total' };
  const list = (paging: ObjectSpec['paging'], more: ObjectSpec = {}) =>
    aTarget({ provider: aProvider({ ...(paging && { paging }), ...total, ...more }) });
  const cursor = { kind: 'cursor', path: 'next', param: 'after' } as const;

  it('L6: is compared with the records read on all pages', async () => {
    const first = { body: { data: recordsOf(1, 2), total: 1200, next: 'x' } };
    expect(await doubtsOf(list(cursor), first, { body: { data: recordsOf(3), total: 1200 } })).toEqual([
      'The provider counts 1200 records, but only 3 were read.',
    ]);
    expect(await doubtsOf(list(cursor), first, { body: { data: recordsOf(3), total: 3 } })).toEqual([]);
  });

  it('L6: may shrink or grow during the read, or count what remains', async () => {
    for (const [one, other] of [
      [4, 3],
      [3, 4],
      [3, 1],
    ])
      expect(
        await doubtsOf(
          list(cursor),
          { body: { data: recordsOf(1, 2), total: one, next: 'x' } },
          { body: { data: recordsOf(3), total: other } },
        ),
      ).toEqual([]);
  });

  it('L6: counts records that the engine leaves out', async () => {
    const filters = [{ fieldName: 'id', value: 1 }];
    const target = { ...list({ kind: 'none' }), filters };
    expect(await doubtsOf(target, { body: { data: recordsOf(1, 2), total: 2 } })).toEqual([]);
  });

  it('L6: is also the total of offset paging, if an empty page comes before it', async () => {
    const offset = aTarget({ provider: aProvider({ paging: { kind: 'offset', param: 'skip', total: 'total' } }) });
    const first = { body: { data: recordsOf(1, 2), total: 500 } };
    expect(await doubtsOf(offset, first, { body: { data: [], total: 500 } })).toEqual([
      'The provider counts 500 records, but only 2 were read.',
    ]);
  });

  it('L6: is compared for each list of each parent', async () => {
    const objects = {
      users: {
        path: '/{parent.id}',
        records: 'data',
        id: 'id',
        each: [{ id: 1 }, { id: 2 }],
        paging: { kind: 'none' },
      },
    } satisfies Provider['objects'];
    const provider = aProvider({}, { objects, reading: total });
    const answers = [{ body: { data: recordsOf(1, 2), total: 2 } }, { body: { data: recordsOf(3), total: 4 } }];
    expect(await doubtsOf(aTarget({ provider, objectName: 'users' }), ...answers)).toEqual([
      'The provider counts 4 records, but only 1 were read.',
    ]);
  });

  it('L6: only warns if it is guessed', async () => {
    const plain = paged({ kind: 'none' });
    const body = { data: recordsOf(1), meta: { total_count: 7 } };
    expect(await endOf(plain, { body })).toEqual({
      doubts: [],
      warnings: ['The response has "total_count": 7, but only 1 were read.'],
    });
    const since = '2026-01-01T00:00:00Z';
    // A guessed total may ignore the time filter.
    expect((await endOf({ ...plain, since }, { body })).warnings).toEqual([]);
  });

  it('L6: is not needed to warn of a single page that is as full as requested', async () => {
    const spec: ObjectSpec = { paging: { kind: 'none' }, pageSize: { param: 'limit', default: 2 } };
    const target = aTarget({ provider: aProvider(spec) });
    expect(await endOf(target, { body: { data: recordsOf(1) } })).toEqual({ doubts: [], warnings: [] });
    expect(await endOf(target, { body: { data: recordsOf(1, 2) } })).toEqual({
      doubts: [],
      warnings: [expect.stringMatching(/exactly the 2 records that were asked for/)],
    });
  });

  it('L6: is not compared if a read with the newest records first stops at its bound', async () => {
    const spec = { since: { here: true, newestFirst: true }, updatedAt: 'at', ...total };
    const target = { ...aTarget({ provider: aProvider(spec) }), since: '2026-01-01T00:00:00Z' };
    const body = { data: [{ id: 1, at: '2025-01-01T00:00:00Z' }], total: 900 };
    expect(await doubtsOf(target, { body })).toEqual([]);
  });
});
