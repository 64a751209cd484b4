import { describe, expect, it } from '@jest/globals';
import { aProvider, aTarget, idsOf, paged, readAll, recordsOf } from '../../../test/support/read_pages.ts';
import { scriptedSend } from '../../../test/support/scripted_send.ts';
import type { Paging } from '../file/paging_facts.ts';
import type { Provider } from '../file/provider.ts';

describe('a next page that a header names', () => {
  it('is requested by number until the header is empty', async () => {
    const send = scriptedSend(
      { body: { data: recordsOf(1) }, headers: { 'x-next-page': '5' } },
      { body: { data: recordsOf(2) }, headers: { 'x-next-page': '' } },
    );
    const paging = { kind: 'page', param: 'page', header: 'X-Next-Page' } as const;
    expect(idsOf(await readAll(paged(paging), send))).toEqual(['1', '2']);
    expect(send.urls().map((url) => url.searchParams.get('page'))).toEqual([null, '5']);
  });

  it('falls through to the next way if the header is missing', async () => {
    const send = scriptedSend(
      { body: { data: recordsOf(1) }, headers: { link: '</api/things?after=1>; rel="next"' } },
      { body: { data: recordsOf(2) } },
    );
    const ways = [{ kind: 'page', param: 'page', header: 'x-next-page' }, { kind: 'linkHeader' }] as const;
    expect(idsOf(await readAll(paged([...ways]), send))).toEqual(['1', '2']);
  });

  it('is requested by a token, if it is a token', async () => {
    const send = scriptedSend(
      { body: { data: recordsOf(1) }, headers: { 'x-cursor': 'abc' } },
      { body: { data: recordsOf(2) } },
    );
    const paging = { kind: 'cursor', param: 'cursor', header: 'X-Cursor' } as const;
    expect(idsOf(await readAll(paged(paging), send))).toEqual(['1', '2']);
    expect(send.urls()[1]?.searchParams.get('cursor')).toBe('abc');
  });
});

describe('two ways of one provider', () => {
  it('are not mixed: a read that uses tokens or URLs does not start to count', async () => {
    const counted = { kind: 'offset', param: 'skip' } as const;
    const byToken = [{ kind: 'cursor', path: 'next', param: 'after' }, counted] as const;
    const tokens = scriptedSend(
      { body: { data: recordsOf(1, 2), next: 'b' } },
      { body: { data: recordsOf(3), next: null } },
    );
    expect(idsOf(await readAll(paged([...byToken]), tokens))).toEqual(['1', '2', '3']);
    const byUrl = [{ kind: 'nextUrl', path: 'next' }, counted] as const;
    const urls = scriptedSend(
      { body: { data: recordsOf(1, 2), next: '?p=2' } },
      { body: { data: recordsOf(3), next: null } },
    );
    expect(idsOf(await readAll(paged([...byUrl]), urls))).toEqual(['1', '2', '3']);
  });

  it('count if no token was ever returned', async () => {
    const ways = [
      { kind: 'cursor', path: 'next', param: 'after' },
      { kind: 'offset', param: 'skip' },
    ] as const;
    const send = scriptedSend(
      { body: { data: recordsOf(1, 2) } },
      { body: { data: recordsOf(3) } },
      { body: { data: [] } },
    );
    expect(idsOf(await readAll(paged([...ways]), send))).toEqual(['1', '2', '3']);
    expect(send.urls().map((url) => url.searchParams.get('skip'))).toEqual([null, '2', '3']);
  });
});

describe('a page number in the body', () => {
  it('is requested as the provider names it', async () => {
    const send = scriptedSend({ body: { data: recordsOf(1), next: 4 } }, { body: { data: recordsOf(2), next: null } });
    expect(idsOf(await readAll(paged({ kind: 'page', param: 'p', next: 'next' }), send))).toEqual(['1', '2']);
    expect(send.urls()[1]?.searchParams.get('p')).toBe('4');
  });
});

describe('a path that the file does not name', () => {
  const at = (reading: Provider['reading']) =>
    aTarget({ provider: aProvider({}, { ...(reading && { reading }) }), objectName: '/api/others' });

  it("uses the provider's default paging if the response shows it", async () => {
    const send = scriptedSend(
      { body: { list: recordsOf('a', 'b'), has_more: true } },
      { body: { list: recordsOf('c'), has_more: false } },
    );
    const target = at({ paging: { kind: 'lastId', param: 'starting_after', more: 'has_more' } });
    expect(idsOf(await readAll(target, send))).toEqual(['a', 'b', 'c']);
    expect(send.urls()[1]?.searchParams.get('starting_after')).toBe('b');
  });

  it('counts to an empty page if the provider counts and the response has no paging information', async () => {
    const send = scriptedSend({ body: { list: recordsOf('a', 'b') } }, { body: { list: [] } });
    expect(idsOf(await readAll(at({ paging: { kind: 'offset', param: 'skip' } }), send))).toEqual(['a', 'b']);
  });

  it('follows a cursor and a URL at the declared paths', async () => {
    const send = scriptedSend(
      { body: { list: recordsOf('a'), onwards: { token: 't' } } },
      { body: { list: recordsOf('b'), onwards: { url: 'https://acme.example/api/others?page=3' } } },
      { body: { list: recordsOf('c') } },
    );
    const target = at({
      paging: [
        { kind: 'nextUrl', path: 'onwards.url' },
        { kind: 'cursor', path: 'onwards.token', param: 'from' },
      ],
    });
    expect(idsOf(await readAll(target, send))).toEqual(['a', 'b', 'c']);
  });
});

describe('a counter behind a URL', () => {
  const ways = [{ kind: 'nextUrl', path: 'next' } as const, { kind: 'page', param: 'page' } as const];

  it('does not restart after next-page URLs without a number', async () => {
    const send = scriptedSend(
      { body: { data: recordsOf(1), next: '/api/things?after=abc' } },
      { body: { data: recordsOf(2), next: null } },
    );
    expect(idsOf(await readAll(paged([...ways]), send))).toEqual(['1', '2']);
    expect(send.urls()).toHaveLength(2);
  });

  it('continues from the number in the last URL', async () => {
    const send = scriptedSend(
      { body: { data: recordsOf(1), next: '/api/things?page=2' } },
      { body: { data: recordsOf(2), next: null } },
      { body: { data: [] } },
    );
    expect(idsOf(await readAll(paged([...ways]), send))).toEqual(['1', '2']);
    expect(send.urls()[2]?.searchParams.get('page')).toBe('3');
  });
});

describe('a next page that cannot be understood', () => {
  const urlPaging = { kind: 'nextUrl', path: 'next' } as const;
  it.each<[Paging | Paging[], object]>([
    [{ kind: 'page', param: 'page', next: 'next' }, { next: '/things?page=2' }],
    [{ kind: 'page', param: 'page', current: 'page' }, { page: '1 of 3' }],
    [{ kind: 'offset', param: 'skip', next: 'next' }, { next: '/things?skip=2' }],
    [urlPaging, { next: { number: 2 } }],
    [urlPaging, { next: 2 }],
    [[urlPaging, { kind: 'linkHeader' }], { next: { number: 2 } }],
    [{ kind: 'cursor', path: 'next', param: 'after' }, { next: { token: 'x' } }],
    [{ kind: 'lastId', param: 'after', path: 'key' }, {}],
  ])('fails for %j', async (paging, body) => {
    const send = scriptedSend({ body: { data: recordsOf(1, 2), ...body } });
    const reading = readAll(paged(paging), send);
    await expect(reading).rejects.toMatchObject({
      kind: 'providerFault',
      message: expect.stringContaining('has a value of the wrong type'),
    });
  });

  it.each([null, false, '', {}])('is the end if the provider writes %j', async (next) => {
    for (const paging of [
      urlPaging,
      { kind: 'cursor', path: 'next', param: 'after' },
      { kind: 'page', param: 'page', next: 'next' },
      { kind: 'offset', param: 'skip', next: 'next' },
    ] as const)
      expect(idsOf(await readAll(paged(paging), scriptedSend({ body: { data: recordsOf(1), next } })))).toEqual(['1']);
  });
});

describe('a total that is no number', () => {
  it.each(['', false, null, -1, 'many'])(
    'says nothing: with %j the pages are counted to an empty one',
    async (total) => {
      for (const paging of [
        { kind: 'offset', param: 'skip', total: 'total' },
        { kind: 'page', param: 'page', totalPages: 'total' },
        { kind: 'lastId', param: 'after', total: 'total' },
      ] as const) {
        const send = scriptedSend(
          { body: { data: recordsOf(1, 2), total } },
          { body: { data: recordsOf(3), total } },
          { body: { data: [] } },
        );
        expect(idsOf(await readAll(paged(paging), send))).toEqual(['1', '2', '3']);
      }
    },
  );
});
