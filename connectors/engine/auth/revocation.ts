import { isSuccess } from '../../../lib/http/is_success.ts';
import type { OutboundRequest, OutboundResponse } from '../../../lib/http/outbound.ts';
import { ProviderFailure } from '../answer/failure.ts';
import { retryAfterMs } from '../answer/retry_hint.ts';
import type { OauthFacts, Provider } from '../file/provider.ts';
import type { Variables } from '../request/template.ts';
import { authAddress, basicClient } from './oauth.ts';

/** The tokens of a deleted connection, and the values needed to revoke them at the provider. */
type Revocable = {
  accessToken: string;
  refreshToken?: string | undefined;
  client?: { clientId: string; clientSecret: string; hosts?: string[] | undefined } | undefined;
  variables: Variables;
};
type Revocation = NonNullable<OauthFacts['revocation']>;

export function canRevoke({ auth }: Provider): boolean {
  return auth.type === 'oauth2' && auth.revocation !== undefined;
}

/**
 * A revocation request (RFC 7009 or the provider's own variant). Null when the file declares no revocation, or when the
 * request needs an OAuth client that is unknown.
 */
export function revocationRequest(provider: Provider, revocable: Revocable): OutboundRequest | null {
  const revocation = provider.auth.type === 'oauth2' ? provider.auth.revocation : undefined;
  if (!revocation) return null;
  const { client, accessToken, refreshToken = accessToken } = revocable;
  const token = revocation.token === 'access' ? accessToken : refreshToken;
  const needsClient = revocation.clientAuth !== 'none' && revocation.clientAuth !== 'bearer';
  if (needsClient && !client) return null;
  const { send = 'form', clientAuth = 'body', field = 'token', method = 'POST' } = revocation;
  const fields = {
    ...(!revocation.url.includes('{token}') && clientAuth !== 'bearer' && { [field]: token }),
    ...(clientAuth === 'body' && client && { client_id: client.clientId, client_secret: client.clientSecret }),
  };
  return {
    method,
    url: address(provider, revocation, token, revocable),
    headers: {
      Accept: 'application/json',
      ...(send !== 'none' && { 'Content-Type': CONTENT_TYPES[send] }),
      ...(clientAuth === 'basic' && client && { Authorization: basicClient(client) }),
      ...(clientAuth === 'bearer' && { Authorization: `Bearer ${token}` }),
    },
    ...(send === 'form' && { body: new URLSearchParams(fields).toString() }),
    ...(send === 'json' && { body: JSON.stringify(fields) }),
  };
}

/**
 * Throws ProviderFailure when the response is not a success. Temporary failures (429, 5xx) may be retried. Any other
 * refusal is final, because providers also refuse tokens that no longer exist.
 */
export function readRevocation(provider: Provider, { status, headers }: OutboundResponse, now: number): void {
  if (isSuccess({ status })) return;
  const kind = status === 429 ? 'rateLimit' : status >= 500 ? 'providerFault' : 'badRequest';
  throw new ProviderFailure(kind, `${provider.displayName} did not revoke the token (${status}).`, {
    status,
    retryAfterMs: kind === 'badRequest' ? undefined : retryAfterMs(headers, now, provider.rateLimit),
  });
}

const CONTENT_TYPES = { form: 'application/x-www-form-urlencoded', json: 'application/json' } as const;

function address(provider: Provider, { url }: Revocation, token: string, { client, variables }: Revocable): string {
  return authAddress(provider, url, { variables, hosts: client?.hosts })
    .replace('{token}', encodeURIComponent(token))
    .replace('{clientId}', encodeURIComponent(client?.clientId ?? ''));
}
