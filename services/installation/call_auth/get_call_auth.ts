import { notFound } from '../../../lib/problem/problem.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { ConnectionStore, RefreshTokens, SecretConnection } from '../connections/connection.ts';
import { badCredentials, type MarkBad } from '../connections/connections.ts';
import { type Credentials, isRefreshable, secretsOf } from '../credentials.ts';
import type { Attachments, Connectors } from '../providers/provider.ts';
import type { CredentialBox } from '../secrets/credential_box.ts';
import { notRefreshed } from '../tokens/refresh_tokens.ts';

type Deps = { stores: { connections: ConnectionStore }; connectors: Connectors; box: CredentialBox; clock: Clock };

export type CallAuth = Attachments & {
  variables: Record<string, string>;
  generation: number;
  expireTime: number | null;
  providerAppId: string | null;
  /** Every secret of the account, to be masked in what the provider answers. Stays in this service. */
  secrets: string[];
};
export type GetCallAuth = ReturnType<typeof makeGetCallAuth>;

/**
 * How often bad credentials may be tried again: often enough to recover automatically, rarely enough not to lock an
 * account.
 */
const PROBE_MS = 10 * 60_000;
/** Part of the deadline that is left for the caller to use the result. */
const SPARE_MS = 500;

/**
 * The headers, query parameters and variables for a provider call. Refreshes tokens that are about to expire; otherwise
 * makes no call itself. Throws notFound, unprocessable (bad credentials), providerFailed and unavailable.
 */
export function makeGetCallAuth(
  { stores, connectors, box, clock }: Deps,
  { refreshTokens, markBad }: { refreshTokens: RefreshTokens; markBad: MarkBad },
) {
  return async function getCallAuth(
    call: Call,
    { projectId, connectionId }: { projectId: string; connectionId: string },
  ): Promise<CallAuth> {
    const stored = await stores.connections.findSecret(projectId, connectionId);
    if (!stored) throw notFound('connection');
    if (stored.status === 'bad_credentials') await claimProbe(stored);
    const connection = await upToDate(call, stored, box.open(stored));
    const variables = connectors.variablesOf(connection.provider, connection.workspaceRef, connection.metadataJson);
    const credentials = box.open(connection);
    return {
      ...connectors.attachments(connection.provider, credentials, variables),
      variables,
      generation: connection.generation,
      expireTime: connection.expireTime,
      providerAppId: connection.providerAppId,
      secrets: secretsOf(credentials, connectors.find(connection.provider)?.plainInputs),
    };
  };

  async function claimProbe({ projectId, id }: SecretConnection): Promise<void> {
    const now = clock.now();
    if (!(await stores.connections.claimProbe(projectId, id, { before: now - PROBE_MS, now }))) throw badCredentials();
  }

  async function upToDate(
    call: Call,
    connection: SecretConnection,
    credentials: Credentials,
  ): Promise<SecretConnection> {
    if (credentials.kind !== 'oauth2') return connection;
    const { expireTime, refreshTime, refreshFailures } = connection;
    const now = clock.now();
    const isExpired = expireTime !== null && expireTime <= now;
    const isDue = isExpired || (refreshTime !== null && refreshTime <= now);
    if (!isDue) return connection;
    if (!isRefreshable(credentials)) {
      if (!isExpired) return connection;
      await markBad(connection, ['The access token has expired and there is no refresh token.']);
      throw badCredentials();
    }
    if (refreshFailures > 0 && refreshTime !== null && refreshTime > now) {
      throw notRefreshed(refreshTime);
    }
    return refreshTokens(connection, { force: false, deadline: call.deadline - SPARE_MS });
  }
}
