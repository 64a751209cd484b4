import { describe, expect, it } from '@jest/globals';
import { eachWithIdentity, INVITE_LIFETIME } from '../../../test/support/identity_fixture.ts';
import type { Actor } from '../domain/actor.ts';

const NOT_INVITED = { kind: 'notFound', detail: 'There is no pending invite for this address.' };

describe('accepting an invite', () => {
  const identity = eachWithIdentity();
  const accept = (actor: Actor, invitedEmail = actor.email) =>
    identity().useCases.acceptInvite(actor, { invitedEmail });

  it('makes the person a member with the role of the invite, whatever the case of the address', async () => {
    const { useCases, anOrg, aPerson, roleOf, stores } = identity();
    const { owner, orgId } = await anOrg();
    const { id } = await useCases.createInvite(owner, { orgId, email: 'Ada@Example.COM', role: 'admin' });
    const ada = await aPerson('ada@example.com');
    expect(await accept(ada, 'ADA@example.com')).toMatchObject({ orgRole: { role: 'admin', org: { id: orgId } } });
    expect(await roleOf(ada, orgId)).toBe('admin');
    expect(await stores.invites.find(orgId, id)).toMatchObject({ status: 'accepted' });
    await expect(accept(ada)).rejects.toMatchObject(NOT_INVITED);
  });

  it('happens once, however many accept at the same moment', async () => {
    const { useCases, anOrg, aPerson, stores } = identity();
    const { owner, orgId } = await anOrg();
    await useCases.createInvite(owner, { orgId, email: 'crowd@example.com', role: '' });
    const crowd = await aPerson('crowd@example.com');
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => accept(crowd)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await stores.memberships.listOfBuilder(crowd.builderId)).toHaveLength(1);
  });

  it('is refused alike to another address, an unverified one, a key, and what is no address', async () => {
    const { useCases, anOrg, aPerson, roleOf } = identity();
    const { owner, orgId } = await anOrg();
    await useCases.createInvite(owner, { orgId, email: 'grace@example.com', role: '' });
    await useCases.createInvite(owner, { orgId, email: 'joan@example.com', role: '' });
    const grace = await aPerson('grace@example.com');
    const stranger = await aPerson('stranger@example.com');
    const key: Actor = { builderId: '', keyOrgId: orgId, email: '', emailVerified: false };
    for (const attempt of [
      () => accept(stranger),
      () => accept(stranger, 'grace@example.com'),
      () => accept(stranger, 'not an address'),
      () => accept(grace, 'joan@example.com'),
      () => accept({ ...grace, emailVerified: false }),
      () => accept(key, 'grace@example.com'),
    ])
      await expect(attempt()).rejects.toMatchObject(NOT_INVITED);
    await accept(grace);
    expect(await roleOf(grace, orgId)).toBe('member');
  });

  it('is over when the invite is', async () => {
    const { useCases, anOrg, aPerson, clock } = identity();
    const { owner, orgId } = await anOrg();
    const late = await aPerson('late@example.com');
    const invite = () => useCases.createInvite(owner, { orgId, email: late.email, role: '' });
    await invite();
    clock.time += INVITE_LIFETIME;
    await expect(accept(late)).rejects.toMatchObject(NOT_INVITED);
    await invite();
    clock.time += INVITE_LIFETIME - 1;
    await expect(accept(late)).resolves.toBeDefined();
  });

  it('takes the newest of several orgs first, one a call', async () => {
    const { useCases, anOrg, aPerson, clock } = identity();
    const wanted = await aPerson('wanted@example.com');
    const orgs = [await anOrg('First'), await anOrg('Second')];
    for (const { owner, orgId } of orgs) {
      await useCases.createInvite(owner, { orgId, email: wanted.email, role: '' });
      clock.time += 1;
    }
    const joined = [await accept(wanted), await accept(wanted)].map(({ orgRole }) => orgRole?.org.id);
    expect(joined).toEqual([orgs[1]?.orgId, orgs[0]?.orgId]);
    await expect(accept(wanted)).rejects.toMatchObject(NOT_INVITED);
  });

  it('leaves a member the role they have', async () => {
    const { useCases, anOrg, roleOf, stores } = identity();
    const { owner, orgId } = await anOrg();
    const { id } = await useCases.createInvite(owner, { orgId, email: owner.email, role: 'member' });
    await accept(owner);
    expect(await roleOf(owner, orgId)).toBe('owner');
    expect(await stores.invites.find(orgId, id)).toMatchObject({ status: 'accepted' });
  });
});
