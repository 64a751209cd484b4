import type { ProviderCalls } from '../../../connectors/calls/provider_calls.ts';
import { openProviderDoor } from '../../../connectors/calls/provider_door.ts';
import type { Log } from '../../../lib/log/log.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { ClockAndIds } from '../../../lib/use_case/use_case_context.ts';
import type { BillingPortal, BillingSessionLinks } from '../billing/billing_session.ts';
import { embeddedPortal } from '../billing/billing_sessions.ts';
import type { BillingAccount, BillingAccountStore } from '../orgs/org.ts';
import { type StripeRequest, stripeApi } from './stripe_api.ts';

type PortalSettings = {
  billing: 'embedded' | 'stripe';
  stripeKey: string;
  stripeUrl: string;
  publicUrl: string;
  outboundAllow: readonly string[];
  outboundAllowHttp: boolean;
};
type Deps = ClockAndIds & { accounts: BillingAccountStore; links: BillingSessionLinks; log: Log };

/** Opens the billing portal that the settings choose. `close` closes its connections. */
export function openBillingPortal(
  config: PortalSettings,
  deps: Deps,
): { portal: BillingPortal; close(): Promise<void> } {
  if (config.billing === 'embedded')
    return { portal: embeddedPortal({ links: deps.links, publicUrl: config.publicUrl }), close: async () => {} };
  if (config.stripeKey === '') throw new Error('CAUSEWAY_IDENTITY_STRIPE_KEY is not set');
  const door = openProviderDoor({ allow: config.outboundAllow, allowHttp: config.outboundAllowHttp });
  const { stripeKey: key, stripeUrl: url } = config;
  return { portal: stripePortal({ ...deps, key, url, calls: door.calls }), close: door.close };
}

type StripePortalDeps = ClockAndIds & {
  key: string;
  /** Origin of the API. */
  url: string;
  calls: ProviderCalls;
  accounts: BillingAccountStore;
  log: Log;
};

/**
 * Stripe's customer portal. The first session of an account creates its Stripe customer. Two concurrent sessions create
 * only one customer, because they send the same idempotency key. Stripe decides how long a portal session is valid, so
 * `expireTime` is not used.
 */
function stripePortal({ key, url, calls, accounts, clock, newId, log }: StripePortalDeps): BillingPortal {
  const post = stripeApi({ key, url, calls });

  /** Returns the text under `field` in Stripe's answer. */
  async function ask(field: 'id' | 'url', request: StripeRequest): Promise<string> {
    const { [field]: value } = await post(request);
    if (typeof value !== 'string' || value === '') throw new Error(`Stripe's answer has no ${field}.`);
    return value;
  }

  async function customerOf(account: BillingAccount): Promise<string> {
    if (account.billingProvider === 'stripe') return account.billingProviderRef;
    const id = await ask('id', {
      path: '/v1/customers',
      form: { name: account.displayName, 'metadata[causeway_billing_account]': account.id },
      idempotencyKey: `causeway-customer-${account.id}`,
    });
    await accounts.moveTo(account, { name: 'stripe', ref: id }, clock.now());
    return id;
  }

  return {
    async open(account, { redirectUrl }) {
      try {
        const customer = await customerOf(account);
        const address = await ask('url', {
          path: '/v1/billing_portal/sessions',
          form: { customer, return_url: redirectUrl },
          idempotencyKey: `causeway-session-${newId()}`,
        });
        return { url: address };
      } catch (error) {
        const { type, code, requestId } = error as { type?: string; code?: string; requestId?: string };
        log.warn('billing provider failed', { accountId: account.id, type, code, providerRequestId: requestId });
        throw new Problem('providerFailed', 'The billing provider did not open a session.', { cause: error });
      }
    },
  };
}
