import { Problem } from '../../../lib/problem/problem.ts';
import type { Connectors } from '../domain/provider.ts';
import { knownProvider } from './known_provider.ts';

/** Checks that an app can work with its provider. Throws unprocessable. */
export function checkProviderApp(
  connectors: Connectors,
  { provider, scopes }: { provider: string; scopes: string[] },
): void {
  knownProvider(connectors, provider);
  if (provider === 'hubspot' && scopes.length === 0) throw scopesRequired();
}

/** HubSpot issues tokens without any permission to an app that requests no scopes. */
function scopesRequired(): Problem {
  return new Problem('unprocessable', 'A HubSpot app needs scopes.', {
    issues: [
      { in: 'body', name: 'scopes', detail: 'List the scopes that the app asks for (hubspot-scopes-required).' },
    ],
  });
}
