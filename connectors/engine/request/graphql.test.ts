import { describe, expect, it } from '@jest/globals';
import { type JsonObject, parseJson } from '../../../lib/json/json.ts';
import { aProvider, aTarget, idsOf, readAll, recordsOf } from '../../../test/support/read_pages.ts';
import { type ScriptedSend, scriptedSend } from '../../../test/support/scripted_send.ts';
import { readMetadata } from '../fields/metadata.ts';
import type { Provider } from '../file/provider.ts';
import { readPage } from '../read/read.ts';
import { graphqlSelection } from './graphql_selection.ts';

const provider: Provider = aProvider(
  {},
  {
    anyObject: 'list',
    styles: {
      list: {
        method: 'POST',
        path: '/graphql',
        body: {
          query:
            'query Read($first: Int, $after: String, $filter: {objectType}Filter) { {object}(first: $first, after: $after, filter: $filter) ' +
            '{ nodes { {fields} } pageInfo { hasNextPage endCursor } } }',
        },
        records: 'data.{object}.nodes',
        id: 'id',
        fields: { in: 'text', param: 'fields', as: 'graphql', always: ['id'] },
        selection: 'id changedAt',
        pageSize: { param: 'variables.first', default: 50 },
        since: { param: 'variables.filter.changedAt.gte' },
        filters: { param: 'variables.filter.{field}.eq' },
        paging: {
          kind: 'cursor',
          path: 'data.{object}.pageInfo.endCursor',
          more: 'data.{object}.pageInfo.hasNextPage',
          param: 'variables.after',
        },
        naming: { case: 'camel' },
        metadata: {
          method: 'POST',
          path: '/graphql',
          body: { query: '{ __type(name: "{objectType}") { fields { name } } }' },
          fields: 'data.__type.fields',
        },
      },
    },
    objects: {
      openIssues: {
        style: 'list',
        selection: 'id title team { id name lead { id } } labels(first: 5) { nodes { name } }',
      },
      comments: {
        style: 'list',
        each: 'openIssues',
        body: {
          query: 'query Of($id: ID!) { issue(id: $id) { comments { nodes { {fields} } } } }',
          variables: { id: '{parent.id}' },
        },
        records: 'data.issue.comments.nodes',
        paging: { kind: 'none' },
      },
    },
  },
);
const bodies = (send: ScriptedSend) => send.requests.map(({ body }) => parseJson(body ?? '') as JsonObject);
const issues = (nodes: unknown[], pageInfo = {}) => ({ body: { data: { openIssues: { nodes, pageInfo } } } });

describe('reading by GraphQL', () => {
  it('follows the cursor in the variables', async () => {
    const send = scriptedSend(
      issues(recordsOf('a'), { hasNextPage: true, endCursor: 'c1' }),
      issues(recordsOf('b'), { hasNextPage: false, endCursor: 'c2' }),
    );
    expect(idsOf(await readAll(aTarget({ provider, objectName: 'open-issues' }), send))).toEqual(['a', 'b']);
    expect(bodies(send).map(({ variables }) => variables)).toEqual([{ first: 50 }, { first: 50, after: 'c1' }]);
    expect(bodies(send)[0]?.['query']).toContain('$filter: OpenIssueFilter) { openIssues(');
  });

  it('sends bounds and filters as variables, whatever they hold', async () => {
    const send = scriptedSend(issues([]));
    const filters = [{ fieldName: 'title', value: '"}) { secrets { id } } #' }];
    await readPage(
      aTarget({ provider, objectName: 'openIssues', since: '2026-01-01T00:00:00Z', filters }),
      null,
      send,
      { now: Date.now },
    );
    expect(bodies(send)[0]?.['variables']).toEqual({
      first: 50,
      filter: { changedAt: { gte: '2026-01-01T00:00:00Z' }, title: { eq: filters[0]?.value } },
    });
  });

  it('sends one request per parent, with a variable', async () => {
    const send = scriptedSend(
      issues(recordsOf('a', 'b"')),
      { body: { data: { issue: { comments: { nodes: recordsOf(1) } } } } },
      { body: { data: { issue: { comments: { nodes: recordsOf(2) } } } } },
    );
    expect(idsOf(await readAll(aTarget({ provider, objectName: 'comments' }), send))).toEqual(['1', '2']);
    expect(bodies(send).map(({ variables }) => (variables as JsonObject)['id'])).toEqual([undefined, 'a', 'b"']);
  });

  it('reads an unlisted object with the fields that all objects have', async () => {
    const send = scriptedSend({
      body: { data: { teamKeys: { nodes: recordsOf(1), pageInfo: { hasNextPage: false } } } },
    });
    await readPage(aTarget({ provider, objectName: 'team-keys' }), null, send, { now: Date.now });
    expect(bodies(send)[0]?.['query']).toContain(
      'teamKeys(first: $first, after: $after, filter: $filter) { nodes { id changedAt }',
    );
  });

  it('describes an object by its type', async () => {
    const send = scriptedSend({ body: { data: { __type: { fields: [{ name: 'id' }] } } } });
    const target = aTarget({ provider, objectName: 'openIssues' });
    expect(Object.keys((await readMetadata(target, send, Date.now())).fields)).toEqual(['id']);
    expect(bodies(send)[0]?.['query']).toContain('__type(name: "OpenIssue")');
  });

  it.each([
    [{ code: 'THROTTLED' }, 'rateLimit'],
    [{ code: 'RATE_LIMITED' }, 'rateLimit'],
    [{ code: 'UNAUTHENTICATED' }, 'credentials'],
    [{ code: 'INTERNAL_SERVER_ERROR' }, 'providerFault'],
    [{}, 'badRequest'],
  ])('classifies errors in a 200 by their code: %j', async (extensions, kind) => {
    const send = scriptedSend({ body: { errors: [{ message: 'no such thing', extensions }], data: null } });
    const read = readPage(aTarget({ provider, objectName: 'openIssues' }), null, send, { now: Date.now });
    await expect(read).rejects.toMatchObject({ kind, message: expect.stringContaining('no such thing') });
  });

  it('treats errors beside data as a success', async () => {
    const send = scriptedSend({ body: { data: [{ id: 1 }], errors: [{ title: 'one user is gone' }] } });
    expect(idsOf([await readPage(aTarget(), null, send, { now: Date.now })])).toEqual(['1']);
  });
});

describe('graphqlSelection', () => {
  const all = 'id title team { id name lead { id } } labels(first: 5) { nodes { name } } ... on Bug { severity }';
  it.each([
    [[], all],
    [['title'], 'id title'],
    [['TITLE', 'title'], 'id title'],
    [['team'], 'id team { id name lead { id } }'],
    [["$['team']['name']"], 'id team { name }'],
    [["$['team']['lead']", "$['team']['name']"], 'id team { lead { id } name }'],
    [["$['team']['name']", 'team'], 'id team { id name lead { id } }'],
    [["$['labels']['nodes']"], 'id labels(first: 5) { nodes { name } }'],
    [['unknown'], 'id unknown'],
  ])('of %j', (asked, selection) => {
    expect(graphqlSelection(all, asked, ['id'])).toBe(selection);
  });

  it.each(['a { b }', 'a } secrets { id', 'a,b', "$['a']['b } c']", ''])('refuses %j as a field name', (name) => {
    expect(() => graphqlSelection(all, [name], ['id'])).toThrow('is not a valid field name');
  });
});
