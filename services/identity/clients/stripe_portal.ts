import type Stripe from 'stripe';
import type { Send } from '../../../lib/http/outbound.ts';
import type { Log } from '../../../lib/log/log.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { BillingAccount, BillingAccountStore, BillingPortal } from '../domain/billing.ts';

type Deps = {
  key: string;
  /** Origin of the API. */
  url: string;
  send: Send;
  accounts: BillingAccountStore;
  clock: Clock;
  log: Log;
};

const TIMEOUT = 10_000;

/**
 * Stripe's customer portal. The first session of an account makes its Stripe customer; the idempotency key keeps two
 * that come at once from making two. How long a portal session lives is Stripe's rule, so `expireTime` is not used.
 * The package is loaded here alone: a deployment that bills nobody never pays for it.
 */
export async function stripePortal({ key, url, send, accounts, clock, log }: Deps): Promise<BillingPortal> {
  const stripe = await stripeClient({ key, url, send });

  async function customerOf(account: BillingAccount): Promise<string> {
    if (account.billingProvider === 'stripe') return account.billingProviderRef;
    const { id } = await stripe.customers.create(
      { name: account.displayName, metadata: { causeway_billing_account: account.id } },
      { idempotencyKey: `causeway-customer-${account.id}` },
    );
    await accounts.moveTo(account, { name: 'stripe', ref: id }, clock.now());
    return id;
  }

  return {
    async open(account, { redirectUrl }) {
      try {
        const customer = await customerOf(account);
        const { url: address } = await stripe.billingPortal.sessions.create({ customer, return_url: redirectUrl });
        return { url: address };
      } catch (error) {
        const { type, code, requestId } = error as { type?: string; code?: string; requestId?: string };
        log.warn('billing provider failed', { accountId: account.id, type, code, providerRequestId: requestId });
        throw new Problem('providerFailed', 'The billing provider did not open a session.', { cause: error });
      }
    },
  };
}

async function stripeClient({ key, url, send }: Pick<Deps, 'key' | 'url' | 'send'>): Promise<Stripe> {
  const { default: StripeClient } = await import('stripe');
  const { protocol, hostname, port } = new URL(url);
  const secure = protocol === 'https:';
  return new StripeClient(key, {
    host: hostname,
    protocol: secure ? 'https' : 'http',
    port: Number(port || (secure ? 443 : 80)),
    httpClient: StripeClient.createFetchHttpClient(fetchThrough(send)),
    maxNetworkRetries: 1,
    timeout: TIMEOUT,
    telemetry: false,
  });
}

/** Stripe's calls leave by the one guarded way out, like all others. */
function fetchThrough(send: Send): typeof fetch {
  return async (input, init = {}) => {
    const { status, headers, text } = await send({
      method: init.method ?? 'GET',
      url: String(input),
      headers: Object.fromEntries(new Headers(init.headers)),
      body: typeof init.body === 'string' ? init.body : undefined,
      signal: init.signal ?? undefined,
      timeoutMs: TIMEOUT,
    });
    return new Response(text, { status, headers });
  };
}
