import { describe, expect, it } from '@jest/globals';
import { ABSENT } from '../../../test/support/counted_ids.ts';
import { eachWithIdentity } from '../../../test/support/identity_fixture.ts';

describe('a membership', () => {
  const identity = eachWithIdentity();

  it('is given by an owner to anybody, with the role they say, member by default', async () => {
    const { useCases, anOrg, aPerson, roleOf } = identity();
    const { owner, orgId } = await anOrg();
    for (const [role, becomes] of [
      ['', 'member'],
      ['admin', 'admin'],
      ['owner', 'owner'],
    ] as const) {
      const person = await aPerson(`${becomes}@elsewhere.example`);
      await useCases.addMember(owner, { orgId, builderId: person.builderId, role });
      expect(await roleOf(person, orgId)).toBe(becomes);
    }
  });

  it('is had once, however many give it at the same moment', async () => {
    const { useCases, anOrg, aPerson } = identity();
    const { owner, orgId } = await anOrg();
    const { builderId } = await aPerson('once@elsewhere.example');
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => useCases.addMember(owner, { orgId, builderId, role: '' })),
    );
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(refused).toHaveLength(9);
    for (const reason of refused)
      expect(reason).toMatchObject({
        kind: 'invalidArgument',
        extras: { issues: [{ in: 'body', name: 'builderId', detail: 'is a member of the org already' }] },
      });
  });

  it('is taken with a verified address in a proven domain, for oneself and as a member', async () => {
    const { useCases, anOrg, aPerson, roleOf, aProvenDomain } = identity();
    const { owner, orgId } = await anOrg();
    await aProvenDomain(owner, orgId, 'claimed.example');
    const person = await aPerson('self@CLAIMED.example');
    const other = await aPerson('second@claimed.example');
    const join = (builderId: string, role = '') => useCases.addMember(person, { orgId, builderId, role });
    await expect(join(other.builderId)).rejects.toMatchObject({ kind: 'permissionDenied' });
    for (const role of ['admin', 'owner'])
      await expect(join(person.builderId, role)).rejects.toMatchObject({ kind: 'permissionDenied' });
    await join(person.builderId);
    expect(await roleOf(person, orgId)).toBe('member');
    await expect(join(person.builderId)).rejects.toMatchObject({ kind: 'invalidArgument' });
    await expect(join(other.builderId)).rejects.toMatchObject({ kind: 'permissionDenied' });
  });

  it('S9: is not taken with an address in a domain that the org has claimed and not proven', async () => {
    const { useCases, anOrg, aPerson, roleOf } = identity();
    const { owner, orgId } = await anOrg('Attacker');
    await useCases.claimDomain(owner, { orgId, text: 'victim.example' });
    const victim = await aPerson('someone@victim.example');
    await expect(useCases.addMember(victim, { orgId, builderId: victim.builderId, role: '' })).rejects.toMatchObject({
      kind: 'notFound',
      detail: 'There is no such org.',
    });
    expect(await roleOf(victim, orgId)).toBeUndefined();
  });

  it('does not exist for who is neither a member nor of the domain', async () => {
    const { useCases, anOrg, aPerson, roleOf, aProvenDomain } = identity();
    const { owner, orgId } = await anOrg();
    await aProvenDomain(owner, orgId, 'claimed.example');
    for (const person of [
      await aPerson('unproven@claimed.example', { emailVerified: false }),
      await aPerson('x@sub.claimed.example'),
      await aPerson('x@strange.example'),
    ]) {
      for (const id of [orgId, ABSENT])
        await expect(
          useCases.addMember(person, { orgId: id, builderId: person.builderId, role: '' }),
        ).rejects.toMatchObject({ kind: 'notFound', detail: 'There is no such org.' });
      expect(await roleOf(person, orgId)).toBeUndefined();
    }
  });

  it('is not given by members and admins, nor to nobody', async () => {
    const { useCases, anOrg, aPerson, aMember } = identity();
    const { owner, orgId } = await anOrg();
    const { builderId } = await aPerson('candidate@elsewhere.example');
    for (const role of ['admin', 'member'] as const)
      await expect(
        useCases.addMember(await aMember(orgId, role), { orgId, builderId, role: '' }),
      ).rejects.toMatchObject({
        kind: 'permissionDenied',
      });
    await expect(useCases.addMember(owner, { orgId, builderId: ABSENT, role: '' })).rejects.toMatchObject({
      kind: 'notFound',
      detail: 'There is no such builder.',
    });
  });
});
