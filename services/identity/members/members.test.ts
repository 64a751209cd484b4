import { describe, expect, it } from '@jest/globals';
import { ABSENT } from '../../../test/support/counted_ids.ts';
import { eachWithIdentity } from '../../../test/support/identity_fixture.ts';

describe('what a builder may do', () => {
  const identity = eachWithIdentity();

  it('is everything as admin for owners and admins, and for members what their team may', async () => {
    const { useCases, anOrg, aMember } = identity();
    const { owner, orgId } = await anOrg();
    const project = await useCases.createProject(owner, { orgId, name: 'demo', appName: 'Demo' });
    const { defaultTeamId } = await useCases.getOrg(owner, orgId);
    const admin = await aMember(orgId, 'admin');
    const member = await aMember(orgId, 'member');
    for (const [{ builderId }, role] of [
      [owner, 'owner'],
      [admin, 'admin'],
    ] as const)
      expect(await useCases.getBuilderInfo(builderId)).toMatchObject({
        orgRole: { role, principalType: 'builder', principalId: builderId },
        projectRoles: [{ role: 'admin', principalType: 'builder', principalId: builderId, project }],
      });
    expect(await useCases.getBuilderInfo(member.builderId)).toMatchObject({
      orgRole: { role: 'member', principalType: 'builder', principalId: member.builderId },
      projectRoles: [{ role: 'member', principalType: 'team', principalId: defaultTeamId, project }],
    });
  });

  it('covers the projects of all their orgs, and tells the role in the one that is asked for, else in the first', async () => {
    const { useCases, anOrg, clock, stores } = identity();
    const first = await anOrg('First');
    clock.time += 1;
    const second = await anOrg('Second');
    for (const { owner, orgId } of [first, second])
      await useCases.createProject(owner, { orgId, name: `of-${orgId.slice(-4)}`, appName: 'x' });
    const { builderId } = first.owner;
    await stores.memberships.insert({ orgId: second.orgId, builderId, role: 'member', createTime: clock.now() });
    const info = await useCases.getBuilderInfo(builderId);
    expect(info.projectRoles.map(({ role }) => role)).toEqual(['admin', 'member']);
    expect(info.orgRole?.org.id).toBe(first.orgId);
    expect((await useCases.getBuilderInfo(builderId, second.orgId)).orgRole).toMatchObject({
      role: 'member',
      org: { id: second.orgId },
    });
  });

  it('is nothing for who belongs to no org', async () => {
    const { useCases, aPerson } = identity();
    const { builderId } = await aPerson('nobody@nowhere.example');
    expect(await useCases.getBuilderInfo(builderId)).toMatchObject({ projectRoles: [], orgRole: null });
  });

  it('is asked by builders alone', async () => {
    for (const builderId of ['', ABSENT])
      await expect(identity().useCases.getBuilderInfo(builderId)).rejects.toMatchObject({ kind: 'permissionDenied' });
  });
});
