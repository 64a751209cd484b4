import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../../lib/ids/ids.ts';
import { silentLog } from '../../../lib/log/log.ts';
import { type StripeServer, startStripeServer } from '../../../test/support/stripe_server.ts';
import { billingSessionLinks } from '../billing/billing_session.ts';
import type { BillingAccount, BillingAccountStore } from '../orgs/org.ts';
import { openBillingPortal } from './billing_portal.ts';

const KEY = 'sk_test_portal';
const SESSION = { redirectUrl: 'https://app.example.com/', expireTime: 2_000 };
const ACCOUNT: BillingAccount = {
  id: 'account',
  orgId: 'org',
  displayName: 'Acme',
  billingProvider: 'stripe',
  billingProviderRef: 'cus_1',
  createTime: 0,
  updateTime: null,
};

describe('the billing portal that the settings name', () => {
  let stripe: StripeServer;
  beforeAll(async () => {
    stripe = await startStripeServer(KEY);
  });
  afterAll(() => stripe.stop());

  const deps = {
    accounts: {} as BillingAccountStore,
    links: billingSessionLinks('secret'),
    clock: { now: () => 1_000 },
    newId,
    log: silentLog,
  };
  const settings = (given: object) => ({
    billing: 'stripe' as const,
    stripeKey: KEY,
    stripeUrl: stripe.url,
    publicUrl: 'https://causeway.example/',
    outboundAllow: ['127.0.0.0/8'],
    outboundAllowHttp: true,
    ...given,
  });

  it('is our own page, behind a link that stands for the session', async () => {
    const { portal } = openBillingPortal(settings({ billing: 'embedded', stripeKey: '' }), deps);
    const { url } = await portal.open(ACCOUNT, SESSION);
    const [, token = ''] = /^https:\/\/causeway\.example\/billing\/sessions\/(.+)$/.exec(url) ?? [];
    expect(deps.links.read(token, 1_000)).toEqual({ orgId: 'org', accountId: 'account', ...SESSION });
  });

  it('is Stripe’s only with a key', () =>
    expect(() => openBillingPortal(settings({ stripeKey: '' }), deps)).toThrow('CAUSEWAY_IDENTITY_STRIPE_KEY'));

  it.each([
    ['an address that may not be called', { outboundAllow: [], outboundAllowHttp: false }, 0],
    ['http where only https may be', { outboundAllowHttp: false }, 0],
    ['a key that Stripe does not know', { stripeKey: 'sk_test_wrong' }, 1],
    ['a customer that Stripe does not know', {}, 1],
  ])('fails with the same problem for %s', async (_what, given, calls) => {
    const before = stripe.calls.length;
    const { portal, close } = openBillingPortal(settings(given), deps);
    await expect(portal.open(ACCOUNT, SESSION)).rejects.toMatchObject({ kind: 'providerFailed' });
    expect(stripe.calls.length - before).toBe(calls);
    await close();
  });
});
