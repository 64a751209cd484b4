/** Facts from the documentation of GitLab and Intercom that no recording covers, tested with invented responses. */
import { describe, expect, it } from '@jest/globals';
import { idsOf, known, readAll, recordsOf } from '../../../test/support/read_pages.ts';
import { type ScriptedSend, scriptedSend } from '../../../test/support/scripted_send.ts';
import type { ProviderFailure } from '../answer/failure.ts';
import { readMetadata } from '../fields/metadata.ts';
import { readPage } from './read.ts';

const bodyOf = (send: ScriptedSend, index = 0) => JSON.parse(send.requests[index]?.body ?? '{}') as object;
const param = (send: ScriptedSend, name: string, index = 0) => send.urls()[index]?.searchParams.get(name);
const failureOf = (err: unknown) => err as ProviderFailure;

describe('gitlab', () => {
  it('reads the page that the header names, until the header is empty', async () => {
    const send = scriptedSend(
      { body: recordsOf(1), headers: { 'x-next-page': '2' } },
      { body: recordsOf(2), headers: { 'x-next-page': '' } },
    );
    expect(idsOf(await readAll(known('gitlab', 'issues', { since: '2026-01-01T00:00:00Z' }), send))).toEqual([
      '1',
      '2',
    ]);
    expect([0, 1].map((index) => [param(send, 'page', index), param(send, 'updated_after', index)])).toEqual([
      [null, '2026-01-01T00:00:00Z'],
      ['2', '2026-01-01T00:00:00Z'],
    ]);
    expect(param(send, 'scope')).toBe('all');
  });

  it('follows the Link header for keyset pages', async () => {
    const send = scriptedSend(
      { body: recordsOf(1), headers: { link: '<https://gitlab.com/api/v4/projects?id_after=1>; rel="next"' } },
      { body: recordsOf(2) },
    );
    expect(idsOf(await readAll(known('gitlab', 'projects'), send))).toEqual(['1', '2']);
    expect([param(send, 'pagination'), param(send, 'order_by'), param(send, 'owned')]).toEqual(['keyset', 'id', null]);
  });

  it('requests changed projects in the only order that supports the filter', async () => {
    const send = scriptedSend({ body: [] });
    await readPage(known('gitlab', 'projects', { since: '2026-01-01T00:00:00Z' }), null, send, { now: Date.now });
    expect([
      param(send, 'order_by'),
      param(send, 'sort'),
      param(send, 'pagination'),
      param(send, 'updated_after'),
    ]).toEqual(['updated_at', 'desc', null, '2026-01-01T00:00:00Z']);
  });

  it('reads below each project, with ids that no other project has', async () => {
    const send = scriptedSend({ body: recordsOf(7, 8) }, { body: [{ name: 'main' }] }, { body: [{ name: 'main' }] });
    expect(idsOf(await readAll(known('gitlab', 'branches'), send))).toEqual(['7/main', '8/main']);
  });

  it('delivers a single-object response as one record', async () => {
    const send = scriptedSend({ body: { version: '18.1', revision: 'abc' } });
    expect(idsOf(await readAll(known('gitlab', 'version'), send))).toEqual(['18.1']);
  });

  it.each([
    [{ message: 'plain' }, 'plain'],
    [{ message: ['first', 'second'] }, 'first'],
    [{ error: 'invalid_scope', error_description: 'said better' }, 'said better'],
  ])('quotes %j', async (body, words) => {
    const send = scriptedSend({ status: 400, body });
    await expect(readPage(known('gitlab', 'users'), null, send, { now: Date.now })).rejects.toThrow(
      `GitLab answered 400: ${words}`,
    );
  });

  it('waits until the time in its header', async () => {
    const now = Date.parse('2026-01-02T03:04:05Z');
    const send = scriptedSend({
      status: 429,
      headers: { 'ratelimit-reset': String(now / 1000 + 9) },
      text: 'Retry later',
    });
    const failure = await readPage(known('gitlab', 'users'), null, send, { now: () => now }).catch(failureOf);
    expect(failure).toMatchObject({ kind: 'rateLimit', retryAfterMs: 9000 });
  });
});

describe('intercom', () => {
  it('pages by URL or by token, with unescaped equals signs', async () => {
    const send = scriptedSend(
      {
        body: {
          type: 'conversation.list',
          conversations: recordsOf('1'),
          pages: { next: 'https://api.intercom.io/conversations?page=2' },
        },
      },
      {
        body: {
          type: 'conversation.list',
          conversations: recordsOf('2'),
          pages: { next: { page: 3, starting_after: 'Wz==' } },
        },
      },
      { body: { type: 'conversation.list', conversations: recordsOf('3'), pages: { next: null } } },
    );
    expect(idsOf(await readAll(known('intercom', 'conversations'), send))).toEqual(['1', '2', '3']);
    expect(send.requests[1]?.url).toBe('https://api.intercom.io/conversations?page=2');
    expect(send.requests[2]?.url).toBe('https://api.intercom.io/conversations?per_page=60&starting_after=Wz==');
  });

  it('searches for changes, with the cursor in the body', async () => {
    const since = '2026-01-01T00:00:00Z';
    const send = scriptedSend(
      { body: { conversations: recordsOf('1'), pages: { next: { starting_after: 'n' } } } },
      { body: { conversations: recordsOf('2'), pages: {} } },
    );
    expect(idsOf(await readAll(known('intercom', 'conversations', { since }), send))).toEqual(['1', '2']);
    expect(send.requests.map(({ method, url }) => `${method} ${url}`)[0]).toBe(
      'POST https://api.intercom.io/conversations/search',
    );
    const value = [{ field: 'updated_at', operator: '>', value: Date.parse(since) / 1000 }];
    expect([0, 1].map((index) => bodyOf(send, index))).toEqual([
      { query: { operator: 'AND', value }, pagination: { per_page: 150 } },
      { query: { operator: 'AND', value }, pagination: { per_page: 150, starting_after: 'n' } },
    ]);
  });

  it('requests contacts from a day earlier, as the search compares days, and filters them itself', async () => {
    const since = Date.parse('2026-01-02T12:00:00Z') / 1000;
    const contacts = [since - 60, since + 60].map((updated_at) => ({ id: String(updated_at - since), updated_at }));
    const send = scriptedSend({ body: { data: contacts, pages: {} } });
    const target = known('intercom', 'contacts', { since: '2026-01-02T12:00:00Z' });
    expect(idsOf(await readAll(target, send))).toEqual(['60']);
    expect(bodyOf(send)).toMatchObject({ query: { value: [{ value: since - 86_400 }] }, pagination: { per_page: 50 } });
  });

  it('searches for all tickets, open or not, as there is no list', async () => {
    const send = scriptedSend(
      { body: { tickets: recordsOf('1'), pages: { next: { starting_after: 'n' } } } },
      { body: { tickets: recordsOf('2'), pages: {} } },
    );
    expect(idsOf(await readAll(known('intercom', 'tickets'), send))).toEqual(['1', '2']);
    expect(bodyOf(send, 1)).toMatchObject({
      query: {
        operator: 'OR',
        value: [
          { field: 'open', value: 'true' },
          { field: 'open', value: 'false' },
        ],
      },
      pagination: { starting_after: 'n' },
    });
  });

  it('scrolls with one token until a page is empty, and notices when a page comes again', async () => {
    const page = (...ids: string[]) => ({ body: { data: recordsOf(...ids), scroll_param: 's' } });
    const send = scriptedSend(page('1'), page('2'), page('3'), page());
    expect(idsOf(await readAll(known('intercom', 'companies/scroll'), send))).toEqual(['1', '2', '3']);
    expect([0, 1, 2].map((index) => param(send, 'scroll_param', index))).toEqual([null, 's', 's']);
    const stuck = readAll(
      known('intercom', 'companies/scroll'),
      scriptedSend(...Array.from({ length: 5 }, () => page('1'))),
    );
    await expect(stuck).rejects.toThrow('repeated a page');
  });

  it('describes the attributes of contacts, custom ones among the others', async () => {
    const send = scriptedSend(
      {
        body: {
          data: [
            {
              name: 'plan',
              full_name: 'custom_attributes.plan',
              label: 'Plan',
              data_type: 'string',
              custom: true,
              api_writable: true,
              options: ['a', 'b'],
            },
          ],
        },
      },
      { body: { data: [{ id: '1', custom_attributes: { plan: 'a' } }], pages: {} } },
    );
    const { fields } = await readMetadata(known('intercom', 'contacts'), send, Date.now());
    expect(send.urls()[0]?.search).toBe('?model=contact');
    expect(fields['plan']).toMatchObject({ displayName: 'Plan', valueType: 'string', readOnly: false, isCustom: true });
  });

  it('classifies a too large page as badRequest, and a full bucket as rateLimit', async () => {
    const refusal = (status: number, code: string) =>
      scriptedSend({ status, body: { type: 'error.list', errors: [{ code, message: 'No.' }] } });
    const kinds = [
      refusal(404, 'parameter_invalid'),
      refusal(429, 'rate_limit_exceeded'),
      refusal(404, 'not_found'),
    ].map(
      async (send) =>
        ((await readPage(known('intercom', 'tags'), null, send, { now: Date.now }).catch(failureOf)) as ProviderFailure)
          .kind,
    );
    expect(await Promise.all(kinds)).toEqual(['badRequest', 'rateLimit', 'notFound']);
  });
});
