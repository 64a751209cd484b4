import { describe, expect, it } from '@jest/globals';
import { ABSENT } from '../../../test/support/counted_ids.ts';
import { eachWithIdentity, NOW } from '../../../test/support/identity_fixture.ts';

describe('making a project', () => {
  const identity = eachWithIdentity();

  it('keeps its name in lower case', async () => {
    const { useCases, anOrg, stores } = identity();
    const { owner, orgId } = await anOrg();
    const project = await useCases.createProject(owner, { orgId, name: 'My-First', appName: 'My App' });
    expect(project).toMatchObject({ name: 'my-first', appName: 'My App', orgId, createTime: NOW, updateTime: null });
    expect(await stores.projects.findByName('my-first')).toEqual(project);
  });

  it.each([['-bad'], ['bad-'], ['b'], ['a.b'], ['ä-b'], ['x'.repeat(129)], [ABSENT], [ABSENT.toUpperCase()]])(
    'is refused the name %j',
    async (name) => {
      const { db, useCases, anOrg } = identity();
      const { owner, orgId } = await anOrg();
      await expect(useCases.createProject(owner, { orgId, name, appName: 'A' })).rejects.toMatchObject({
        kind: 'unprocessable',
        extras: { issues: [expect.objectContaining({ in: 'body', name: 'name' })] },
      });
      expect(await db('projects').select('id')).toEqual([]);
    },
  );

  it('of one name happens once in the deployment, whatever the org, the case and the number that ask', async () => {
    const { useCases, anOrg } = identity();
    const orgs = [await anOrg(), await anOrg('Rival')];
    const results = await Promise.allSettled(
      [...orgs, ...orgs, ...orgs].map(({ owner, orgId }, n) =>
        useCases.createProject(owner, { orgId, name: n % 2 ? 'Wanted' : 'wanted', appName: 'A' }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({
          kind: 'unprocessable',
          extras: { issues: [{ in: 'body', name: 'name', detail: 'is taken' }] },
        });
  });

  it('takes an admin of the org', async () => {
    const { useCases, anOrg, aMember } = identity();
    const { orgId } = await anOrg();
    const create = (actor: Awaited<ReturnType<typeof aMember>>) =>
      useCases.createProject(actor, { orgId, name: 'mine', appName: 'Mine' });
    await expect(create(await aMember(orgId, 'member'))).rejects.toMatchObject({ kind: 'permissionDenied' });
    expect(await create(await aMember(orgId, 'admin'))).toMatchObject({ name: 'mine' });
  });
});
