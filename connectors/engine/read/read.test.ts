import { describe, expect, it } from '@jest/globals';
import { aProvider, aTarget, idsOf, known, paged, readAll, recordsOf } from '../../../test/support/read_pages.ts';
import { scriptedSend } from '../../../test/support/scripted_send.ts';
import { ProviderFailure } from '../answer/failure.ts';
import { readPage } from './read.ts';

describe('readPage', () => {
  it('calls the object under the base URL with the credentials, and returns its records', async () => {
    const send = scriptedSend({ body: { data: [{ id: 7, name: 'Ann' }] } });
    const page = await readPage(aTarget(), null, send, { now: Date.now });
    expect(send.requests[0]).toMatchObject({
      method: 'GET',
      url: 'https://acme.example/api/things',
      headers: { Authorization: 'Bearer t' },
    });
    expect(page).toEqual({
      records: [{ id: '7', updatedAt: null, fields: { id: 7, name: 'Ann' }, raw: { id: 7, name: 'Ann' } }],
      fetched: 1,
      skipped: {},
      next: null,
    });
  });

  it('sends a parameter that is empty in the file, but none with an empty placeholder', async () => {
    const provider = aProvider({
      query: { status: '', q: '{asked}' },
      where: { param: 'asked', in: 'text', quote: 'odata', since: 'at > {value}' },
    });
    const send = scriptedSend({ body: { data: [] } });
    await readPage(aTarget({ provider }), null, send, { now: Date.now });
    expect(send.urls()[0]?.search).toBe('?status=');
  });

  it('keeps ids beyond 2^53 exact', async () => {
    const page = await readPage(aTarget(), null, scriptedSend({ text: '{"data":[{"id":12345678901234567890}]}' }), {
      now: Date.now,
    });
    expect(idsOf([page])).toEqual(['12345678901234567890']);
  });

  it('does not take a short page for the last one', async () => {
    const send = scriptedSend(
      { body: { data: recordsOf(1), next: 'x' } },
      { body: { data: [], next: 'y' } },
      { body: { data: recordsOf(2) } },
    );
    expect(idsOf(await readAll(paged({ kind: 'cursor', path: 'next', param: 'cursor' }), send))).toEqual(['1', '2']);
    expect(send.urls().map((url) => url.searchParams.get('cursor'))).toEqual([null, 'x', 'y']);
  });

  it("requests the wanted page size, up to the provider's max", async () => {
    const provider = aProvider({ pageSize: { param: 'limit', default: 50, max: 100 } });
    const send = scriptedSend({ body: { data: [] } }, { body: { data: [] } }, { body: { data: [] } });
    for (const pageSize of [undefined, 1, 1000])
      await readPage(aTarget({ provider, pageSize }), null, send, { now: Date.now });
    expect(send.urls().map((url) => url.searchParams.get('limit'))).toEqual(['50', '1', '100']);
  });

  it('extracts a token from a URL, and fails without one', async () => {
    const paging = { kind: 'cursor', path: 'next', param: 'cursor', inUrl: 'cursor' } as const;
    const send = scriptedSend(
      { body: { data: recordsOf(1), next: '/elsewhere?cursor=a%2Bb' } },
      { body: { data: recordsOf(2) } },
    );
    expect(idsOf(await readAll(paged(paging), send))).toEqual(['1', '2']);
    expect(send.requests[1]?.url).toBe('https://acme.example/api/things?cursor=a%2Bb');
    const lost = scriptedSend({ body: { data: recordsOf(1), next: '/elsewhere?page=2' } });
    await expect(readAll(paged(paging), lost)).rejects.toMatchObject({ kind: 'providerFault' });
  });

  it('reads a single-record response, and fails when the record is missing', async () => {
    const target = aTarget({ provider: aProvider({ single: true, records: 'data.user' }) });
    const send = scriptedSend({ body: { data: { user: { id: 5, roles: [{ id: 1 }] } } } }, { body: { data: {} } });
    expect(idsOf(await readAll(target, send))).toEqual(['5']);
    await expect(readPage(target, null, send, { now: Date.now })).rejects.toMatchObject({ kind: 'providerFault' });
  });

  it('treats a missing list as empty only with omitsEmpty', async () => {
    const send = scriptedSend({ body: { kind: 'list' } }, { body: { kind: 'list' } });
    expect(idsOf(await readAll(aTarget({ provider: aProvider({ omitsEmpty: true }) }), send))).toEqual([]);
    await expect(readPage(aTarget(), null, send, { now: Date.now })).rejects.toMatchObject({ kind: 'providerFault' });
  });

  it('follows Link headers', async () => {
    const send = scriptedSend(
      {
        body: { data: recordsOf(1) },
        headers: { link: '<https://acme.example/api/things?page=1>; rel="first", </api/things?page=2>; rel="next"' },
      },
      { body: { data: recordsOf(2) }, headers: { link: '<https://acme.example/api/things?page=1>; rel="prev"' } },
    );
    expect(idsOf(await readAll(paged({ kind: 'linkHeader' }), send))).toEqual(['1', '2']);
    expect(send.requests[1]?.url).toBe('https://acme.example/api/things?page=2');
  });

  it('counts offsets up to the total that the provider gives', async () => {
    const send = scriptedSend(
      { body: { data: recordsOf(1, 2), total: 3 } },
      { body: { data: recordsOf(3), total: 3 } },
    );
    expect(idsOf(await readAll(paged({ kind: 'offset', param: 'skip', total: 'total' }), send))).toEqual([
      '1',
      '2',
      '3',
    ]);
    expect(send.urls()[1]?.searchParams.get('skip')).toBe('2');
  });

  it('counts offsets up to an empty page without a total', async () => {
    const send = scriptedSend(
      { body: { data: recordsOf(1) } },
      { body: { data: recordsOf(2) } },
      { body: { data: [] } },
    );
    expect(idsOf(await readAll(paged({ kind: 'offset', param: 'skip' }), send))).toEqual(['1', '2']);
  });

  it('counts pages up to the number in a header', async () => {
    const headers = { 'x-wp-totalpages': '2' };
    const send = scriptedSend({ body: { data: recordsOf(1) }, headers }, { body: { data: recordsOf(2) }, headers });
    expect(
      idsOf(await readAll(paged({ kind: 'page', param: 'page', totalPagesHeader: 'X-WP-TotalPages' }), send)),
    ).toEqual(['1', '2']);
  });

  it('resumes from the cursor text alone', async () => {
    const target = known('stripe', 'customers');
    const first = await readPage(target, null, scriptedSend({ body: { data: recordsOf('a', 'b'), has_more: true } }), {
      now: Date.now,
    });
    const send = scriptedSend({ body: { data: recordsOf('c'), has_more: false } });
    const second = await readPage(target, JSON.parse(JSON.stringify(first.next)) as string, send, { now: Date.now });
    expect(send.urls()[0]?.searchParams.get('starting_after')).toBe('b');
    expect(second.next).toBeNull();
  });

  it('refuses an invalid cursor', async () => {
    await expect(readPage(aTarget(), '{"a":1}', scriptedSend(), { now: Date.now })).rejects.toMatchObject({
      kind: 'badRequest',
    });
    await expect(readPage(aTarget(), 'x', scriptedSend(), { now: Date.now })).rejects.toMatchObject({
      kind: 'badRequest',
    });
  });
});

describe('a provider with wrong paging', () => {
  const fault = (message: RegExp) => ({ kind: 'providerFault', message: expect.stringMatching(message) });

  it('is a fault when it repeats a cursor', async () => {
    const send = scriptedSend({ body: { data: recordsOf(1), next: 'x' } }, { body: { data: recordsOf(2), next: 'x' } });
    await expect(readAll(paged({ kind: 'cursor', path: 'next', param: 'cursor' }), send)).rejects.toMatchObject(
      fault(/repeated a page/),
    );
  });

  it('is a fault when its paging has a longer cycle', async () => {
    const replies = Array.from({ length: 30 }, (_none, i) => ({
      body: { data: recordsOf(i), next: ['x', 'y', 'z'][i % 3] },
    }));
    await expect(
      readAll(paged({ kind: 'cursor', path: 'next', param: 'cursor' }), scriptedSend(...replies)),
    ).rejects.toMatchObject(fault(/repeated a page/));
  });

  it('is a fault when it ignores the page number', async () => {
    const replies = Array.from({ length: 9 }, () => ({ body: { data: recordsOf(1, 2) } }));
    await expect(readAll(paged({ kind: 'page', param: 'page' }), scriptedSend(...replies))).rejects.toMatchObject(
      fault(/repeated a page/),
    );
  });

  it('is a fault when it says that there is more but not how to get it', async () => {
    const paging = { kind: 'cursor', path: 'next', param: 'cursor', more: 'has_more' } as const;
    await expect(
      readAll(paged(paging), scriptedSend({ body: { data: recordsOf(1), has_more: true } })),
    ).rejects.toMatchObject(fault(/more pages/));
  });

  it.each([
    'https://evil.example/things?page=2',
    'https://acme.example.evil.example/x',
    'https://acme.example:8443/x',
    'https://user:pw@acme.example/x',
    '//evil.example/x',
    'ftp://acme.example/x',
    'http://169.254.169.254/latest',
  ])('never gets the credentials sent to %s', async (next) => {
    const send = scriptedSend({ body: { data: recordsOf(1), next } });
    await expect(readAll(paged({ kind: 'nextUrl', path: 'next' }), send)).rejects.toMatchObject({
      kind: 'providerFault',
    });
    expect(send.requests).toHaveLength(1);
  });

  it('is followed to another origin that its file lists, and from http to https', async () => {
    const provider = aProvider({ paging: { kind: 'nextUrl', path: 'next' } }, { origins: ['https://eu.acme.example'] });
    const send = scriptedSend(
      { body: { data: [], next: 'https://eu.acme.example/2' } },
      { body: { data: [], next: 'http://eu.acme.example/3' } },
      { body: { data: [] } },
    );
    await readAll(aTarget({ provider }), send);
    expect(
      send
        .urls()
        .map(({ href }) => href)
        .slice(1),
    ).toEqual(['https://eu.acme.example/2', 'https://eu.acme.example/3']);
  });

  it('never gets a key from the query into a cursor', async () => {
    const provider = aProvider({ paging: { kind: 'nextUrl', path: 'next' } });
    const auth = { headers: {}, query: { api_key: 'secret' } };
    const send = scriptedSend(
      { body: { data: [], next: 'https://acme.example/2?api_key=secret&page=2' } },
      { body: { data: [] } },
    );
    const page = await readPage(aTarget({ provider, auth }), null, send, { now: Date.now });
    expect(page.next).not.toContain('secret');
    await readPage(aTarget({ provider, auth }), page.next, send, { now: Date.now });
    expect(send.urls()[1]?.searchParams.get('api_key')).toBe('secret');
  });
});

describe('what a file does not declare', () => {
  it('is inferred from the response and reported', async () => {
    const provider = aProvider({});
    provider.objects = { people: { path: '/people', paging: { kind: 'auto' } } };
    const notes: string[] = [];
    const body = {
      meta: { tags: ['a'] },
      people: [{ person_id: 'p1', updated_at: '2026-01-01T00:00:00Z' }],
      links: { next: '/api/people?page=2' },
    };
    const page = await readPage(aTarget({ provider, objectName: 'people' }), null, scriptedSend({ body }), {
      now: Date.now,
      onInfer: (note) => notes.push(note),
    });
    expect(page.records[0]).toMatchObject({ id: 'p1', updatedAt: '2026-01-01T00:00:00Z' });
    expect(page.next).not.toBeNull();
    expect(notes).toEqual([
      'records: people',
      'id: person_id',
      'updatedAt: updated_at',
      'paging: {kind: nextUrl, path: links.next}',
    ]);
  });

  it('does not excuse records that are not at the declared path', async () => {
    await expect(
      readPage(aTarget(), null, scriptedSend({ body: { items: [] } }), { now: Date.now }),
    ).rejects.toMatchObject({
      kind: 'providerFault',
    });
    await expect(
      readPage(aTarget(), null, scriptedSend({ body: { data: {} } }), { now: Date.now }),
    ).rejects.toMatchObject({
      kind: 'providerFault',
    });
  });
});

describe('objects', () => {
  it('are found in another spelling, and not at all', async () => {
    const send = scriptedSend({ body: { data: [] } });
    await readPage(known('stripe', 'Invoice-Items'), null, send, { now: Date.now });
    expect(send.requests[0]?.url).toContain('/v1/invoiceitems?');
    await expect(readPage(known('github', 'no such'), null, send, { now: Date.now })).rejects.toBeInstanceOf(
      ProviderFailure,
    );
    await expect(readPage(known('github', '__proto__'), null, send, { now: Date.now })).rejects.toMatchObject({
      kind: 'notFound',
    });
  });

  it('cannot leave their path', async () => {
    const send = scriptedSend({ body: { data: [] } });
    await readPage(known('stripe', '../../evil?x=1#'), null, send, { now: Date.now });
    expect(send.requests[0]?.url).toContain('https://api.stripe.com/v1/evil%3Fx%3D1%23?');
  });
});

describe('a bound that the provider compares coarsely', () => {
  const since = { param: 'after', coarseSeconds: 86_400, here: true };
  const target = aTarget({
    provider: aProvider({ since, updatedAt: 'at' }),
    since: '2026-01-02T10:00:00Z',
  });

  it('is widened, and compared again with the record', async () => {
    const noon = Date.parse('2026-01-02T12:00:00Z') / 1000;
    const records = [
      { id: 1, at: '2026-01-02T09:00:00Z' },
      { id: 2, at: '2026-01-02T11:00:00Z' },
      { id: 3, at: noon },
      { id: 4, at: noon - 3 * 3600 },
    ];
    const send = scriptedSend({ body: { data: records } });
    expect(idsOf(await readAll(target, send))).toEqual(['2', '3']);
    expect(send.urls()[0]?.searchParams.get('after')).toBe('2026-01-01T10:00:00Z');
  });
});

describe('the requested fields', () => {
  const fields = { param: 'f', joinedBy: ',', always: ['id'], otherwise: ['name', 'at'], nestedBy: '.' };
  const asked = async (wanted: string[]) => {
    const send = scriptedSend({ body: { data: [] } });
    await readPage(aTarget({ provider: aProvider({ fields }), fields: wanted }), null, send, { now: Date.now });
    return send.urls()[0]?.searchParams.get('f');
  };

  it("are written in the provider's notation of nested fields", async () => {
    expect(await asked(['name', "$['owner']['email']"])).toBe('id,name,owner.email');
  });

  it('are those of the file when all are wanted', async () => {
    expect(await asked([])).toBe('id,name,at');
  });

  it('continues after a value of the last record, until a page holds the counted total', async () => {
    const target = paged({ kind: 'lastId', param: 'after', path: 'sort[0]', total: 'left' });
    const record = (id: number) => ({ id, sort: [id * 10] });
    const send = scriptedSend({ body: { left: 2, data: [record(1)] } }, { body: { left: 1, data: [record(2)] } });
    expect(idsOf(await readAll(target, send))).toEqual(['1', '2']);
    expect(send.urls().map((url) => url.searchParams.get('after'))).toEqual([null, '10']);
  });

  it("puts a value of the parent record into the child's query", async () => {
    const provider = aProvider({});
    provider.objects = {
      ...provider.objects,
      parts: {
        each: 'things',
        path: '/parts',
        query: { of: '{parent.id}' },
        records: 'data',
        paging: { kind: 'none' },
      },
    };
    const send = scriptedSend({ body: { data: [{ id: 'x&y' }] } }, { body: { data: recordsOf(1) } });
    expect(idsOf(await readAll(aTarget({ provider, objectName: 'parts' }), send))).toEqual(['1']);
    expect(send.urls()[1]?.searchParams.get('of')).toBe('x&y');
  });

  it('follows a URL in place of a token, and ends an endless one at an empty page', async () => {
    const next = 'https://acme.example/api/things?from=2';
    const token = scriptedSend({ body: { data: recordsOf(1), next } }, { body: { data: recordsOf(2) } });
    expect(idsOf(await readAll(paged({ kind: 'cursor', path: 'next', param: 'token' }), token))).toEqual(['1', '2']);
    expect(token.requests[1]?.url).toBe(next);
    const always = scriptedSend({ body: { data: recordsOf(1), next } }, { body: { data: [], next } });
    const pages = await readAll(paged({ kind: 'nextUrl', path: 'next', untilEmpty: true }), always);
    expect([idsOf(pages), pages.length]).toEqual([['1'], 2]);
  });

  it('counts from the page of a next-page URL', async () => {
    const target = paged([
      { kind: 'nextUrl', path: 'next' },
      { kind: 'page', param: 'page', totalPages: 'pages' },
    ]);
    const send = scriptedSend(
      { body: { data: recordsOf(1), pages: 3, next: '/api/things?page=2' } },
      { body: { data: recordsOf(2), pages: 3 } },
      { body: { data: recordsOf(3), pages: 3 } },
    );
    expect(idsOf(await readAll(target, send))).toEqual(['1', '2', '3']);
    expect(send.urls()[2]?.searchParams.get('page')).toBe('3');
  });

  it('sends both ends of a time span if the provider requires them', async () => {
    const where = {
      param: 'range',
      quote: 'search',
      since: '{value}',
      until: '{value}',
      joinedBy: '...',
      bothEnds: true,
    } as const;
    const provider = aProvider({ where: { ...where, time: 'date' } });
    const range = async (more: object) => {
      const send = scriptedSend({ body: { data: [] } });
      await readPage(aTarget({ provider, ...more }), null, send, { now: () => Date.parse('2026-05-06T00:00:00Z') });
      return send.urls()[0]?.searchParams.get('range');
    };
    expect(await range({})).toBeNull();
    expect(await range({ since: '2026-01-02T00:00:00Z' })).toBe('2026-01-02...2026-05-06');
    expect(await range({ until: '2026-01-02T00:00:00Z' })).toBe('1970-01-01...2026-01-02');
  });
});

describe('a later page without a body', () => {
  const byCursor = { kind: 'cursor', path: 'next', param: 'after' } as const;
  const first = { body: { data: recordsOf(1), next: 'n' } };

  it('is a fault, not the end, when the previous page pointed to it', async () => {
    for (const nothing of [{ text: '' }, { status: 204, text: '' }]) {
      const reading = readAll(paged(byCursor), scriptedSend(first, nothing));
      await expect(reading).rejects.toMatchObject({ kind: 'providerFault' });
    }
  });

  it('is the end for a 204 with counted pages, but not for another empty body', async () => {
    const counted = paged({ kind: 'page', param: 'page' });
    expect(idsOf(await readAll(counted, scriptedSend(first, { status: 204, text: '' })))).toEqual(['1']);
    const reading = readAll(counted, scriptedSend(first, { text: '' }));
    await expect(reading).rejects.toMatchObject({ kind: 'providerFault' });
  });

  it('is an empty list when it is the first', async () => {
    expect(idsOf(await readAll(paged(byCursor), scriptedSend({ status: 204, text: '' })))).toEqual([]);
  });
});
