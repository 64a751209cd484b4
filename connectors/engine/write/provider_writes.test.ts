import { describe, expect, it } from '@jest/globals';
import { type JsonObject, parseJson } from '../../../lib/json/json.ts';
import { known } from '../../../test/support/read_pages.ts';
import { scriptedSend } from '../../../test/support/scripted_send.ts';
import { writeRecord } from './write_record.ts';
import { writeSupport } from './write_support.ts';

type Case = {
  object: string;
  module?: string;
  variables?: Record<string, string>;
  /** Method and URL of create, update and, where the facts name it, delete. */
  calls: [create: string, update: string, remove?: string];
  /** The body of a create of `RECORD`. */
  body: string;
  answer: unknown;
  id: string;
  data: unknown;
};

const RECORD = parseJson('{"name":"N","amount":12345678901234567890}') as JsonObject;
const SENT = '{"name":"N","amount":12345678901234567890}';
const bare = { id: 7, name: 'N' };
const jira: Pick<Case, 'object' | 'body' | 'answer' | 'id' | 'data'> = {
  object: 'issues',
  body: SENT,
  answer: { id: '10', key: 'A-1' },
  id: '10',
  data: { id: '10', key: 'A-1' },
};
const cases: [string, Case][] = [
  [
    'hubspot',
    {
      object: 'contacts',
      calls: [
        'POST https://api.hubapi.com/crm/v3/objects/contacts',
        'PATCH https://api.hubapi.com/crm/v3/objects/contacts/9',
        'DELETE https://api.hubapi.com/crm/objects/2026-03/contacts/9',
      ],
      body: `{"properties":${SENT}}`,
      answer: { id: '51', properties: { name: 'N' } },
      id: '51',
      data: { name: 'N' },
    },
  ],
  [
    'salesforce',
    {
      object: 'Account',
      variables: { workspace: 'acme' },
      calls: [
        'POST https://acme.my.salesforce.com/services/data/v60.0/sobjects/Account',
        'PATCH https://acme.my.salesforce.com/services/data/v60.0/sobjects/Account/9',
        'DELETE https://acme.my.salesforce.com/services/data/v60.0/sobjects/Account/9',
      ],
      body: SENT,
      answer: { id: '001A', success: true, errors: [] },
      id: '001A',
      data: { id: '001A', success: true, errors: [] },
    },
  ],
  [
    'salesforce',
    {
      object: 'prospects',
      module: 'account-engagement',
      variables: { workspace: 'acme', businessUnitId: 'b1' },
      calls: [
        'POST https://pi.pardot.com/api/v5/objects/prospects',
        'PATCH https://pi.pardot.com/api/v5/objects/prospects/9',
        'DELETE https://pi.pardot.com/api/v5/objects/prospects/9',
      ],
      body: SENT,
      answer: bare,
      id: '7',
      data: bare,
    },
  ],
  [
    'zendeskSupport',
    {
      object: 'tickets',
      variables: { workspace: 'acme' },
      calls: [
        'POST https://acme.zendesk.com/api/v2/tickets',
        'PUT https://acme.zendesk.com/api/v2/tickets/9',
        'DELETE https://acme.zendesk.com/api/v2/tickets/9',
      ],
      body: `{"ticket":${SENT}}`,
      answer: { ticket: bare, audit: { id: 8 } },
      id: '7',
      data: bare,
    },
  ],
  [
    'zendeskSupport',
    {
      object: 'sla_policies',
      variables: { workspace: 'acme' },
      calls: [
        'POST https://acme.zendesk.com/api/v2/slas/policies',
        'PUT https://acme.zendesk.com/api/v2/slas/policies/9',
        'DELETE https://acme.zendesk.com/api/v2/slas/policies/9',
      ],
      body: `{"sla_policy":${SENT}}`,
      answer: { sla_policy: bare },
      id: '7',
      data: bare,
    },
  ],
  [
    'intercom',
    {
      object: 'contacts',
      calls: [
        'POST https://api.intercom.io/contacts',
        'PUT https://api.intercom.io/contacts/9',
        'DELETE https://api.intercom.io/contacts/9',
      ],
      body: SENT,
      answer: { type: 'contact', id: '6a' },
      id: '6a',
      data: { type: 'contact', id: '6a' },
    },
  ],
  [
    'pipedrive',
    {
      object: 'deals',
      module: 'legacy',
      calls: [
        'POST https://api.pipedrive.com/v1/deals',
        'PUT https://api.pipedrive.com/v1/deals/9',
        'DELETE https://api.pipedrive.com/v1/deals/9',
      ],
      body: SENT,
      answer: { success: true, data: bare },
      id: '7',
      data: bare,
    },
  ],
  [
    'pipedrive',
    {
      object: 'leads',
      module: 'legacy',
      calls: ['POST https://api.pipedrive.com/v1/leads', 'PATCH https://api.pipedrive.com/v1/leads/9'],
      body: SENT,
      answer: { success: true, data: bare },
      id: '7',
      data: bare,
    },
  ],
  [
    'pipedrive',
    {
      object: 'persons',
      module: 'crm',
      calls: ['POST https://api.pipedrive.com/api/v2/persons', 'PATCH https://api.pipedrive.com/api/v2/persons/9'],
      body: SENT,
      answer: { success: true, data: bare },
      id: '7',
      data: bare,
    },
  ],
  [
    'pipedrive',
    {
      object: 'stages',
      module: 'crm',
      calls: [
        'POST https://api.pipedrive.com/api/v2/stages',
        'PATCH https://api.pipedrive.com/api/v2/stages/9',
        'DELETE https://api.pipedrive.com/api/v1/stages/9',
      ],
      body: SENT,
      answer: { success: true, data: bare },
      id: '7',
      data: bare,
    },
  ],
  [
    'attio',
    {
      object: 'people',
      calls: [
        'POST https://api.attio.com/v2/objects/people/records',
        'PUT https://api.attio.com/v2/objects/people/records/9',
      ],
      body: `{"data":{"values":${SENT}}}`,
      answer: { data: { id: { workspace_id: 'w', object_id: 'o', record_id: 'r1' }, values: {} } },
      id: 'r1',
      data: { id: { workspace_id: 'w', object_id: 'o', record_id: 'r1' }, values: {} },
    },
  ],
  [
    'attio',
    {
      object: 'tasks',
      calls: [
        'POST https://api.attio.com/v2/tasks',
        'PATCH https://api.attio.com/v2/tasks/9',
        'DELETE https://api.attio.com/v2/tasks/9',
      ],
      body: `{"data":${SENT}}`,
      answer: { data: { id: { workspace_id: 'w', task_id: 't1' } } },
      id: 't1',
      data: { id: { workspace_id: 'w', task_id: 't1' } },
    },
  ],
  [
    'freshdesk',
    {
      object: 'tickets',
      variables: { workspace: 'acme' },
      calls: ['POST https://acme.freshdesk.com/api/v2/tickets', 'PUT https://acme.freshdesk.com/api/v2/tickets/9'],
      body: SENT,
      answer: bare,
      id: '7',
      data: bare,
    },
  ],
  [
    'freshdesk',
    {
      object: 'ticket_fields',
      variables: { workspace: 'acme' },
      calls: [
        'POST https://acme.freshdesk.com/api/v2/admin/ticket_fields',
        'PUT https://acme.freshdesk.com/api/v2/admin/ticket_fields/9',
      ],
      body: SENT,
      answer: bare,
      id: '7',
      data: bare,
    },
  ],
  [
    'asana',
    {
      object: 'tasks',
      calls: ['POST https://app.asana.com/api/1.0/tasks', 'PUT https://app.asana.com/api/1.0/tasks/9'],
      body: `{"data":${SENT}}`,
      answer: { data: { gid: '12' } },
      id: '12',
      data: { gid: '12' },
    },
  ],
  [
    'asana',
    {
      object: 'projects',
      calls: [
        'POST https://app.asana.com/api/1.0/projects',
        'PUT https://app.asana.com/api/1.0/projects/9',
        'DELETE https://app.asana.com/api/1.0/projects/9',
      ],
      body: `{"data":${SENT}}`,
      answer: { data: { gid: '12' } },
      id: '12',
      data: { gid: '12' },
    },
  ],
  [
    'jira',
    {
      ...jira,
      variables: { cloudId: 'c1' },
      calls: [
        'POST https://api.atlassian.com/ex/jira/c1/rest/api/3/issue',
        'PUT https://api.atlassian.com/ex/jira/c1/rest/api/3/issue/9',
        'DELETE https://api.atlassian.com/ex/jira/c1/rest/api/3/issue/9',
      ],
    },
  ],
  [
    'atlassian',
    {
      ...jira,
      module: 'jira',
      variables: { cloudId: 'c1' },
      calls: [
        'POST https://api.atlassian.com/ex/jira/c1/rest/api/3/issue',
        'PUT https://api.atlassian.com/ex/jira/c1/rest/api/3/issue/9',
        'DELETE https://api.atlassian.com/ex/jira/c1/rest/api/3/issue/9',
      ],
    },
  ],
  [
    'redmine',
    {
      object: 'time_entries',
      variables: { siteUrl: 'https://r.example' },
      calls: [
        'POST https://r.example/time_entries.json',
        'PUT https://r.example/time_entries/9.json',
        'DELETE https://r.example/time_entries/9.json',
      ],
      body: `{"time_entry":${SENT}}`,
      answer: { time_entry: bare },
      id: '7',
      data: bare,
    },
  ],
  [
    'wordPressSelfHosted',
    {
      object: 'posts',
      variables: { siteUrl: 'https://w.example/blog' },
      calls: [
        'POST https://w.example/blog/?rest_route=/wp/v2/posts',
        'POST https://w.example/blog/?rest_route=/wp/v2/posts/9',
        'DELETE https://w.example/blog/?rest_route=%2Fwp%2Fv2%2Fposts%2F9&force=true',
      ],
      body: SENT,
      answer: bare,
      id: '7',
      data: bare,
    },
  ],
];

describe('a provider file', () => {
  it.each(cases)(
    'of %s writes as its facts say (%#)',
    async (name, { object, module, variables = {}, calls, body, answer, id, data }) => {
      const target = known(name, object, { module, variables });
      const types = ['create', 'update', 'delete'].slice(0, calls.length);
      expect(writeSupport(target.provider, module, object)).toMatchObject({ types, isRepeatable: false });
      const send = scriptedSend({ status: 201, body: answer }, { status: 204, text: '' }, { status: 204, text: '' });
      expect(await writeRecord(target, { type: 'create', record: RECORD }, send, 0)).toEqual({ recordId: id, data });
      const update = await writeRecord(target, { type: 'update', id: '9', record: RECORD }, send, 0);
      expect(update).toEqual({ recordId: '9', data: null });
      if (calls.length === 3) await writeRecord(target, { type: 'delete', id: '9', record: {} }, send, 0);
      expect(send.requests.map(({ method, url }) => `${method} ${url}`)).toEqual(calls);
      expect(send.requests.map((request) => request.body)).toEqual([body, body, undefined].slice(0, calls.length));
    },
  );

  it('of salesforce sends the business unit, and of intercom the version', async () => {
    const headersOf = async (target: ReturnType<typeof known>) => {
      const send = scriptedSend({});
      await writeRecord(target, { type: 'create', record: {} }, send, 0);
      return send.requests[0]?.headers;
    };
    const variables = { workspace: 'acme', businessUnitId: 'b1' };
    const pardot = known('salesforce', 'prospects', { module: 'account-engagement', variables });
    expect(await headersOf(pardot)).toMatchObject({ 'Pardot-Business-Unit-Id': 'b1' });
    expect(await headersOf(known('intercom', 'contacts'))).toMatchObject({ 'Intercom-Version': '2.11' });
  });

  it.each([
    [
      'salesforce',
      'Account',
      { success: false, errors: [{ message: 'Duplicate' }] },
      'Salesforce answered 200: Duplicate',
    ],
    ['pipedrive', 'deals', { success: false, error: 'Scope missing' }, 'Pipedrive answered 200: Scope missing'],
  ])('of %s knows a refusal inside a 2xx', async (name, object, body, message) => {
    const target = known(name, object, { variables: { workspace: 'acme' } });
    const failure = writeRecord(target, { type: 'create', record: {} }, scriptedSend({ body }), 0);
    await expect(failure).rejects.toMatchObject({ name: 'WriteFailure', message, isLost: false });
  });

  it.each([
    ['zendeskSupport', 'ticket_events'],
    ['zendeskSupport', 'audit_logs'],
    ['intercom', 'admins'],
    ['hubspot', 'owners'],
    ['freshdesk', 'roles'],
    ['asana', 'users'],
    ['redmine', 'trackers'],
    ['github', 'issues'],
  ])('of %s does not write %s', (name, object) => {
    expect(writeSupport(known(name, object).provider, undefined, object).types).toEqual([]);
  });

  it('takes a record that is wrapped as the provider documents it', async () => {
    const send = scriptedSend({}, {});
    const record = { ticket: { subject: 'x' } };
    await writeRecord(
      known('zendeskSupport', 'tickets', { variables: { workspace: 'a' } }),
      { type: 'create', record },
      send,
      0,
    );
    await writeRecord(known('attio', 'people'), { type: 'create', record: { data: { values: {} } } }, send, 0);
    expect(send.requests.map(({ body }) => body)).toEqual(['{"ticket":{"subject":"x"}}', '{"data":{"values":{}}}']);
  });
});

describe('the file of shopify', () => {
  const gid = 'gid://shopify/Customer/7';
  it.each([
    [
      'customers',
      'customerCreate',
      'customerUpdate',
      'customerDelete',
      'customer',
      'deletedCustomerId',
      'input',
      'input',
    ],
    ['products', 'productCreate', 'productUpdate', 'productDelete', 'product', 'deletedProductId', 'product', 'input'],
    ['orders', 'orderCreate', 'orderUpdate', 'orderDelete', 'order', 'deletedId', 'order', 'input'],
  ])('writes %s by mutations', async (object, create, update, remove, key, deleted, createArg, updateArg) => {
    const target = known('shopify', object, { variables: { workspace: 'acme' } });
    const done = (mutation: string, answer: object) => ({
      body: { data: { [mutation]: { ...answer, userErrors: [] } } },
    });
    const send = scriptedSend(
      done(create, { [key]: { id: gid } }),
      done(update, { [key]: { id: gid } }),
      done(remove, { [deleted]: gid }),
      {
        body: { data: { [create]: { [key]: null, userErrors: [{ field: ['email'], message: 'Email is invalid' }] } } },
      },
    );
    const written = { recordId: gid, data: { id: gid } };
    expect(await writeRecord(target, { type: 'create', record: RECORD }, send, 0)).toEqual(written);
    expect(await writeRecord(target, { type: 'update', id: gid, record: RECORD }, send, 0)).toEqual(written);
    expect(await writeRecord(target, { type: 'delete', id: gid, record: {} }, send, 0)).toEqual({
      recordId: gid,
      data: null,
    });
    await expect(writeRecord(target, { type: 'create', record: {} }, send, 0)).rejects.toMatchObject({
      name: 'WriteFailure',
      isLost: false,
      message: 'Shopify answered 200: Email is invalid',
    });
    const url = 'https://acme.myshopify.com/admin/api/2025-10/graphql.json';
    expect(send.requests.map((request) => `${request.method} ${request.url}`)).toEqual(Array(4).fill(`POST ${url}`));
    const bodies = send.requests.map(({ body }) => parseJson(body ?? '') as { query: string; variables: JsonObject });
    expect(bodies[0]?.query).toContain(`${create}(${createArg}: $${createArg})`);
    expect(send.requests[0]?.body).toContain(`"variables":{"${createArg}":${SENT}}`);
    expect(send.requests[1]?.body).toContain(`"variables":{"${updateArg}":${SENT.slice(0, -1)},"id":"${gid}"}}`);
    expect(bodies[1]?.query).toContain(`${update}(${updateArg}: $${updateArg})`);
    expect(bodies[2]?.query).toContain(`${remove}(`);
    expect(JSON.stringify(bodies[2]?.variables)).toContain(`"${gid}"`);
  });
});
