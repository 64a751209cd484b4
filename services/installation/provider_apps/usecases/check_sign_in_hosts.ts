import { Problem } from '../../../../lib/problem/problem.ts';
import { pinnedHosts } from '../../providers/domain/pinned_hosts.ts';
import type { Connectors, ProviderFacts } from '../../providers/domain/provider.ts';
import type { ProviderApp } from '../domain/provider_app.ts';

type About = { facts: ProviderFacts; variables: Record<string, string>; app: ProviderApp | undefined };

/**
 * Where a customer names the host of the sign-in, the app's secret may go only to the hosts that the builder pinned on
 * the app. Throws unprocessable. Tokens of connections that an older version made are refreshed without it, as long as
 * the app has no pinned hosts.
 */
export function checkSignInHosts(connectors: Connectors, { facts, variables, app }: About): void {
  if (!facts.hostsOnApp) return;
  const hosts = app ? pinnedHosts(app.metadataJson) : [];
  if (hosts.length === 0)
    throw new Problem('unprocessable', `The provider app for ${facts.displayName} names no hosts.`, {
      remedy: `Customers of ${facts.displayName} sign in on a host of their own. List these hosts in metadata.hosts of the provider app.`,
    });
  const stray = connectors.strayHosts(facts.name, variables, hosts);
  if (stray.length > 0)
    throw new Problem('unprocessable', `The provider app does not allow sign-in on the host ${stray[0]}.`, {
      remedy: 'Correct the workspace. If the host is right, add it to metadata.hosts of the provider app.',
    });
}
