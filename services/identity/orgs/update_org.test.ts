import { describe, expect, it } from '@jest/globals';
import { ABSENT } from '../../../test/support/counted_ids.ts';
import { eachWithIdentity, keyOf, NOW } from '../../../test/support/identity_fixture.ts';

describe('an org', () => {
  const identity = eachWithIdentity();

  it('is renamed by an owner, through the mask', async () => {
    const { useCases, anOrg, clock } = identity();
    const { owner, orgId } = await anOrg();
    clock.time += 1;
    const renamed = await useCases.updateOrg(owner, { orgId, updateMask: ['label'], label: 'Renamed' });
    expect(renamed).toMatchObject({ label: 'Renamed', updateTime: NOW + 1 });
    expect(await useCases.getOrg(owner, orgId)).toEqual(renamed);
  });

  it('stays as it is when the mask does not name the label', async () => {
    const { useCases, anOrg } = identity();
    const { owner, orgId } = await anOrg();
    const before = await useCases.getOrg(owner, orgId);
    expect(await useCases.updateOrg(owner, { orgId, updateMask: [], label: 'x' })).toEqual(before);
  });

  it.each([
    [['name'], 'x', 'updateMask'],
    [['label', 'name'], 'x', 'updateMask'],
    [['label'], '', 'org.label'],
  ])('is refused the mask %j with the label %j', async (updateMask, label, name) => {
    const { useCases, anOrg } = identity();
    const { owner, orgId } = await anOrg();
    await expect(useCases.updateOrg(owner, { orgId, updateMask, label })).rejects.toMatchObject({
      kind: 'invalidArgument',
      extras: { issues: [expect.objectContaining({ in: 'body', name })] },
    });
    expect(await useCases.getOrg(owner, orgId)).toMatchObject({ label: 'Acme' });
  });

  it('is renamed by no admin or member, who see it all the same', async () => {
    const { useCases, anOrg, aMember } = identity();
    const { orgId } = await anOrg();
    for (const role of ['admin', 'member'] as const) {
      const actor = await aMember(orgId, role);
      await expect(useCases.updateOrg(actor, { orgId, updateMask: ['label'], label: 'x' })).rejects.toMatchObject({
        kind: 'permissionDenied',
      });
      expect(await useCases.getOrg(actor, orgId)).toMatchObject({ label: 'Acme' });
    }
  });

  it('of others answers like none, by every use case', async () => {
    const { useCases, anOrg } = identity();
    const { orgId } = await anOrg();
    const rival = await anOrg('Rival');
    const page = { after: '', limit: 10 };
    for (const actor of [rival.owner, keyOf(rival.orgId)])
      for (const id of [orgId, ABSENT])
        for (const ask of [
          () => useCases.getOrg(actor, id),
          () => useCases.updateOrg(actor, { orgId: id, updateMask: ['label'], label: 'x' }),
          () => useCases.listOrgBuilders(actor, id, page),
          () => useCases.listInvites(actor, id, page),
          () => useCases.getInvite(actor, { orgId: id, inviteId: ABSENT }),
          () => useCases.deleteInvite(actor, { orgId: id, inviteId: ABSENT }),
          () => useCases.listClaimedDomains(actor, id),
          () => useCases.billingAccounts.ofOrg(actor, id),
          () => useCases.createProject(actor, { orgId: id, name: 'mine', appName: 'Mine' }),
        ])
          await expect(ask()).rejects.toMatchObject({ kind: 'notFound', detail: 'There is no such org.' });
  });

  it('lists its builders and its invites to its members', async () => {
    const { useCases, anOrg, aMember } = identity();
    const { owner, orgId } = await anOrg();
    const member = await aMember(orgId, 'member');
    await useCases.createInvite(owner, { orgId, email: 'a@b.example', role: '' });
    const page = { after: '', limit: 10 };
    const builders = await useCases.listOrgBuilders(member, orgId, page);
    expect(builders.map(({ id }) => id)).toEqual([owner.builderId, member.builderId]);
    expect(await useCases.listInvites(member, orgId, page)).toHaveLength(1);
  });
});
