import { describe, expect, it } from '@jest/globals';
import { eachWithIdentity, INVITE_LIFETIME } from '../../../test/support/identity_fixture.ts';
import type { Actor } from '../actor.ts';

const NOT_INVITED = { kind: 'notFound', detail: 'There is no pending invite for this address.' };

describe('accepting an invite', () => {
  const identity = eachWithIdentity();
  const accept = (actor: Actor, invitedEmail = actor.email, inviteId = '') =>
    identity().useCases.acceptInvite(actor, { invitedEmail, inviteId });

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
    const key: Actor = { principal: 'api-key:1', builderId: '', keyOrgId: orgId, email: '', emailVerified: false };
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

  /** A person whom these orgs have invited, oldest invite first. */
  async function anInvitedPerson(...labels: string[]) {
    const { useCases, anOrg, aPerson, clock } = identity();
    const person = await aPerson('wanted@example.com');
    const invites = [];
    for (const label of labels) {
      const { owner, orgId } = await anOrg(label);
      const { id: inviteId } = await useCases.createInvite(owner, { orgId, email: person.email, role: 'admin' });
      invites.push({ inviteId, orgId, orgLabel: label, role: 'admin' });
      clock.time += 1;
    }
    return { person, invites };
  }

  it('S9: never chooses among several orgs: it names the invites, and changes nothing', async () => {
    const { person, invites } = await anInvitedPerson('Wanted', 'Attacker');
    await expect(accept(person)).rejects.toMatchObject({
      kind: 'conflict',
      extras: { context: { invites, more: 0 }, remedy: expect.stringContaining('inviteId') },
    });
    const { stores, roleOf } = identity();
    for (const { orgId, inviteId } of invites) {
      expect(await roleOf(person, orgId)).toBeUndefined();
      expect(await stores.invites.find(orgId, inviteId)).toMatchObject({ status: 'pending' });
    }
  });

  it('S9: names the oldest invite, however many strangers send one later, and how many it does not name', async () => {
    const { person, invites } = await anInvitedPerson(
      'Wanted',
      ...Array.from({ length: 21 }, (_, i) => `Stranger${i}`),
    );
    await expect(accept(person)).rejects.toMatchObject({
      extras: { context: { invites: invites.slice(0, 20), more: 2 } },
    });
  });

  it('S9: takes the invite that the person names, and then the only one that is left', async () => {
    const { person, invites } = await anInvitedPerson('Wanted', 'Attacker', 'Third');
    const [wanted, attacker, third] = invites;
    const joined = await accept(person, person.email, wanted?.inviteId);
    expect(joined.orgRole?.org.id).toBe(wanted?.orgId);
    await expect(accept(person)).rejects.toMatchObject({ kind: 'conflict' });
    const { useCases, aPerson } = identity();
    const owner = await aPerson('owner@attacker.example');
    await useCases.deleteInvite(owner, { orgId: attacker?.orgId ?? '', inviteId: attacker?.inviteId ?? '' });
    expect((await accept(person)).orgRole?.org.id).toBe(third?.orgId);
  });

  it('S9: refuses the invite of another address, and one that is over, like none', async () => {
    const { useCases, aPerson } = identity();
    const { person, invites } = await anInvitedPerson('Wanted', 'Attacker');
    const [wanted] = invites;
    const other = await aPerson('other@example.com');
    await expect(accept(other, other.email, wanted?.inviteId)).rejects.toMatchObject(NOT_INVITED);
    await expect(accept(person, person.email, 'no such id')).rejects.toMatchObject(NOT_INVITED);
    const owner = await aPerson('owner@wanted.example');
    await useCases.deleteInvite(owner, { orgId: wanted?.orgId ?? '', inviteId: wanted?.inviteId ?? '' });
    await expect(accept(person, person.email, wanted?.inviteId)).rejects.toMatchObject(NOT_INVITED);
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
