import { Problem } from '../../../../lib/problem/problem.ts';
import { isHostPattern, pinnedHosts } from '../../providers/domain/pinned_hosts.ts';
import type { Connectors } from '../../providers/domain/provider.ts';
import { knownProvider } from '../../providers/usecases/known_provider.ts';

/** Checks that an app can work with its provider. Throws unprocessable. */
export function checkProviderApp(
  connectors: Connectors,
  { provider, scopes, metadataJson }: { provider: string; scopes: string[]; metadataJson: string },
): void {
  knownProvider(connectors, provider);
  for (const host of pinnedHosts(metadataJson)) {
    // Below a public suffix such as .co.uk anybody has a host.
    if (!isHostPattern(host) || (host.startsWith('.') && !connectors.isOwnDomain(host))) throw noHost(host);
  }
  if (provider === 'hubspot' && scopes.length === 0) throw scopesRequired();
}

type Pinned = { provider: string; metadataJson: string };

/** Checks that the app pins the hosts of the sign-in where customers would decide them. Throws unprocessable. */
export function checkPinned(connectors: Connectors, { provider, metadataJson }: Pinned): void {
  const { hostsOnApp, displayName } = knownProvider(connectors, provider);
  if (!hostsOnApp || pinnedHosts(metadataJson).length > 0) return;
  throw new Problem('unprocessable', `An app of ${displayName} needs the hosts of its sign-in.`, {
    issues: [{ in: 'body', name: 'metadata.hosts', detail: 'List the hosts on which your customers sign in.' }],
    remedy: 'The client secret is sent to these hosts only. A leading dot allows all subdomains, as in .acme.example.',
  });
}

function noHost(host: string): Problem {
  return new Problem('unprocessable', 'The provider app names a host that is none.', {
    issues: [
      {
        in: 'body',
        name: 'metadata.hosts',
        detail: `${host.slice(0, 100)} is not a host such as crm.acme.example, nor one owner's domain such as .acme.example.`,
      },
    ],
  });
}

/** HubSpot issues tokens without any permission to an app that requests no scopes. */
function scopesRequired(): Problem {
  return new Problem('unprocessable', 'A HubSpot app needs scopes.', {
    issues: [
      { in: 'body', name: 'scopes', detail: 'List the scopes that the app asks for (hubspot-scopes-required).' },
    ],
  });
}
