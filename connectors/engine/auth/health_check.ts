import type { OutboundRequest, OutboundResponse } from '../../../lib/http/outbound.ts';
import { ProviderFailure } from '../answer/failure.ts';
import type { Provider } from '../file/provider.ts';
import type { CallAuth } from '../request/call_auth.ts';
import { headersOf } from '../request/draft.ts';
import { fillUrl, type Variables } from '../request/template.ts';
import { withDefaults } from '../request/variables.ts';

const REFUSED = [401, 403];

/** A cheap call that shows whether the credentials are accepted; null when the file declares no health check. */
export function healthCheckRequest(
  provider: Provider,
  { headers, query }: CallAuth,
  variables: Variables,
): OutboundRequest | null {
  if (!provider.healthCheck) return null;
  const { method = 'GET', url } = provider.healthCheck;
  const address = new URL(fillUrl(url, withDefaults(provider, variables)));
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  return {
    method,
    url: address.href,
    headers: { ...headersOf({ provider, variables }), ...headers },
  };
}

/** Throws ProviderFailure `credentials` on 401 and 403. Any other status does not judge the credentials. */
export function readHealthCheck({ displayName, healthCheck }: Provider, { status }: OutboundResponse): void {
  if (REFUSED.includes(status) && !healthCheck?.successStatusCodes?.includes(status))
    throw new ProviderFailure('credentials', `${displayName} does not accept these credentials (${status}).`, {
      status,
    });
}
