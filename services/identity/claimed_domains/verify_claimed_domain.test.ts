import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../../test/support/eventually.ts';
import { DOMAIN_CHECKS, eachWithIdentity, identityFixture } from '../../../test/support/identity_fixture.ts';
import { type TxtAnswer, tokenOf } from './claimed_domain.ts';

/** A DNS of the test's own: answers by name. */
const zone = new Map<string, TxtAnswer>();
const asked: string[] = [];
const txtRecords = async (name: string): Promise<TxtAnswer> => {
  asked.push(name);
  return zone.get(name) ?? { records: [] };
};
const NAME = '_causeway.mine.example';

describe('proving a claimed domain', () => {
  const identity = eachWithIdentity({ txtRecords });

  async function aClaim(label = 'Acme') {
    zone.clear();
    const { owner, orgId } = await identity().anOrg(label);
    const claim = await identity().useCases.claimDomain(owner, { orgId, text: 'mine.example' });
    const verify = () => identity().useCases.verifyClaimedDomain(owner, { orgId, text: 'x@MINE.example' });
    return { claim, owner, orgId, verify };
  }

  it('S9: takes the record of the claim among several, and lets people of the domain join', async () => {
    const { useCases, aPerson, clock, roleOf } = identity();
    const { claim, orgId, verify } = await aClaim();
    zone.set(NAME, { records: ['v=spf1 -all', tokenOf(claim).toUpperCase()] });
    expect(await verify()).toEqual({ ...claim, proveTime: clock.now() });
    const person = await aPerson('in@mine.example');
    await useCases.addMember(person, { orgId, builderId: person.builderId, role: '' });
    expect(await roleOf(person, orgId)).toBe('member');
  });

  it('S9: happens once: a proven claim stays proven, and nobody is asked again', async () => {
    const { claim, verify } = await aClaim();
    zone.set(NAME, { records: [tokenOf(claim)] });
    const proven = await verify();
    zone.set(NAME, { fault: 'timeout' });
    asked.length = 0;
    expect(await verify()).toEqual(proven);
    expect(asked).toEqual([]);
  });

  it('S9: says what is wrong: no record, other records, a DNS that fails, one that does not answer', async () => {
    const { claim, verify } = await aClaim();
    const context = { recordName: NAME, token: tokenOf(claim) };
    await expect(verify()).rejects.toMatchObject({
      kind: 'unprocessable',
      detail: `${NAME} has no TXT record.`,
      extras: { context: { ...context, found: [] }, remedy: expect.stringContaining(tokenOf(claim)) },
    });
    zone.set(NAME, { records: ['causeway-domain=another', 'x'.repeat(1_000)] });
    await expect(verify()).rejects.toMatchObject({
      kind: 'unprocessable',
      extras: { context: { ...context, found: ['causeway-domain=another', 'x'.repeat(200)] } },
    });
    zone.set(NAME, { fault: 'failed' });
    await expect(verify()).rejects.toMatchObject({ kind: 'unavailable', detail: expect.stringContaining('failure') });
    zone.set(NAME, { fault: 'timeout' });
    await expect(verify()).rejects.toMatchObject({ kind: 'unavailable', detail: expect.stringContaining('in time') });
  });

  it('S9: does not believe the record of another org’s claim, and lets the first proven one win', async () => {
    const attacker = await aClaim('Attacker');
    const mine = await aClaim('Mine');
    zone.set(NAME, { records: [tokenOf(mine.claim)] });
    await expect(attacker.verify()).rejects.toMatchObject({ kind: 'unprocessable' });
    await mine.verify();
    zone.set(NAME, { records: [tokenOf(mine.claim), tokenOf(attacker.claim)] });
    await expect(attacker.verify()).rejects.toMatchObject({ kind: 'alreadyExists' });
    expect(await identity().stores.claimedDomains.findProven('mine.example')).toMatchObject({ id: mine.claim.id });
  });

  it('S9: takes an owner of an org that claimed the domain', async () => {
    const { useCases, aMember, anOrg } = identity();
    const { orgId } = await aClaim();
    const verify = (actor: Parameters<typeof useCases.verifyClaimedDomain>[0], text = 'mine.example') =>
      useCases.verifyClaimedDomain(actor, { orgId, text });
    await expect(verify(await aMember(orgId, 'admin'))).rejects.toMatchObject({ kind: 'permissionDenied' });
    const rival = await anOrg('Rival');
    await expect(verify(rival.owner)).rejects.toMatchObject({ kind: 'notFound', detail: 'There is no such org.' });
    await expect(verify(await aMember(orgId, 'owner'), 'unclaimed.example')).rejects.toMatchObject({
      kind: 'notFound',
      extras: { remedy: expect.stringContaining('Claim') },
    });
  });
});

describe('unproven claims', () => {
  it('S9: are checked beside those whose name servers do not answer', async () => {
    const asked: string[] = [];
    let answer = () => {};
    const slow = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { useCases, anOrg, clock, db } = await identityFixture({
      txtRecords: async (name) => {
        asked.push(name);
        if (name.includes('slow')) await slow;
        return { records: [] };
      },
    });
    const { owner, orgId } = await anOrg();
    for (const text of ['slow.example', 'quick.example']) await useCases.claimDomain(owner, { orgId, text });
    clock.time += DOMAIN_CHECKS.everyMs;
    const round = useCases.checkDueClaims(() => false);
    await eventually(async () => expect(asked).toContain('_causeway.quick.example'));
    answer();
    expect(await round).toBe(2);
    await db.destroy();
  });

  it('S9: are checked in the background while they are young, however the DNS answers', async () => {
    const { useCases, anOrg, clock, stores, db } = await identityFixture({ txtRecords });
    zone.clear();
    const { owner, orgId } = await anOrg();
    const claim = await useCases.claimDomain(owner, { orgId, text: 'mine.example' });
    await useCases.claimDomain(owner, { orgId, text: 'broken.example' });
    zone.set('_causeway.broken.example', { fault: 'failed' });
    const round = () => useCases.checkDueClaims(() => false);
    expect(await round()).toBe(0);
    clock.time += DOMAIN_CHECKS.everyMs;
    expect([await round(), await round()]).toEqual([2, 0]);
    zone.set(NAME, { records: [tokenOf(claim)] });
    clock.time += DOMAIN_CHECKS.everyMs;
    expect(await round()).toBe(2);
    expect(await stores.claimedDomains.findProven('mine.example')).toMatchObject({ id: claim.id });
    clock.time += DOMAIN_CHECKS.everyMs;
    expect(await round()).toBe(1);
    clock.time += DOMAIN_CHECKS.forMs;
    expect(await round()).toBe(0);
    await useCases.claimDomain(owner, { orgId, text: 'broken.example' });
    clock.time += DOMAIN_CHECKS.everyMs;
    expect(await round()).toBe(1);
    await db.destroy();
  });
});
