import { Problem } from '../../../lib/problem/problem.ts';
import { SANDBOX_IS_OFF } from '../domain/manifest_provider_rules.ts';
import type { Connectors, ProviderFacts } from '../domain/provider.ts';

/** The facts of a provider that the request body names. Throws unprocessable when it is unknown. */
export function knownProvider(connectors: Connectors, name: string): ProviderFacts {
  const facts = connectors.find(name);
  if (facts) return facts;
  throw new Problem('unprocessable', 'The request names a provider that is not in the catalogue.', {
    issues: [{ in: 'body', name: 'provider', detail: `There is no provider named ${name.slice(0, 100)}.` }],
    remedy: absenceRemedy(connectors, name),
  });
}

/** What to do about a provider that is not in the catalogue. */
export function absenceRemedy(connectors: Connectors, name: string): string {
  return connectors.isWithheld(name) ? SANDBOX_IS_OFF : 'GET /providers lists them.';
}
