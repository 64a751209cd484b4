import type { Audit } from '../../../lib/audit/audit.ts';
import { onceAnHour } from '../../../lib/audit/once_an_hour.ts';
import { notFound, Problem } from '../../../lib/problem/problem.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import { toIso } from '../../../lib/time/iso.ts';
import type { Given, WithOutbox } from '../../../lib/use_case/given.ts';
import { type Credentials, isRefreshable, type OauthCredentials } from '../credentials.ts';
import type { CredentialBox } from '../secrets/credential_box.ts';
import type { ConnectionStore, FullConnection, RefreshTokens, SecretConnection } from './connection.ts';

type Deps = Given<WithOutbox<{ connections: ConnectionStore }>> & { box: CredentialBox; audit: Audit<'installation'> };

type GetConnectionRequest = {
  projectId: string;
  connectionId: string;
  includeCreds: boolean;
  includeRefreshToken: boolean;
  refresh: string;
};
/** `shown` holds the credentials if they were requested; else null. */
export type ConnectionWithCredentials = FullConnection & { shown: object | null };

const SPARE_MS = 500;

/**
 * Returns a connection. On request, refreshes its tokens first and includes its credentials. Throws notFound,
 * invalidArgument (`refresh`), unprocessable (bad credentials), providerFailed and unavailable.
 */
export function makeGetConnection(
  { stores, box, clock, audit }: Deps,
  { refreshTokens }: { refreshTokens: RefreshTokens },
) {
  const reveals = onceAnHour();
  return async function getConnection(call: Call, request: GetConnectionRequest): Promise<ConnectionWithCredentials> {
    const { projectId, connectionId, includeCreds, includeRefreshToken, refresh } = request;
    if (!['', 'force', 'ifExpired'].includes(refresh)) throw badRefresh();
    if (refresh || includeCreds || includeRefreshToken) {
      const secret = await stores.connections.findSecret(projectId, connectionId);
      if (!secret) throw absent();
      const current = await refreshed(call, secret, refresh);
      const isShown = includeCreds || includeRefreshToken;
      if (isShown) await noteReveal(call, current);
      const shown = isShown ? show(box.open(current), includeRefreshToken) : null;
      return { ...(await find(projectId, connectionId)), shown };
    }
    return { ...(await find(projectId, connectionId)), shown: null };
  };

  /** Before the answer, so that nobody sees credentials without an entry. */
  async function noteReveal(call: Call, { projectId, id, provider }: SecretConnection): Promise<void> {
    const [which, now] = [[call.principal, id], clock.now()];
    if (!reveals.isDue(which, now)) return;
    const about = { projectId, targetId: id, targetName: provider };
    await stores.transaction((s) => audit(s.outbox, call, { action: 'connection.revealed', ...about }));
    reveals.note(which, now);
  }

  async function find(projectId: string, connectionId: string): Promise<FullConnection> {
    const full = await stores.connections.find(projectId, connectionId);
    if (!full) throw absent();
    return full;
  }

  async function refreshed(call: Call, connection: SecretConnection, refresh: string): Promise<SecretConnection> {
    const credentials = box.open(connection);
    const isExpired = connection.expireTime !== null && connection.expireTime <= clock.now();
    const wanted = refresh === 'force' || (refresh === 'ifExpired' && isExpired);
    if (!wanted || credentials.kind !== 'oauth2' || !isRefreshable(credentials)) return connection;
    return refreshTokens(connection, { force: true, deadline: call.deadline - SPARE_MS });
  }
}

function absent(): Problem {
  return notFound('connection');
}

function badRefresh(): Problem {
  const detail = 'This must be force or ifExpired.';
  return new Problem('invalidArgument', detail, { issues: [{ in: 'query', name: 'refresh', detail }] });
}

function show(credentials: Credentials, withRefreshToken: boolean): object {
  switch (credentials.kind) {
    case 'apiKey':
      return { apiKey: credentials.apiKey };
    case 'oauth2':
      return { oauth2AuthorizationCode: showTokens(credentials, withRefreshToken) };
    default:
      return {};
  }
}

function showTokens({ tokens }: OauthCredentials, withRefreshToken: boolean): object {
  const { accessToken, issueTime, expireTime, refreshToken, refreshIssueTime, refreshExpireTime, scopes } = tokens;
  return {
    accessToken: token(accessToken, issueTime, expireTime),
    ...(withRefreshToken &&
      refreshToken !== undefined && { refreshToken: token(refreshToken, refreshIssueTime, refreshExpireTime) }),
    ...(scopes && { scopes }),
  };
}

function token(text: string, issueTime?: number, expireTime?: number): object {
  return {
    token: text,
    ...(issueTime !== undefined && { issuedAt: toIso(issueTime) }),
    ...(expireTime !== undefined && { expiresAt: toIso(expireTime) }),
  };
}
