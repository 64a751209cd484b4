import { Problem } from '../../../../lib/problem/problem.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import type { Actor } from '../../domain/actor.ts';
import type { BillingPortal } from '../domain/billing_portal.ts';
import { isAllowedOrigin, redirectTarget } from '../domain/redirect_url.ts';
import type { FindBillingAccount } from './find_billing_account.ts';

export type OpenBillingSession = (
  actor: Actor,
  request: { billingAccountId: string; redirectUrl: string; timeoutSeconds: number },
) => Promise<{ url: string }>;

type Deps = { accounts: FindBillingAccount; portal: BillingPortal; clock: Clock; redirectOrigins: readonly string[] };

export function makeOpenBillingSession({ accounts, portal, clock, redirectOrigins }: Deps): OpenBillingSession {
  return async function openBillingSession(actor, { billingAccountId, redirectUrl, timeoutSeconds }) {
    const account = await accounts.byId(actor, billingAccountId);
    const { href } = checkedTarget(redirectUrl, redirectOrigins);
    return portal.open(account, { redirectUrl: href, expireTime: clock.now() + timeoutSeconds * 1_000 });
  };
}

function checkedTarget(text: string, origins: readonly string[]): URL {
  const target = redirectTarget(text);
  if (!target)
    throw refusal('invalidArgument', 'must be an absolute http or https URL without a user name or password');
  if (!isAllowedOrigin(target, origins))
    throw refusal('unprocessable', 'must lie on an origin that the operator of this deployment allows');
  return target;
}

function refusal(kind: 'invalidArgument' | 'unprocessable', detail: string): Problem {
  return new Problem(kind, `redirectUrl ${detail}.`, { issues: [{ in: 'body', name: 'redirectUrl', detail }] });
}
