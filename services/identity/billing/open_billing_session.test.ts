import { describe, expect, it } from '@jest/globals';
import { ABSENT } from '../../../test/support/counted_ids.ts';
import { eachWithIdentity, keyOf, NOW, PUBLIC_URL } from '../../../test/support/identity_fixture.ts';
import type { Actor } from '../actor.ts';
import type { BillingAccount } from '../orgs/org.ts';
import { allowedOrigins, type PortalSession } from './billing_session.ts';

const BACK = 'https://app.example.com/settings/billing?tab=1';
const LINK = `${PUBLIC_URL}/billing/sessions/`;

describe('a billing session', () => {
  const identity = eachWithIdentity();
  async function anAccount() {
    const { useCases, anOrg } = identity();
    const { owner, orgId } = await anOrg();
    const { id: billingAccountId } = await useCases.billingAccounts.ofOrg(owner, orgId);
    const open = (actor: Actor, redirectUrl = BACK, timeoutSeconds = 60) =>
      useCases.openBillingSession(actor, { billingAccountId, redirectUrl, timeoutSeconds });
    return { owner, orgId, billingAccountId, open };
  }

  it('opens a page that tells the account and leads back', async () => {
    const { useCases } = identity();
    const { owner, orgId, billingAccountId, open } = await anAccount();
    await useCases.createProject(owner, { orgId, name: 'demo', appName: 'Demo' });
    const { url } = await open(owner);
    expect(url.startsWith(LINK)).toBe(true);
    expect(await useCases.getBillingSession(url.slice(LINK.length))).toMatchObject({
      session: { redirectUrl: BACK, expireTime: NOW + 60_000 },
      account: { id: billingAccountId },
      org: { id: orgId, label: 'Acme' },
      projectCount: 1,
    });
  });

  it('is over when its time is, and opens with no other link', async () => {
    const { useCases, clock } = identity();
    const { owner, open } = await anAccount();
    const token = (await open(owner)).url.slice(LINK.length);
    clock.time += 59_999;
    await expect(useCases.getBillingSession(token)).resolves.toBeDefined();
    clock.time += 1;
    for (const one of [token, '', 'x', `${token}x`])
      await expect(useCases.getBillingSession(one)).rejects.toMatchObject({
        kind: 'notFound',
        detail: 'There is no such billing session, or it has expired.',
      });
  });

  it('is over when its account is gone', async () => {
    const { db, useCases } = identity();
    const { owner, open } = await anAccount();
    const token = (await open(owner)).url.slice(LINK.length);
    await db('billing_accounts').del();
    await expect(useCases.getBillingSession(token)).rejects.toMatchObject({ kind: 'notFound' });
  });

  it('is for owners and keys of the org; what others pay does not exist', async () => {
    const { useCases, anOrg, aPerson, aMember } = identity();
    const { orgId, billingAccountId, open } = await anAccount();
    await expect(open(keyOf(orgId))).resolves.toBeDefined();
    for (const role of ['admin', 'member'] as const) {
      const actor = await aMember(orgId, role);
      await expect(open(actor)).rejects.toMatchObject({ kind: 'permissionDenied' });
      await expect(useCases.billingAccounts.ofOrg(actor, orgId)).rejects.toMatchObject({ kind: 'permissionDenied' });
    }
    const { owner: rival, orgId: rivalOrgId } = await anOrg('Rival');
    for (const actor of [rival, keyOf(rivalOrgId), await aPerson('nobody@nowhere.example')])
      for (const id of [billingAccountId, ABSENT])
        await expect(
          useCases.openBillingSession(actor, { billingAccountId: id, redirectUrl: BACK, timeoutSeconds: 60 }),
        ).rejects.toMatchObject({ kind: 'notFound', detail: 'There is no such billing account.' });
  });

  it.each(['javascript:alert(1)', '/billing', '//app.example.com/', 'https://user@app.example.com/', ''])(
    'does not return to %j',
    async (redirectUrl) => {
      const { owner, open } = await anAccount();
      await expect(open(owner, redirectUrl)).rejects.toMatchObject({
        kind: 'invalidArgument',
        extras: { issues: [expect.objectContaining({ name: 'redirectUrl' })] },
      });
    },
  );
});

describe('a billing session where the operator names origins', () => {
  const asked: [BillingAccount, PortalSession][] = [];
  const identity = eachWithIdentity({
    redirectOrigins: allowedOrigins(['https://app.example.com', 'http://localhost:3000/']),
    // The billing provider's end: what it would be asked.
    portal: {
      async open(...request) {
        asked.push(request);
        return { url: 'https://billing.example/session' };
      },
    },
  });
  const open = async (redirectUrl: string, at?: string) => {
    const { useCases, anOrg } = identity();
    const { owner, orgId } = await anOrg();
    const { id } = await useCases.billingAccounts.ofOrg(owner, orgId);
    return useCases.openBillingSession(owner, { billingAccountId: at ?? id, redirectUrl, timeoutSeconds: 60 });
  };

  it.each(['https://app.example.com/x', 'https://APP.example.com', 'http://localhost:3000/back'])(
    'returns to %s',
    async (redirectUrl) => {
      await expect(open(redirectUrl)).resolves.toEqual({ url: 'https://billing.example/session' });
      expect(asked.at(-1)).toMatchObject([
        { displayName: 'Acme' },
        { redirectUrl: new URL(redirectUrl).href, expireTime: NOW + 60_000 },
      ]);
    },
  );

  it.each([
    'http://app.example.com/x',
    'https://app.example.com:444/x',
    'https://app.example.com.evil.example/',
    'https://evil.example/https://app.example.com/',
    'http://localhost:3001/',
  ])('does not return to %s', async (redirectUrl) => {
    const before = asked.length;
    await expect(open(redirectUrl)).rejects.toMatchObject({
      kind: 'unprocessable',
      extras: { issues: [expect.objectContaining({ name: 'redirectUrl' })] },
    });
    expect(asked).toHaveLength(before);
  });

  it('asks the provider nothing when anything is wrong', async () => {
    const before = asked.length;
    await expect(open('javascript:1')).rejects.toMatchObject({ kind: 'invalidArgument' });
    await expect(open(BACK, ABSENT)).rejects.toMatchObject({ kind: 'notFound' });
    expect(asked).toHaveLength(before);
  });
});
