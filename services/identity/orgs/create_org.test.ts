import { describe, expect, it } from '@jest/globals';
import { eachWithIdentity, keyOf, NOW } from '../../../test/support/identity_fixture.ts';

describe('making an org', () => {
  const identity = eachWithIdentity();

  it('makes the builder its owner, and a billing account with it', async () => {
    const { useCases, aPerson, roleOf } = identity();
    const founder = await aPerson('founder@founded.example');
    const org = await useCases.createOrg(founder, { label: 'Founded' });
    expect(org).toMatchObject({ label: 'Founded', createTime: NOW, updateTime: null });
    expect(await useCases.getOrg(founder, org.id)).toEqual(org);
    expect(await roleOf(founder, org.id)).toBe('owner');
    expect(await useCases.billingAccounts.ofOrg(founder, org.id)).toMatchObject({
      displayName: 'Founded',
      billingProvider: 'causeway',
      billingProviderRef: org.id,
    });
  });

  it('by a key makes the owners of its own org the owners', async () => {
    const { useCases, anOrg, aMember, roleOf } = identity();
    const { owner, orgId } = await anOrg();
    const admin = await aMember(orgId, 'admin');
    const second = await aMember(orgId, 'owner', 'second@acme.example');
    const made = await useCases.createOrg(keyOf(orgId), { label: 'By key' });
    expect([await roleOf(owner, made.id), await roleOf(second, made.id), await roleOf(admin, made.id)]).toEqual([
      'owner',
      'owner',
      undefined,
    ]);
  });

  it('by a key of an org that nobody owns is refused', async () => {
    const { db, useCases, anOrg } = identity();
    const { orgId } = await anOrg();
    await db('memberships').update({ role: 'admin' });
    await expect(useCases.createOrg(keyOf(orgId), { label: 'x' })).rejects.toMatchObject({ kind: 'permissionDenied' });
  });

  it('makes all of it or nothing', async () => {
    const { db, useCases, aPerson, stores } = identity();
    const founder = await aPerson('founder@founded.example');
    await db.schema.renameTable('billing_accounts', 'elsewhere');
    await expect(useCases.createOrg(founder, { label: 'Half' })).rejects.toThrow(/billing_accounts/);
    expect(await db('orgs').select('id')).toEqual([]);
    expect(await stores.memberships.listOfBuilder(founder.builderId)).toEqual([]);
  });
});
