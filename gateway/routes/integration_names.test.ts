import { describe, expect, it } from '@jest/globals';
import { Problem } from '../../lib/problem/problem.ts';
import { loadDocument, operationsOf } from '../contract/document.ts';
import type { Services } from '../rest/operation.ts';
import type { AnyRoute } from '../rest/router.ts';
import { resolveIntegrationNames } from './integration_names.ts';

const ID = '01900000-0000-7000-8000-000000000001';
const operations = operationsOf(loadDocument());
const takesOne = operations.filter(({ path }) => path.includes('{integration'));

function world() {
  const asked: object[] = [];
  const installation = {
    async getIntegration(_call: unknown, key: { integrationIdOrName: string }) {
      asked.push(key);
      if (key.integrationIdOrName !== 'crm') throw new Problem('notFound', 'There is no such integration.');
      return { id: ID };
    },
  };
  const seen: object[] = [];
  const route = async ({ path, query }: { path: object; query: object }) => seen.push(path, query);
  const routes = Object.fromEntries(operations.map(({ operationId }) => [operationId, route as unknown as AnyRoute]));
  const resolved = resolveIntegrationNames(operations, routes, { installation } as unknown as Services);
  return {
    asked,
    seen,
    send: (operationId: string, path: object, query: object = {}) =>
      resolved[operationId]?.({ call: {}, projectId: 'p', path, query, body: {} } as never),
  };
}

describe('the integration that a request names', () => {
  it('is `integrationIdOrName` in every path, so no operation takes only its id', () => {
    expect(takesOne.length).toBeGreaterThan(15);
    expect(takesOne.filter(({ path }) => !path.includes('{integrationIdOrName}'))).toEqual([]);
  });

  it.each(
    takesOne
      .map(({ operationId }) => operationId)
      .filter((id) => !['getIntegration', 'deleteIntegration'].includes(id)),
  )('is found by its name for %s', async (operationId) => {
    const { send, seen, asked } = world();
    await send(operationId, { integrationIdOrName: 'crm', objectName: 'o' });
    expect(seen[0]).toEqual({ integrationIdOrName: ID, objectName: 'o' });
    expect(asked).toEqual([{ projectId: 'p', integrationIdOrName: 'crm' }]);
  });

  it('is not looked up by its id', async () => {
    const { send, seen, asked } = world();
    await send('createInstallation', { integrationIdOrName: ID });
    expect([seen[0], asked]).toEqual([{ integrationIdOrName: ID }, []]);
  });

  it('is found by its name in the filter of a list, which may also be missing', async () => {
    const { send, seen } = world();
    await send('listOperationsForProject', {}, { integrationId: 'crm' });
    await send('listOperationsForProject', {}, {});
    expect([seen[1], seen[3]]).toEqual([{ integrationId: ID }, {}]);
  });

  it('is a 404 when the project has none of that name, and no route is called', async () => {
    const { send, seen } = world();
    await expect(send('triggerRead', { integrationIdOrName: 'crn', objectName: 'o' })).rejects.toThrow(
      'There is no such integration.',
    );
    expect(seen).toEqual([]);
  });
});
