/** Further facts from the documentation of Pipedrive, Stripe, GitHub and HubSpot, tested with invented responses. */
import { describe, expect, it } from '@jest/globals';
import { idsOf, known, readAll, recordsOf } from '../../../test/support/read_pages.ts';
import { type ScriptedSend, scriptedSend } from '../../../test/support/scripted_send.ts';
import { readPage } from './read.ts';

const param = (send: ScriptedSend, name: string, index = 0) => send.urls()[index]?.searchParams.get(name);
const KEY = 'a'.repeat(40);

describe('pipedrive', () => {
  it.each(['legacy', 'crm'])('names custom fields of the %s module by display name', async (module) => {
    const v1 = module === 'legacy';
    const record = v1 ? { id: 1, [KEY]: 'red' } : { id: 1, custom_fields: { [KEY]: 'red' } };
    const field = v1 ? { key: KEY, name: 'Colour' } : { field_code: KEY, field_name: 'Colour' };
    const send = scriptedSend({ body: { data: [record] } }, { body: { data: [field] } });
    const page = await readPage(known('pipedrive', 'deals', { module, fields: ['Colour'] }), null, send, {
      now: Date.now,
    });
    expect(page.records[0]?.fields['Colour']).toBe('red');
    expect(send.urls()[1]?.pathname).toBe(v1 ? '/v1/dealFields' : '/api/v2/dealFields');
  });

  it('requests the products of a deal only if they are wanted', async () => {
    const list = { body: { data: [{ id: 7, products: null, title: 'Deal' }], additional_data: { next_cursor: null } } };
    const send = scriptedSend(list, { body: { data: [{ id: 101 }] } });
    const asked = (fields: string[]) => known('pipedrive', 'deals', { module: 'crm', fields });
    const page = await readPage(asked(['title', 'products']), null, send, { now: Date.now });
    expect(page.records[0]?.fields['products']).toEqual([{ id: 101 }]);
    expect(send.urls()[1]?.pathname).toBe('/api/v2/deals/7/products');
    for (const fields of [['title'], []]) await readPage(asked(fields), null, scriptedSend(list), { now: Date.now });
  });
});

describe('stripe', () => {
  it('adds metadata keys of a record as fields, unless a field has that name', async () => {
    const send = scriptedSend({
      body: { data: [{ id: 'cus_1', metadata: { tier: 'gold', id: 'x' } }], has_more: false },
    });
    const page = await readPage(known('stripe', 'customers', { fields: ['tier'] }), null, send, { now: Date.now });
    expect(page.records[0]?.fields).toMatchObject({ id: 'cus_1', tier: 'gold' });
  });

  it('reads a list for each connected account, with its account header', async () => {
    const send = scriptedSend(
      { body: { data: recordsOf('acct_1', 'acct_2'), has_more: false } },
      { body: { data: recordsOf('in_1'), has_more: true } },
      { body: { data: recordsOf('in_2'), has_more: false } },
      { body: { data: recordsOf('in_3'), has_more: false } },
    );
    expect(idsOf(await readAll(known('stripe', 'connected/invoices'), send))).toEqual(['in_1', 'in_2', 'in_3']);
    expect(send.requests.map(({ headers }) => headers?.['Stripe-Account'])).toEqual([
      undefined,
      'acct_1',
      'acct_1',
      'acct_2',
    ]);
    expect([send.urls()[2]?.pathname, param(send, 'starting_after', 2)]).toEqual(['/v1/invoices', 'in_1']);
  });

  it('reads the objects of each financial account', async () => {
    const send = scriptedSend(
      { body: { data: recordsOf('fa_1'), has_more: false } },
      { body: { data: recordsOf('trxn_1'), has_more: false } },
    );
    expect(idsOf(await readAll(known('stripe', 'treasury/transactions'), send))).toEqual(['trxn_1']);
    expect(param(send, 'financial_account', 1)).toBe('fa_1');
  });
});

describe('github', () => {
  it('reads changed repositories, newest first, up to the first unchanged one', async () => {
    const repo = (id: number, hour: number) => ({ id, updated_at: `2026-01-02T${hour}:00:00Z` });
    const send = scriptedSend({
      body: [repo(3, 14), repo(2, 13), repo(1, 11)],
      headers: { link: '<https://api.github.com/user/repos?page=2>; rel="next"' },
    });
    expect(idsOf(await readAll(known('github', 'repos', { since: '2026-01-02T12:00:00Z' }), send))).toEqual(['3', '2']);
    expect([param(send, 'sort'), param(send, 'direction')]).toEqual(['updated', 'desc']);
  });
});

describe('hubspot', () => {
  it('reads the pipelines of an object, and the account as one record', async () => {
    const send = scriptedSend({ body: { results: recordsOf('p1') } }, { body: { portalId: 7, timeZone: 'UTC' } });
    expect(idsOf(await readAll(known('hubspot', 'pipelines/deals'), send))).toEqual(['p1']);
    expect(send.urls()[0]?.pathname).toBe('/crm/pipelines/2026-03/deals');
    expect(idsOf([await readPage(known('hubspot', 'account-info'), null, send, { now: Date.now })])).toEqual(['7']);
  });
});

describe('objects two levels down', () => {
  it('are read at GitHub: the reviews of each pull request of each repository', async () => {
    const pull = { id: 5, number: 12, base: { repo: { full_name: 'a/one' } } };
    const send = scriptedSend({ body: [{ id: 1, full_name: 'a/one' }] }, { body: [pull] }, { body: recordsOf(9) });
    expect(idsOf(await readAll(known('github', 'repository/pull_reviews'), send))).toEqual(['9']);
    expect(send.urls()[2]?.pathname).toBe('/repos/a/one/pulls/12/reviews');
  });

  it('are read at Zendesk: the comments of each ticket', async () => {
    const variables = { workspace: 'acme' };
    const send = scriptedSend(
      { body: { tickets: recordsOf(3), end_of_stream: true } },
      { body: { comments: recordsOf(31), meta: { has_more: false }, links: {} } },
    );
    expect(idsOf(await readAll(known('zendeskSupport', 'ticket_comments', { variables }), send))).toEqual(['31']);
    expect(send.urls()[1]?.pathname).toBe('/api/v2/tickets/3/comments');
  });
});
