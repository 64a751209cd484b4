import { describe, expect, it } from '@jest/globals';
import { idsOf, known, NOW, readAll, recordsOf } from '../../../test/support/read_pages.ts';
import { scriptedSend } from '../../../test/support/scripted_send.ts';
import { type ReadTarget, readPage } from './read.ts';

describe('hubspot', () => {
  it('reads a list by GET and spreads the properties', async () => {
    const body = {
      results: [{ id: '1', updatedAt: '2026-01-01T00:00:00Z', properties: { email: 'a@b.c' } }],
      paging: { next: { after: '1', link: 'https://api.hubapi.com/crm/v3/objects/contacts?after=1' } },
    };
    const send = scriptedSend({ body });
    const page = await readPage(known('hubspot', 'contacts', { fields: ['email', 'phone'] }), null, send, {
      now: Date.now,
    });
    expect(send.requests[0]?.url).toBe(
      'https://api.hubapi.com/crm/v3/objects/contacts?limit=100&properties=email%2Cphone',
    );
    expect(page.records[0]?.fields).toEqual({ id: '1', updatedAt: '2026-01-01T00:00:00Z', email: 'a@b.c' });
    expect(page.records[0]?.raw).toEqual(body.results[0]);
  });

  it('requests every property by name if all are wanted, and none if the defaults suffice', async () => {
    const send = scriptedSend(
      {
        body: {
          results: [
            { name: 'email', type: 'string' },
            { name: 'size', type: 'number' },
          ],
        },
      },
      { body: { results: recordsOf('1') } },
      { body: { results: recordsOf('1') } },
    );
    await readPage(known('hubspot', 'contacts', { everything: true }), null, send, { now: Date.now });
    await readPage(known('hubspot', 'contacts'), null, send, { now: Date.now });
    expect(send.urls().map((url) => [url.pathname, url.searchParams.get('properties')])).toEqual([
      ['/crm/v3/properties/contacts', null],
      ['/crm/v3/objects/contacts', 'email,size'],
      ['/crm/v3/objects/contacts', null],
    ]);
  });

  it('searches by POST when the read is narrowed, page after page', async () => {
    const target = known('hubspot', 'contacts', {
      fields: ['email'],
      since: '2026-01-01T00:00:00Z',
      until: '2026-01-02T00:00:00Z',
      filters: [{ fieldName: 'city', value: 'Oslo' }],
    });
    const send = scriptedSend(
      { body: { total: 2, results: recordsOf('1'), paging: { next: { after: '1' } } } },
      { body: { total: 2, results: recordsOf('2') } },
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

describe("hubspot's search, which is limited to 10,000 rows", () => {
  it('restarts after the last id and loses nothing', async () => {
    const target = known('hubspot', 'deals', { since: '2026-01-01T00:00:00Z' });
    const send = scriptedSend(
      { body: { results: recordsOf('8', '9'), paging: { next: { after: '10000' } } } },
      { body: { results: recordsOf('11'), paging: { next: { after: '200' } } } },
      { body: { results: recordsOf('12') } },
    );
    expect(idsOf(await readAll(target, send))).toEqual(['8', '9', '11', '12']);
    const bodies = send.requests.map(
      ({ body }) => JSON.parse(body ?? '') as { after?: string; filterGroups: { filters: object[] }[] },
    );
    const behind = { propertyName: 'hs_object_id', operator: 'GT', value: '9' };
    expect(bodies.map(({ after }) => after)).toEqual([undefined, undefined, '200']);
    expect(bodies.map(({ filterGroups }) => filterGroups[0]?.filters[1])).toEqual([undefined, behind, behind]);
  });
});

describe('github', () => {
  it('reads the issues of each repository, without pull requests', async () => {
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

  it('skips a repository that is deleted, empty or without issues', async () => {
    const send = scriptedSend(
      { body: [{ full_name: 'a/one' }, { full_name: 'a/two' }, { full_name: 'a/three' }] },
      { status: 410, body: { message: 'Issues are disabled for this repo' } },
      { status: 409, body: { message: 'Git Repository is empty.' } },
      { body: recordsOf(31) },
    );
    expect(idsOf(await readAll(known('github', 'repository/issues'), send))).toEqual(['31']);
  });

  it('ends when there are no repositories', async () => {
    expect(await readAll(known('github', 'repository/issues'), scriptedSend({ body: [] }))).toEqual([
      { records: [], fetched: 0, skipped: {}, next: null },
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
    await readPage(zendesk('tickets'), null, send, { now: Date.now });
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
          { now: Date.now },
        )
      ).next,
    ).toBeNull();
    expect(
      (
        await readPage(
          zendesk('triggers'),
          null,
          scriptedSend({ body: { triggers: [], links: { next }, meta: { has_more: false } } }),
          { now: Date.now },
        )
      ).next,
    ).toBeNull();
    expect(
      (
        await readPage(zendesk('locales'), null, scriptedSend({ body: { locales: [], next_page: next } }), {
          now: Date.now,
        })
      ).next,
    ).not.toBeNull();
  });

  it('names custom fields by title when one is requested', async () => {
    const tickets = { body: { tickets: [{ id: 1, custom_fields: [{ id: 55, value: 'gold' }] }], end_of_stream: true } };
    const names = { body: { ticket_fields: [{ id: 55, title: 'Customer Tier' }] } };
    const send = scriptedSend(tickets, names);
    const page = await readPage(zendesk('tickets', { fields: ['id', 'customer tier'] }), null, send, { now: Date.now });
    expect(page.records[0]?.fields).toMatchObject({ 'Customer Tier': 'gold' });
    expect(
      (await readPage(zendesk('tickets', { fields: ['id'] }), null, scriptedSend(tickets), { now: Date.now })).records,
    ).toHaveLength(1);
  });
});

describe('pipedrive', () => {
  it('continues only while the provider says that there is more, and treats null as an empty list', async () => {
    const pagination = (more: boolean, next_start?: number) => ({
      additional_data: { pagination: { more_items_in_collection: more, next_start } },
    });
    const send = scriptedSend(
      { body: { data: recordsOf(1), ...pagination(true, 1) } },
      { body: { data: null, ...pagination(false, 2) } },
    );
    expect(idsOf(await readAll(known('pipedrive', 'deals'), send))).toEqual(['1']);
    expect(send.urls()[1]?.searchParams.get('start')).toBe('1');
  });

  it('reads the newer API in the crm module', async () => {
    const send = scriptedSend(
      { body: { data: recordsOf(1), additional_data: { next_cursor: 'c' } } },
      { body: { data: recordsOf(2), additional_data: { next_cursor: null } } },
    );
    expect(
      idsOf(await readAll(known('pipedrive', 'deals', { module: 'crm', since: '2026-01-01T00:00:00.000Z' }), send)),
    ).toEqual(['1', '2']);
    expect(send.requests[0]?.url).toBe(
      'https://api.pipedrive.com/api/v2/deals?limit=100&updated_since=2026-01-01T00%3A00%3A00Z',
    );
  });

  it('filters by updated-at itself if the provider has no filter', async () => {
    const records = [
      { id: 1, update_time: '2026-01-01 00:00:00' },
      { id: 2, update_time: '2026-01-03 00:00:00' },
    ];
    const page = await readPage(
      known('pipedrive', 'deals', { since: '2026-01-02T00:00:00Z' }),
      null,
      scriptedSend({ body: { data: records } }),
      { now: Date.now },
    );
    expect(idsOf([page])).toEqual(['2']);
  });
});

describe('wordPress', () => {
  const headers = { 'x-wp-totalpages': '1' };

  it('reads the posts of each site of the account', async () => {
    const send = scriptedSend({ body: { sites: [{ ID: 5 }] } }, { body: recordsOf(50), headers });
    expect(idsOf(await readAll(known('wordPress', 'posts'), send))).toEqual(['50']);
    expect(send.urls()[1]?.pathname).toBe('/wp/v2/sites/5/posts');
  });

  it('reads a self-hosted site in its folder, without pretty permalinks', async () => {
    const send = scriptedSend({ body: recordsOf(1), headers });
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
