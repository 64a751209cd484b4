import type { WriteAuditEntry } from '../../../lib/audit/audit.ts';
import { onceAnHour } from '../../../lib/audit/once_an_hour.ts';
import type { Log } from '../../../lib/log/log.ts';
import { notFound, Problem } from '../../../lib/problem/problem.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import { toIso } from '../../../lib/time/iso.ts';
import type { ClockAndIds, UseCaseContext, WithOutbox } from '../../../lib/use_case/use_case_context.ts';
import { type Credentials, isRefreshable, type OauthCredentials } from '../credentials.ts';
import type { ProviderApp, ProviderAppStore } from '../provider_apps/provider_app.ts';
import type { Connectors } from '../providers/provider.ts';
import type { RevocationStore } from '../revocations/revocation.ts';
import type { CredentialBox } from '../secrets/credential_box.ts';
import type {
  ConnectionStore,
  FullConnection,
  InstallationsOfConnection,
  RefreshTokens,
  SecretConnection,
} from './connection.ts';
import { connectionErrorEvent, connectionEvent } from './new_connection.ts';

type Stores = WithOutbox<{
  connections: ConnectionStore;
  providerApps: ProviderAppStore;
  revocations: RevocationStore;
}>;
type Deps = UseCaseContext<Stores & { installations: InstallationsOfConnection }> & {
  audit: WriteAuditEntry<'installation'>;
};

/**
 * Deletes a connection and its credentials. Tokens that the provider must still revoke stay encrypted in a row of
 * `revocations`. Throws notFound, and conflict while an installation uses the connection.
 */
export function makeDeleteConnection(
  { stores, audit }: Deps,
  { removeConnection, wakeRevoker }: { removeConnection: RemoveConnection; wakeRevoker: () => void },
) {
  return async function deleteConnection(
    call: Call,
    { projectId, connectionId }: { projectId: string; connectionId: string },
  ): Promise<void> {
    await stores.transaction(async (s) => {
      const full = (await s.connections.lock(projectId, connectionId))
        ? await s.connections.find(projectId, connectionId)
        : undefined;
      if (!full) throw notFound('connection');
      const installationId = await s.installations.findByConnection(projectId, connectionId);
      if (installationId) {
        throw new Problem('conflict', 'An installation uses this connection.', {
          remedy: 'Delete the installation; that also deletes the connection.',
          context: { installationId },
        });
      }
      await removeConnection(s, full);
      const about = { projectId, targetId: connectionId, targetName: full.connection.provider };
      await audit(s.outbox, call, { action: 'connection.deleted', ...about });
    });
    wakeRevoker();
  };
}

type RemoveConnectionDeps = ClockAndIds & { connectors: Connectors; box: CredentialBox; log: Log };

export type RemoveConnection = ReturnType<typeof makeRemoveConnection>;

/**
 * Removes a connection in the caller's transaction, which must have the connection's row lock. Stores the tokens
 * encrypted in a row of `revocations`; revoke_tokens.ts revokes them later. So a provider cannot block a deletion.
 */
export function makeRemoveConnection({ connectors, box, clock, newId, log }: RemoveConnectionDeps) {
  return async function removeConnection(s: Stores, { connection, consumer }: FullConnection): Promise<void> {
    const { projectId, id } = connection;
    if (connectors.canRevoke(connection.provider)) await leaveToRevoke(s, projectId, id);
    await s.connections.remove(projectId, id);
    const about = { ...connection, consumerName: consumer.name };
    await s.outbox.add(connectionEvent('connection.deleted', about, { eventId: newId(), time: clock.now() }));
  };

  async function leaveToRevoke(s: Stores, projectId: string, connectionId: string): Promise<void> {
    const connection = await s.connections.findSecret(projectId, connectionId);
    const app = connection?.providerAppId ? await s.providerApps.find(projectId, connection.providerAppId) : undefined;
    const id = newId();
    const sealed = connection && sealedTokens(connection, id, app);
    if (!sealed) return;
    await s.revocations.insert({ id, projectId, connectionId, provider: connection.provider, sealed }, clock.now());
  }

  /** Encrypts the tokens to revoke. Undefined when there are none, or when the credentials cannot be decrypted. */
  function sealedTokens(connection: SecretConnection, id: string, app: ProviderApp | undefined): string | undefined {
    const { projectId, provider, workspaceRef, metadataJson } = connection;
    try {
      const credentials = box.open(connection);
      if (credentials.kind !== 'oauth2') return undefined;
      const { accessToken, refreshToken } = credentials.tokens;
      const variables = connectors.variablesOf(provider, workspaceRef, metadataJson);
      const client = credentials.grant?.client ?? (app && box.openClient(app));
      return box.sealRevocable({ projectId, id }, { accessToken, refreshToken, client, variables });
    } catch (err) {
      log.warn('revocation skipped: credentials cannot be decrypted', {
        projectId,
        connectionId: connection.id,
        provider,
        err,
      });
      return undefined;
    }
  }
}

type MarkBadDeps = UseCaseContext<WithOutbox<{ connections: ConnectionStore }>> & { log: Log };

export type MarkBad = ReturnType<typeof makeMarkBad>;

/**
 * Marks the credentials of one generation as bad and emits connection.error. Of several concurrent callers, only one
 * emits the event.
 */
export function makeMarkBad({ stores, clock, newId, log }: MarkBadDeps) {
  return async function markBad(connection: SecretConnection, errors: string[]): Promise<void> {
    const { projectId, id, generation } = connection;
    const marked = await stores.transaction(async (s) => {
      const time = clock.now();
      if (!(await s.connections.markBad(projectId, id, generation, time))) return false;
      const full = await s.connections.find(projectId, id);
      const about = { ...connection, consumerName: full?.consumer.name ?? '' };
      await s.outbox.add(connectionErrorEvent(about, errors, { eventId: newId(), time }));
      return true;
    });
    if (marked)
      log.warn('connection has bad credentials', { projectId, connectionId: id, provider: connection.provider });
  };
}

export function badCredentials(cause?: unknown): Problem {
  return new Problem('unprocessable', 'The provider does not accept the credentials of this connection.', {
    remedy: 'Let the customer connect again.',
    cause,
  });
}

type GetConnectionDeps = UseCaseContext<WithOutbox<{ connections: ConnectionStore }>> & {
  box: CredentialBox;
  audit: WriteAuditEntry<'installation'>;
};

type GetConnectionRequest = {
  projectId: string;
  connectionId: string;
  includeCreds: boolean;
  includeRefreshToken: boolean;
  refresh: string;
};
/** `shown`: the credentials if they were requested, else null. */
export type ConnectionWithCredentials = FullConnection & { shown: object | null };

const SPARE_MS = 500;

/**
 * Returns a connection. On request, refreshes its tokens first and includes its credentials. Throws notFound,
 * invalidArgument (`refresh`), unprocessable (bad credentials), providerFailed and unavailable.
 */
export function makeGetConnection(
  { stores, box, clock, audit }: GetConnectionDeps,
  { refreshTokens }: { refreshTokens: RefreshTokens },
) {
  const reveals = onceAnHour();
  return async function getConnection(call: Call, request: GetConnectionRequest): Promise<ConnectionWithCredentials> {
    const { projectId, connectionId, includeCreds, includeRefreshToken, refresh } = request;
    if (!['', 'force', 'ifExpired'].includes(refresh)) throw badRefresh();
    if (refresh || includeCreds || includeRefreshToken) {
      const secret = await stores.connections.findSecret(projectId, connectionId);
      if (!secret) throw noSuchConnection();
      const current = await refreshed(call, secret, refresh);
      const isShown = includeCreds || includeRefreshToken;
      if (isShown) await noteReveal(call, current);
      const shown = isShown ? shownCredentials(box.open(current), includeRefreshToken) : null;
      return { ...(await find(projectId, connectionId)), shown };
    }
    return { ...(await find(projectId, connectionId)), shown: null };
  };

  /** Stores the audit entry before the answer, so that credentials are never shown without an entry. */
  async function noteReveal(call: Call, { projectId, id, provider }: SecretConnection): Promise<void> {
    const [which, now] = [[call.principal, id], clock.now()];
    if (!reveals.isDue(which, now)) return;
    const about = { projectId, targetId: id, targetName: provider };
    await stores.transaction((s) => audit(s.outbox, call, { action: 'connection.revealed', ...about }));
    reveals.note(which, now);
  }

  async function find(projectId: string, connectionId: string): Promise<FullConnection> {
    const full = await stores.connections.find(projectId, connectionId);
    if (!full) throw noSuchConnection();
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

function noSuchConnection(): Problem {
  return notFound('connection');
}

function badRefresh(): Problem {
  const detail = 'This must be force or ifExpired.';
  return new Problem('invalidArgument', detail, { issues: [{ in: 'query', name: 'refresh', detail }] });
}

function shownCredentials(credentials: Credentials, withRefreshToken: boolean): object {
  switch (credentials.kind) {
    case 'apiKey':
      return { apiKey: credentials.apiKey };
    case 'oauth2':
      return { oauth2AuthorizationCode: shownTokens(credentials, withRefreshToken) };
    default:
      return {};
  }
}

function shownTokens({ tokens }: OauthCredentials, withRefreshToken: boolean): object {
  const { accessToken, issueTime, expireTime, refreshToken, refreshIssueTime, refreshExpireTime, scopes } = tokens;
  return {
    accessToken: shownToken(accessToken, issueTime, expireTime),
    ...(withRefreshToken &&
      refreshToken !== undefined && { refreshToken: shownToken(refreshToken, refreshIssueTime, refreshExpireTime) }),
    ...(scopes && { scopes }),
  };
}

function shownToken(text: string, issueTime?: number, expireTime?: number): object {
  return {
    token: text,
    ...(issueTime !== undefined && { issuedAt: toIso(issueTime) }),
    ...(expireTime !== undefined && { expiresAt: toIso(expireTime) }),
  };
}
