import { expect, it } from '@jest/globals';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Services } from '../../rest/operation.ts';
import { integrationRoutes } from './integrations.ts';

const CALL = { requestId: 'r', principal: 'system:test', deadline: 0 };

it('L1: deploys nothing while notifications cannot resolve the destination names', async () => {
  const unavailable = new Problem('unavailable', 'notifications does not answer.');
  const deployed: unknown[] = [];
  const deploy = async (_call: unknown, request: unknown) => {
    deployed.push(request);
    return { integrations: [] };
  };
  const services = {
    notifications: { resolveDestinations: () => Promise.reject(unavailable) },
    installation: {
      listManifestDestinations: async () => ({ names: ['hook'] }),
      batchUpsertIntegrations: deploy,
      createRevision: deploy,
      createIntegration: deploy,
    },
  } as unknown as Services;
  const routes = integrationRoutes(services) as unknown as Record<string, (request: object) => Promise<unknown>>;
  const content = { read: { objects: [{ destination: 'hook' }] } };
  const request = {
    call: CALL,
    projectId: 'p',
    path: { integrationIdOrName: 'i' },
    query: {},
    body: { sourceYaml: 'a', name: 'a', provider: 'b', latestRevision: { specVersion: '1.0.0', content } },
  };
  for (const name of ['batchUpsertIntegrations', 'createRevision', 'createIntegration'])
    await expect(routes[name]?.(request)).rejects.toBe(unavailable);
  expect(deployed).toEqual([]);
});
