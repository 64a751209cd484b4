import { describe, expect, it } from '@jest/globals';
import { scriptedSend } from '../../test/support/scripted_send.ts';
import { ProviderFailure } from './failure.ts';
import type { ObjectSpec, Paging, Provider } from './provider.ts';
import { loadProviders } from './providers.ts';
import { type Page, type ReadTarget, readPage } from './read.ts';

const catalogue = loadProviders();
const NOW = Date.parse('2026-01-02T03:04:05Z');

function aTarget(target: Partial<ReadTarget> = {}): ReadTarget {
  return {
    provider: aProvider({}),
    objectName: 'things',
    variables: {},
    auth: { headers: { Authorization: 'Bearer t' }, query: {} },
    fields: [],
    ...target,
  };
}

function aProvider(spec: ObjectSpec, more: Partial<Provider> = {}): Provider {
  return {
    name: 'acme',
    displayName: 'Acme',
    baseURL: 'https://acme.example/api',
    auth: { type: 'none' },
    objects: { things: { path: '/things', records: 'data', id: 'id', paging: { kind: 'none' }, ...spec } },
    ...more,
  };
}

const paged = (paging: Paging | Paging[]) => aTarget({ provider: aProvider({ paging }) });
const known = (name: string, objectName: string, more: Partial<ReadTarget> = {}) =>
  aTarget({ provider: catalogue.get(name) as Provider, objectName, ...more });

async function readAll(target: ReadTarget, send: ReturnType<typeof scriptedSend>): Promise<Page[]> {
  const pages: Page[] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await readPage(target, cursor, send, { now: () => NOW });
    pages.push(page);
    cursor = page.next;
  } while (cursor !== null);
  return pages;
}

const idsOf = (pages: Page[]) => pages.flatMap(({ records }) => records.map(({ id }) => id));
const data = (...ids: (string | number)[]) => ids.map((id) => ({ id }));

describe('readPage', () => {
  it('calls the object below the base URL with the credentials, and gives its records', async () => {
    const send = scriptedSend({ body: { data: [{ id: 7, name: 'Ann' }] } });
    const page = await readPage(aTarget(), null, send);
    expect(send.requests[0]).toMatchObject({
      method: 'GET',
      url: 'https://acme.example/api/things',
      headers: { Authorization: 'Bearer t' },
    });
    expect(page).toEqual({
      records: [{ id: '7', updatedAt: null, fields: { id: 7, name: 'Ann' }, raw: { id: 7, name: 'Ann' } }],
      next: null,
    });
  });

  it('keeps ids beyond 2^53 exact', async () => {
    const page = await readPage(aTarget(), null, scriptedSend({ text: '{"data":[{"id":12345678901234567890}]}' }));
    expect(idsOf([page])).toEqual(['12345678901234567890']);
  });

  it('does not take a short page for the last one', async () => {
    const send = scriptedSend(
      { body: { data: data(1), next: 'x' } },
      { body: { data: [], next: 'y' } },
      { body: { data: data(2) } },
    );
    expect(idsOf(await readAll(paged({ kind: 'cursor', path: 'next', param: 'cursor' }), send))).toEqual(['1', '2']);
    expect(send.urls().map((url) => url.searchParams.get('cursor'))).toEqual([null, 'x', 'y']);
  });

  it("asks for the wanted page size, at most the provider's largest", async () => {
    const provider = aProvider({ pageSize: { param: 'limit', default: 50, max: 100 } });
    const send = scriptedSend({ body: { data: [] } }, { body: { data: [] } }, { body: { data: [] } });
    for (const pageSize of [undefined, 1, 1000]) await readPage(aTarget({ provider, pageSize }), null, send);
    expect(send.urls().map((url) => url.searchParams.get('limit'))).toEqual(['50', '1', '100']);
  });

  it('follows Link headers', async () => {
    const send = scriptedSend(
      {
        body: { data: data(1) },
        headers: { link: '<https://acme.example/api/things?page=1>; rel="first", </api/things?page=2>; rel="next"' },
      },
      { body: { data: data(2) }, headers: { link: '<https://acme.example/api/things?page=1>; rel="prev"' } },
    );
    expect(idsOf(await readAll(paged({ kind: 'linkHeader' }), send))).toEqual(['1', '2']);
    expect(send.requests[1]?.url).toBe('https://acme.example/api/things?page=2');
  });

  it('counts offsets up to the total that the provider gives', async () => {
    const send = scriptedSend({ body: { data: data(1, 2), total: 3 } }, { body: { data: data(3), total: 3 } });
    expect(idsOf(await readAll(paged({ kind: 'offset', param: 'skip', total: 'total' }), send))).toEqual([
      '1',
      '2',
      '3',
    ]);
    expect(send.urls()[1]?.searchParams.get('skip')).toBe('2');
  });

  it('counts offsets up to an empty page where the provider says nothing', async () => {
    const send = scriptedSend({ body: { data: data(1) } }, { body: { data: data(2) } }, { body: { data: [] } });
    expect(idsOf(await readAll(paged({ kind: 'offset', param: 'skip' }), send))).toEqual(['1', '2']);
  });

  it('counts pages up to the number in a header', async () => {
    const headers = { 'x-wp-totalpages': '2' };
    const send = scriptedSend({ body: { data: data(1) }, headers }, { body: { data: data(2) }, headers });
    expect(
      idsOf(await readAll(paged({ kind: 'page', param: 'page', totalPagesHeader: 'X-WP-TotalPages' }), send)),
    ).toEqual(['1', '2']);
  });

  it('resumes from the cursor text alone', async () => {
    const target = known('stripe', 'customers');
    const first = await readPage(target, null, scriptedSend({ body: { data: data('a', 'b'), has_more: true } }));
    const send = scriptedSend({ body: { data: data('c'), has_more: false } });
    const second = await readPage(target, JSON.parse(JSON.stringify(first.next)) as string, send);
    expect(send.urls()[0]?.searchParams.get('starting_after')).toBe('b');
    expect(second.next).toBeNull();
  });

  it('refuses a cursor that is none', async () => {
    await expect(readPage(aTarget(), '{"a":1}', scriptedSend())).rejects.toMatchObject({ kind: 'badRequest' });
    await expect(readPage(aTarget(), 'x', scriptedSend())).rejects.toMatchObject({ kind: 'badRequest' });
  });
});

describe('a provider that leads astray', () => {
  const fault = (message: RegExp) => ({ kind: 'providerFault', message: expect.stringMatching(message) });

  it('is a fault when it repeats a cursor', async () => {
    const send = scriptedSend({ body: { data: data(1), next: 'x' } }, { body: { data: data(2), next: 'x' } });
    await expect(readAll(paged({ kind: 'cursor', path: 'next', param: 'cursor' }), send)).rejects.toMatchObject(
      fault(/repeated a page/),
    );
  });

  it('is a fault when it walks in a longer circle', async () => {
    const replies = Array.from({ length: 30 }, (_none, i) => ({
      body: { data: data(i), next: ['x', 'y', 'z'][i % 3] },
    }));
    await expect(
      readAll(paged({ kind: 'cursor', path: 'next', param: 'cursor' }), scriptedSend(...replies)),
    ).rejects.toMatchObject(fault(/repeated a page/));
  });

  it('is a fault when it ignores the page number', async () => {
    const replies = Array.from({ length: 9 }, () => ({ body: { data: data(1, 2) } }));
    await expect(readAll(paged({ kind: 'page', param: 'page' }), scriptedSend(...replies))).rejects.toMatchObject(
      fault(/repeated a page/),
    );
  });

  it('is a fault when it says there is more but not where', async () => {
    const paging = { kind: 'cursor', path: 'next', param: 'cursor', more: 'has_more' } as const;
    await expect(
      readAll(paged(paging), scriptedSend({ body: { data: data(1), has_more: true } })),
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
    const send = scriptedSend({ body: { data: data(1), next } });
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

  it('never has a key from the query kept in a cursor', async () => {
    const provider = aProvider({ paging: { kind: 'nextUrl', path: 'next' } });
    const auth = { headers: {}, query: { api_key: 'secret' } };
    const send = scriptedSend(
      { body: { data: [], next: 'https://acme.example/2?api_key=secret&page=2' } },
      { body: { data: [] } },
    );
    const page = await readPage(aTarget({ provider, auth }), null, send);
    expect(page.next).not.toContain('secret');
    await readPage(aTarget({ provider, auth }), page.next, send);
    expect(send.urls()[1]?.searchParams.get('api_key')).toBe('secret');
  });
});

describe('what a file leaves out', () => {
  it('is found in the answer and told', async () => {
    const provider = aProvider({});
    provider.objects = { people: { path: '/people' } };
    const notes: string[] = [];
    const body = {
      meta: { tags: ['a'] },
      people: [{ person_id: 'p1', updated_at: '2026-01-01T00:00:00Z' }],
      links: { next: '/api/people?page=2' },
    };
    const page = await readPage(aTarget({ provider, objectName: 'people' }), null, scriptedSend({ body }), {
      onInfer: (note) => notes.push(note),
    });
    expect(page.records[0]).toMatchObject({ id: 'p1', updatedAt: '2026-01-01T00:00:00Z' });
    expect(page.next).not.toBeNull();
    expect(notes).toHaveLength(3);
  });

  it('is no excuse for records that are not where the file says', async () => {
    await expect(readPage(aTarget(), null, scriptedSend({ body: { items: [] } }))).rejects.toMatchObject({
      kind: 'providerFault',
    });
    await expect(readPage(aTarget(), null, scriptedSend({ body: { data: {} } }))).rejects.toMatchObject({
      kind: 'providerFault',
    });
  });
});

describe('hubspot', () => {
  it('reads a list by GET and spreads the properties', async () => {
    const body = {
      results: [{ id: '1', updatedAt: '2026-01-01T00:00:00Z', properties: { email: 'a@b.c' } }],
      paging: { next: { after: '1', link: 'https://api.hubapi.com/crm/v3/objects/contacts?after=1' } },
    };
    const send = scriptedSend({ body });
    const page = await readPage(known('hubspot', 'contacts', { fields: ['email', 'phone'] }), null, send);
    expect(send.requests[0]?.url).toBe(
      'https://api.hubapi.com/crm/v3/objects/contacts?limit=100&properties=email%2Cphone',
    );
    expect(page.records[0]?.fields).toEqual({ id: '1', updatedAt: '2026-01-01T00:00:00Z', email: 'a@b.c' });
    expect(page.records[0]?.raw).toEqual(body.results[0]);
  });

  it('searches by POST when the read is narrowed, page after page', async () => {
    const target = known('hubspot', 'contacts', {
      fields: ['email'],
      since: '2026-01-01T00:00:00Z',
      until: '2026-01-02T00:00:00Z',
      filters: [{ fieldName: 'city', value: 'Oslo' }],
    });
    const send = scriptedSend(
      { body: { total: 2, results: data('1'), paging: { next: { after: '1' } } } },
      { body: { total: 2, results: data('2') } },
    );
    const pages = await readAll(target, send);
    expect(idsOf(pages)).toEqual(['1', '2']);
    expect(pages[0]?.total).toBe(2);
    expect(send.requests[0]).toMatchObject({
      method: 'POST',
      url: 'https://api.hubapi.com/crm/v3/objects/contacts/search',
    });
    const bodies = send.requests.map(({ body }) => JSON.parse(body as string) as object);
    expect(bodies[0]).toEqual({
      sorts: [{ propertyName: 'hs_object_id', direction: 'ASCENDING' }],
      limit: 200,
      properties: ['email'],
      filterGroups: [
        {
          filters: [
            { propertyName: 'lastmodifieddate', operator: 'GTE', value: '2026-01-01T00:00:00Z' },
            { propertyName: 'lastmodifieddate', operator: 'LTE', value: '2026-01-02T00:00:00Z' },
            { propertyName: 'city', operator: 'EQ', value: 'Oslo' },
          ],
        },
      ],
    });
    expect(bodies[1]).toMatchObject({ after: '1' });
  });
});

describe('github', () => {
  it('reads what lies below each repository, without pull requests', async () => {
    const send = scriptedSend(
      {
        body: [
          { id: 1, full_name: 'a/one' },
          { id: 2, full_name: 'a/two' },
        ],
        headers: { link: '<https://api.github.com/user/repos?page=2>; rel="next"' },
      },
      {
        body: [{ id: 11 }, { id: 12, pull_request: {} }],
        headers: { link: '<https://api.github.com/repos/a/one/issues?page=2>; rel="next"' },
      },
      { body: [{ id: 13 }] },
      { body: [] },
      { body: [{ id: 3, full_name: 'a/three' }] },
      { body: [{ id: 31 }] },
    );
    expect(idsOf(await readAll(known('github', 'repository/issues'), send))).toEqual(['11', '13', '31']);
    expect(send.urls().map(({ pathname }) => pathname)).toEqual([
      '/user/repos',
      '/repos/a/one/issues',
      '/repos/a/one/issues',
      '/repos/a/two/issues',
      '/user/repos',
      '/repos/a/three/issues',
    ]);
  });

  it('ends when there are no repositories', async () => {
    expect(await readAll(known('github', 'repository/issues'), scriptedSend({ body: [] }))).toEqual([
      { records: [], next: null },
    ]);
  });
});

describe('zendeskSupport', () => {
  const variables = { workspace: 'acme' };
  const zendesk = (objectName: string, more: Partial<ReadTarget> = {}) =>
    known('zendeskSupport', objectName, { variables, ...more });

  it('starts an incremental export from the beginning, or no later than a minute ago', async () => {
    const end = { body: { tickets: [], end_of_stream: true } };
    const send = scriptedSend(end, end, end);
    await readPage(zendesk('tickets'), null, send);
    await readPage(zendesk('tickets', { since: '2025-01-01T00:00:00Z' }), null, send, { now: () => NOW });
    await readPage(zendesk('tickets', { since: '2026-01-02T03:04:04Z' }), null, send, { now: () => NOW });
    expect(send.urls().map((url) => url.searchParams.get('start_time'))).toEqual([
      '0',
      '1735689600',
      String(NOW / 1000 - 60),
    ]);
    expect(send.requests[0]?.url).toContain('https://acme.zendesk.com/api/v2/incremental/tickets/cursor?per_page=2000');
  });

  it('ends at end_of_stream and at has_more=false, though a next URL is given', async () => {
    const next = 'https://acme.zendesk.com/api/v2/x';
    expect(
      (
        await readPage(
          zendesk('tickets'),
          null,
          scriptedSend({ body: { tickets: [], after_url: next, end_of_stream: true } }),
        )
      ).next,
    ).toBeNull();
    expect(
      (
        await readPage(
          zendesk('triggers'),
          null,
          scriptedSend({ body: { triggers: [], links: { next }, meta: { has_more: false } } }),
        )
      ).next,
    ).toBeNull();
    expect(
      (await readPage(zendesk('locales'), null, scriptedSend({ body: { locales: [], next_page: next } }))).next,
    ).not.toBeNull();
  });

  it('gives custom fields their titles when one is asked for', async () => {
    const tickets = { body: { tickets: [{ id: 1, custom_fields: [{ id: 55, value: 'gold' }] }], end_of_stream: true } };
    const names = { body: { ticket_fields: [{ id: 55, title: 'Customer Tier' }] } };
    const send = scriptedSend(tickets, names);
    const page = await readPage(zendesk('tickets', { fields: ['id', 'customer tier'] }), null, send);
    expect(page.records[0]?.fields).toMatchObject({ 'Customer Tier': 'gold' });
    expect((await readPage(zendesk('tickets', { fields: ['id'] }), null, scriptedSend(tickets))).records).toHaveLength(
      1,
    );
  });
});

describe('pipedrive', () => {
  it('goes on only while the provider says that there is more, and takes null for an empty list', async () => {
    const pagination = (more: boolean, next_start?: number) => ({
      additional_data: { pagination: { more_items_in_collection: more, next_start } },
    });
    const send = scriptedSend(
      { body: { data: data(1), ...pagination(true, 1) } },
      { body: { data: null, ...pagination(false, 2) } },
    );
    expect(idsOf(await readAll(known('pipedrive', 'deals'), send))).toEqual(['1']);
    expect(send.urls()[1]?.searchParams.get('start')).toBe('1');
  });

  it('reads the newer API in the crm module', async () => {
    const send = scriptedSend(
      { body: { data: data(1), additional_data: { next_cursor: 'c' } } },
      { body: { data: data(2), additional_data: { next_cursor: null } } },
    );
    expect(
      idsOf(await readAll(known('pipedrive', 'deals', { module: 'crm', since: '2026-01-01T00:00:00.000Z' }), send)),
    ).toEqual(['1', '2']);
    expect(send.requests[0]?.url).toBe(
      'https://api.pipedrive.com/api/v2/deals?limit=100&updated_since=2026-01-01T00%3A00%3A00Z',
    );
  });

  it('compares the time of change itself where the provider has no filter', async () => {
    const records = [
      { id: 1, update_time: '2026-01-01 00:00:00' },
      { id: 2, update_time: '2026-01-03 00:00:00' },
    ];
    const page = await readPage(
      known('pipedrive', 'deals', { since: '2026-01-02T00:00:00Z' }),
      null,
      scriptedSend({ body: { data: records } }),
    );
    expect(idsOf([page])).toEqual(['2']);
  });
});

describe('wordPress', () => {
  const headers = { 'x-wp-totalpages': '1' };

  it('reads the posts of each site of the account', async () => {
    const send = scriptedSend({ body: { sites: [{ ID: 5 }] } }, { body: data(50), headers });
    expect(idsOf(await readAll(known('wordPress', 'posts'), send))).toEqual(['50']);
    expect(send.urls()[1]?.pathname).toBe('/wp/v2/sites/5/posts');
  });

  it('reads a self-hosted site in its folder, without pretty permalinks', async () => {
    const send = scriptedSend({ body: data(1), headers });
    const variables = { siteUrl: 'http://127.0.0.1:8123/blog/' };
    await readAll(known('wordPressSelfHosted', 'posts', { variables, since: '2026-01-01T00:00:00Z' }), send);
    expect(send.urls()[0]?.origin).toBe('http://127.0.0.1:8123');
    expect(send.urls()[0]?.pathname).toBe('/blog/');
    expect(Object.fromEntries(send.urls()[0]?.searchParams ?? [])).toEqual({
      rest_route: '/wp/v2/posts',
      orderby: 'id',
      order: 'asc',
      per_page: '100',
      modified_after: '2026-01-01T00:00:00Z',
    });
  });
});

describe('objects', () => {
  it('are found in another spelling, and not at all', async () => {
    const send = scriptedSend({ body: { data: [] } });
    await readPage(known('stripe', 'Invoice-Items'), null, send);
    expect(send.requests[0]?.url).toContain('/v1/invoiceitems?');
    await expect(readPage(known('github', 'no such'), null, send)).rejects.toBeInstanceOf(ProviderFailure);
    await expect(readPage(known('github', '__proto__'), null, send)).rejects.toMatchObject({ kind: 'notFound' });
  });

  it('cannot climb out of their path', async () => {
    const send = scriptedSend({ body: { data: [] } });
    await readPage(known('stripe', '../../evil?x=1#'), null, send);
    expect(send.requests[0]?.url).toContain('https://api.stripe.com/v1/evil%3Fx%3D1%23?');
  });
});
