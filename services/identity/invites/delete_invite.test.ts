import { describe, expect, it } from '@jest/globals';
import { ABSENT } from '../../../test/support/counted_ids.ts';
import { eachWithIdentity, INVITE_LIFETIME, keyOf } from '../../../test/support/identity_fixture.ts';
import { statusAt } from './invite.ts';

describe('an invite', () => {
  const identity = eachWithIdentity();

  it('is revoked, again without effect, and stays to be seen', async () => {
    const { useCases, anOrg, aPerson } = identity();
    const { owner, orgId } = await anOrg();
    const { id: inviteId } = await useCases.createInvite(owner, { orgId, email: 'a@b.example', role: '' });
    for (let times = 0; times < 2; times += 1) await useCases.deleteInvite(owner, { orgId, inviteId });
    expect(await useCases.getInvite(owner, { orgId, inviteId })).toMatchObject({ status: 'revoked' });
    const invited = await aPerson('a@b.example');
    await expect(useCases.acceptInvite(invited, { invitedEmail: invited.email })).rejects.toMatchObject({
      kind: 'notFound',
    });
  });

  it('can no longer be revoked once it is accepted', async () => {
    const { useCases, anOrg, aPerson } = identity();
    const { owner, orgId } = await anOrg();
    const { id: inviteId } = await useCases.createInvite(owner, { orgId, email: 'a@b.example', role: '' });
    const invited = await aPerson('a@b.example');
    await useCases.acceptInvite(invited, { invitedEmail: invited.email });
    await expect(useCases.deleteInvite(owner, { orgId, inviteId })).rejects.toMatchObject({ kind: 'conflict' });
    expect(await useCases.getInvite(owner, { orgId, inviteId })).toMatchObject({ status: 'accepted' });
  });

  it('reads expired from the moment its time is over', async () => {
    const { useCases, anOrg, clock } = identity();
    const { owner, orgId } = await anOrg();
    const invite = await useCases.createInvite(owner, { orgId, email: 'a@b.example', role: '' });
    expect(statusAt(invite, clock.time + INVITE_LIFETIME - 1)).toBe('pending');
    expect(statusAt(invite, clock.time + INVITE_LIFETIME)).toBe('expired');
    expect(statusAt({ ...invite, status: 'revoked' }, clock.time + INVITE_LIFETIME)).toBe('revoked');
    clock.time += INVITE_LIFETIME;
    await useCases.deleteInvite(owner, { orgId, inviteId: invite.id });
    expect(statusAt(await useCases.getInvite(owner, { orgId, inviteId: invite.id }), clock.time)).toBe('expired');
  });

  it('is revoked by admins and seen by members and keys of the org', async () => {
    const { useCases, anOrg, aMember } = identity();
    const { owner, orgId } = await anOrg();
    const { id: inviteId } = await useCases.createInvite(owner, { orgId, email: 'a@b.example', role: '' });
    const member = await aMember(orgId, 'member');
    for (const actor of [owner, member, keyOf(orgId)])
      expect(await useCases.getInvite(actor, { orgId, inviteId })).toMatchObject({ id: inviteId });
    await expect(useCases.deleteInvite(member, { orgId, inviteId })).rejects.toMatchObject({
      kind: 'permissionDenied',
    });
    await expect(useCases.deleteInvite(await aMember(orgId, 'admin'), { orgId, inviteId })).resolves.toBeUndefined();
  });

  it('of another org answers like none', async () => {
    const { useCases, anOrg } = identity();
    const { owner, orgId } = await anOrg();
    const { owner: rival, orgId: rivalOrgId } = await anOrg('Rival');
    const { id: inviteId } = await useCases.createInvite(owner, { orgId, email: 'a@b.example', role: '' });
    for (const [actor, at] of [
      [rival, rivalOrgId],
      [keyOf(rivalOrgId), rivalOrgId],
    ] as const)
      for (const id of [inviteId, ABSENT])
        for (const use of [useCases.getInvite, useCases.deleteInvite])
          await expect(use(actor, { orgId: at, inviteId: id })).rejects.toMatchObject({
            kind: 'notFound',
            detail: 'There is no such invite.',
          });
    for (const use of [useCases.getInvite, useCases.deleteInvite])
      await expect(use(rival, { orgId, inviteId })).rejects.toMatchObject({ detail: 'There is no such org.' });
    expect(await useCases.getInvite(owner, { orgId, inviteId })).toMatchObject({ status: 'pending' });
  });
});
