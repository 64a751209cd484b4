import { openProviderDoor } from '../../../connectors/calls/provider_door.ts';
import type { NewId } from '../../../lib/ids/ids.ts';
import type { Log } from '../../../lib/log/log.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { BillingAccountStore } from '../orgs/domain/billing_account.ts';
import type { BillingPortal } from '../billing/domain/billing_portal.ts';
import type { BillingSessionLinks } from '../billing/domain/billing_session.ts';
import { embeddedPortal } from '../billing/usecases/embedded_portal.ts';
import { stripePortal } from './stripe_portal.ts';

type Settings = {
  billing: 'embedded' | 'stripe';
  stripeKey: string;
  stripeUrl: string;
  publicUrl: string;
  outboundAllow: readonly string[];
  outboundAllowHttp: boolean;
};
type Deps = { accounts: BillingAccountStore; links: BillingSessionLinks; clock: Clock; newId: NewId; log: Log };

/** The billing portal that the settings choose, and a function that closes its connections. */
export function openBillingPortal(config: Settings, deps: Deps): { portal: BillingPortal; close(): Promise<void> } {
  if (config.billing === 'embedded')
    return { portal: embeddedPortal({ links: deps.links, publicUrl: config.publicUrl }), close: async () => {} };
  if (config.stripeKey === '') throw new Error('CAUSEWAY_IDENTITY_STRIPE_KEY is not set');
  const door = openProviderDoor({ allow: config.outboundAllow, allowHttp: config.outboundAllowHttp });
  const { stripeKey: key, stripeUrl: url } = config;
  return { portal: stripePortal({ ...deps, key, url, calls: door.calls }), close: door.close };
}
