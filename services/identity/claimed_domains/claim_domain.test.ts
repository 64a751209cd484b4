import { describe, expect, it } from '@jest/globals';
import { ABSENT } from '../../../test/support/counted_ids.ts';
import { eachWithIdentity } from '../../../test/support/identity_fixture.ts';
import { tokenOf } from './claimed_domain.ts';

describe('claiming a domain', () => {
  const identity = eachWithIdentity();

  it('takes it from a domain, an address or a URL', async () => {
    const { useCases, anOrg } = identity();
    const { owner, orgId } = await anOrg();
    for (const text of ['plain.example', 'someone@mail.example', 'https://www.web.example:8443/path?x=1'])
      await useCases.claimDomain(owner, { orgId, text });
    const claimed = (await useCases.listClaimedDomains(owner, orgId)).map(({ domain }) => domain);
    expect(claimed).toEqual(['plain.example', 'mail.example', 'web.example']);
  });

  it('S9: excludes nobody: any number of orgs claim it, each with a record of its own', async () => {
    const { useCases, anOrg } = identity();
    const [mine, rival] = [await anOrg(), await anOrg('Rival')];
    const first = await useCases.claimDomain(mine.owner, { orgId: mine.orgId, text: 'mine.example' });
    const again = await useCases.claimDomain(mine.owner, { orgId: mine.orgId, text: 'http://MINE.example/' });
    const theirs = await useCases.claimDomain(rival.owner, { orgId: rival.orgId, text: 'mine.example' });
    expect(first).toMatchObject({ orgId: mine.orgId, domain: 'mine.example', proveTime: null });
    expect(again).toEqual(first);
    expect(tokenOf(theirs)).not.toBe(tokenOf(first));
    expect(await useCases.listClaimedDomains(mine.owner, mine.orgId)).toEqual([first]);
    expect(await useCases.listClaimedDomains(rival.owner, rival.orgId)).toEqual([theirs]);
  });

  it('S9: of a domain that another org has proven is refused, and one’s own again changes nothing', async () => {
    const { useCases, anOrg, aProvenDomain, stores } = identity();
    const [mine, rival] = [await anOrg(), await anOrg('Rival')];
    const { id } = await aProvenDomain(mine.owner, mine.orgId, 'mine.example');
    await expect(useCases.claimDomain(rival.owner, { orgId: rival.orgId, text: 'mine.example' })).rejects.toMatchObject(
      { kind: 'alreadyExists' },
    );
    const again = await useCases.claimDomain(mine.owner, { orgId: mine.orgId, text: 'mine.example' });
    expect(again).toMatchObject({ id, proveTime: expect.any(Number) });
    expect(await stores.claimedDomains.listOfOrg(rival.orgId)).toEqual([]);
  });

  it('takes an owner of the org', async () => {
    const { useCases, anOrg, aMember } = identity();
    const { orgId } = await anOrg();
    const { owner: rival } = await anOrg('Rival');
    for (const role of ['admin', 'member'] as const)
      await expect(
        useCases.claimDomain(await aMember(orgId, role), { orgId, text: 'new.example' }),
      ).rejects.toMatchObject({
        kind: 'permissionDenied',
      });
    for (const id of [orgId, ABSENT]) {
      await expect(useCases.claimDomain(rival, { orgId: id, text: 'new.example' })).rejects.toMatchObject({
        kind: 'notFound',
        detail: 'There is no such org.',
      });
      await expect(useCases.listClaimedDomains(rival, id)).rejects.toMatchObject({ kind: 'notFound' });
    }
  });

  it.each(['localhost', '127.0.0.1', 'http://[::1]/', 'a b.example', 'ftp://x.example', '...', ''])(
    'is refused for %j, which is no domain',
    async (text) => {
      const { useCases, anOrg } = identity();
      const { owner, orgId } = await anOrg();
      await expect(useCases.claimDomain(owner, { orgId, text })).rejects.toMatchObject({
        kind: 'invalidArgument',
        extras: { issues: [expect.objectContaining({ in: 'body', name: 'domain' })] },
      });
      await expect(useCases.checkClaimedDomain(owner, text)).rejects.toMatchObject({
        kind: 'invalidArgument',
        extras: { issues: [expect.objectContaining({ in: 'query', name: 'domain' })] },
      });
    },
  );

  it('is refused for where anybody gets a mailbox', async () => {
    const { useCases, anOrg } = identity();
    const { owner, orgId } = await anOrg();
    await expect(useCases.claimDomain(owner, { orgId, text: 'me@gmail.com' })).rejects.toMatchObject({
      kind: 'unprocessable',
    });
  });
});

describe('who claimed a domain', () => {
  const identity = eachWithIdentity();

  it('is told to the owners of the org and to people with a verified address there, to nobody else', async () => {
    const { useCases, anOrg, aPerson, aMember, aProvenDomain } = identity();
    const { owner, orgId } = await anOrg();
    const { owner: rival } = await anOrg('Rival');
    await aProvenDomain(owner, orgId, 'shown.example');
    const inside = await aPerson('in@shown.example');
    for (const actor of [owner, inside])
      expect(await useCases.checkClaimedDomain(actor, 'WWW.Shown.example')).toMatchObject({
        orgId,
        domain: 'shown.example',
      });
    const admin = await aMember(orgId, 'admin');
    for (const actor of [{ ...inside, emailVerified: false }, admin, rival])
      for (const domain of ['shown.example', 'nobody-claimed.example'])
        await expect(useCases.checkClaimedDomain(actor, domain)).rejects.toMatchObject({
          kind: 'notFound',
          detail: 'There is no such claimed domain.',
        });
    expect(await useCases.listClaimedDomains(admin, orgId)).toHaveLength(1);
  });

  it('S9: is told to nobody but its own owners until it is proven', async () => {
    const { useCases, anOrg, aPerson } = identity();
    const { owner, orgId } = await anOrg('Attacker');
    const [other, rival] = [await anOrg('Victim'), await anOrg('Rival')];
    await useCases.claimDomain(owner, { orgId, text: 'victim.example' });
    await useCases.claimDomain(other.owner, { orgId: other.orgId, text: 'victim.example' });
    const check = (actor: Parameters<typeof useCases.checkClaimedDomain>[0]) =>
      useCases.checkClaimedDomain(actor, 'victim.example');
    expect(await check(owner)).toMatchObject({ orgId, proveTime: null });
    expect(await check(other.owner)).toMatchObject({ orgId: other.orgId, proveTime: null });
    for (const actor of [await aPerson('someone@victim.example'), rival.owner])
      await expect(check(actor)).rejects.toMatchObject({ kind: 'notFound' });
  });
});
