import { Problem } from '../../../../lib/problem/problem.ts';
import { similarName } from '../../../../lib/problem/similar_name.ts';
import { SANDBOX_IS_OFF } from '../domain/sandbox_is_off.ts';
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
  if (connectors.isWithheld(name)) return SANDBOX_IS_OFF;
  const meant = similarName(name, connectors.names());
  return `${meant ? `Did you mean ${meant}? ` : ''}GET /providers lists them.`;
}
