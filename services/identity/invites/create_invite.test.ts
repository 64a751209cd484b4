import { describe, expect, it } from '@jest/globals';
import { ABSENT } from '../../../test/support/counted_ids.ts';
import { eachWithIdentity, INVITE_LIFETIME, NOW } from '../../../test/support/identity_fixture.ts';

describe('making an invite', () => {
  const identity = eachWithIdentity();

  it('keeps the address as it was typed, for as long as invites live', async () => {
    const { useCases, anOrg, stores } = identity();
    const { owner, orgId } = await anOrg();
    const invite = await useCases.createInvite(owner, { orgId, email: ' Ada@Example.COM ', role: '' });
    expect(invite).toMatchObject({
      orgId,
      invitedEmail: 'Ada@Example.COM',
      role: 'member',
      status: 'pending',
      expireTime: NOW + INVITE_LIFETIME,
      createTime: NOW,
    });
    expect(await stores.invites.find(orgId, invite.id)).toEqual(invite);
  });

  it('takes an admin, and an owner where it makes an owner', async () => {
    const { useCases, anOrg, aMember } = identity();
    const { owner, orgId } = await anOrg();
    const admin = await aMember(orgId, 'admin');
    const member = await aMember(orgId, 'member');
    const invite = (actor: typeof owner, role: string) =>
      useCases.createInvite(actor, { orgId, email: 'new@example.com', role });
    for (const role of ['', 'member', 'admin']) {
      expect(await invite(admin, role)).toMatchObject({ role: role || 'member' });
      await expect(invite(member, role)).rejects.toMatchObject({ kind: 'permissionDenied' });
    }
    await expect(invite(admin, 'owner')).rejects.toMatchObject({ kind: 'permissionDenied' });
    expect(await invite(owner, 'owner')).toMatchObject({ role: 'owner' });
  });

  it('knows no org of others', async () => {
    const { useCases, anOrg } = identity();
    const { orgId } = await anOrg();
    const { owner: rival } = await anOrg('Rival');
    for (const id of [orgId, ABSENT])
      await expect(useCases.createInvite(rival, { orgId: id, email: 'a@b.example', role: '' })).rejects.toMatchObject({
        kind: 'notFound',
        detail: 'There is no such org.',
      });
  });

  it.each(['', 'x', '@example.com', 'a@', 'a b@example.com', 'a@b@c.example', 'a@exa mple.com'])(
    'is refused for %j, which is no address',
    async (email) => {
      const { useCases, anOrg } = identity();
      const { owner, orgId } = await anOrg();
      await expect(useCases.createInvite(owner, { orgId, email, role: '' })).rejects.toMatchObject({
        kind: 'invalidArgument',
        extras: { issues: [expect.objectContaining({ name: 'email' })] },
      });
    },
  );

  it('takes the place of the pending one of the same address and org, also when many come at once', async () => {
    const { useCases, anOrg, stores } = identity();
    const { owner, orgId } = await anOrg();
    const invite = (email: string) => useCases.createInvite(owner, { orgId, email, role: '' });
    const first = await invite('twice@example.com');
    const second = await invite('TWICE@example.com');
    const statusOf = async (id: string) => (await stores.invites.find(orgId, id))?.status;
    expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(['revoked', 'pending']);
    const elsewhere = await invite('other@example.com');
    await Promise.all(Array.from({ length: 5 }, () => invite('twice@example.com')));
    const pending = (await stores.invites.list(orgId, { after: '', limit: 20 })).filter(
      ({ status, emailKey }) => status === 'pending' && emailKey === 'twice@example.com',
    );
    expect(pending).toHaveLength(1);
    expect(await statusOf(elsewhere.id)).toBe('pending');
  });

  it('leaves an invite of another org for the same address as it is', async () => {
    const { useCases, anOrg, stores } = identity();
    const [one, two] = [await anOrg('One'), await anOrg('Two')];
    const first = await useCases.createInvite(one.owner, { orgId: one.orgId, email: 'a@b.example', role: '' });
    await useCases.createInvite(two.owner, { orgId: two.orgId, email: 'a@b.example', role: '' });
    expect(await stores.invites.find(one.orgId, first.id)).toMatchObject({ status: 'pending' });
  });

  it('gives up as a conflict that passes when others come first each time', async () => {
    const { db, useCases, anOrg } = identity();
    const { owner, orgId } = await anOrg();
    await useCases.createInvite(owner, { orgId, email: 'busy@example.com', role: '' });
    // Whenever a pending invite makes room, another takes it at once.
    await db.raw(`CREATE TRIGGER busy AFTER UPDATE OF pending_email ON invites WHEN NEW.pending_email IS NULL BEGIN
      INSERT INTO invites (id, org_id, invited_email, email_key, pending_email, role, status, expire_time, create_time)
      VALUES (hex(randomblob(16)), NEW.org_id, 'busy', NEW.email_key, NEW.email_key, 'member', 'pending', 0, 0); END`);
    await expect(useCases.createInvite(owner, { orgId, email: 'busy@example.com', role: '' })).rejects.toMatchObject({
      kind: 'conflict',
      retryable: true,
    });
  });
});
