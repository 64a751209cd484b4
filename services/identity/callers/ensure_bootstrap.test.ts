import { describe, expect, it } from '@jest/globals';
import { eachWithIdentity } from '../../../test/support/identity_fixture.ts';

const NAMES = { orgLabel: 'Demo', projectName: 'demo' };

describe('the first start', () => {
  const identity = eachWithIdentity();

  it('makes an org with its owner, a project and a key, once, however many processes start', async () => {
    const { db, useCases, stores } = identity();
    const together = await Promise.all(Array.from({ length: 4 }, () => useCases.ensureBootstrap(NAMES)));
    const later = await useCases.ensureBootstrap(NAMES);
    for (const one of together) expect(one).toEqual(later);
    const { project, apiKey, builderId } = later;
    expect(await useCases.getApiKey(project.id, apiKey)).toMatchObject({ scopes: ['full'], active: true });
    expect(await stores.memberships.find(project.orgId, builderId)).toMatchObject({ role: 'owner' });
    for (const table of ['orgs', 'projects', 'builders', 'memberships', 'billing_accounts', 'api_keys'])
      expect([table, await db(table).select('*')]).toEqual([table, [expect.anything()]]);
  });

  it('tells no key where all of them are inactive', async () => {
    const { db, useCases } = identity();
    const { project } = await useCases.ensureBootstrap(NAMES);
    await db('api_keys').where({ project_id: project.id }).update({ active: 0 });
    expect(await useCases.ensureBootstrap(NAMES)).toMatchObject({ project, apiKey: '' });
  });
});
