import type { WriteAuditEntry } from '../../../lib/audit/audit.ts';
import { onceAnHour } from '../../../lib/audit/once_an_hour.ts';
import type { Log } from '../../../lib/log/log.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { UseCaseContext, WithOutbox } from '../../../lib/use_case/use_case_context.ts';
import { learnedWorkspace, mergeAccount } from '../connections/account.ts';
import type { ConnectionStore, PartyStore, SecretConnection } from '../connections/connection.ts';
import {
  connectionEvent,
  newConnection,
  refreshSchedule,
  reserveConnectionQuotas,
} from '../connections/new_connection.ts';
import { type OauthCredentials, type TokenAnswer, tokensFrom } from '../credentials.ts';
import type { Connectors } from '../providers/provider.ts';
import type { QuotaStore } from '../quota.ts';
import type { CredentialBox } from '../secrets/credential_box.ts';
import type { OauthSession } from './oauth_session.ts';

type Stores = WithOutbox<{
  connections: ConnectionStore;
  groups: PartyStore;
  consumers: PartyStore;
  quotas: QuotaStore;
}>;
type Deps = UseCaseContext<Stores> & {
  connectors: Connectors;
  box: CredentialBox;
  audit: WriteAuditEntry<'installation'>;
  log: Log;
};

/** `isReplaced`: the sign-in replaced the credentials of an existing connection. */
type SavedAuthorization = { id: string; isReplaced: boolean };
export type SaveAuthorization = ReturnType<typeof makeSaveAuthorization>;

/**
 * Stores the result of a sign-in and returns the id of its connection. A sign-in for a given connection replaces the
 * credentials of that connection. Any other sign-in replaces the credentials of the connection with the same group,
 * consumer, provider and workspace, or creates a connection. Throws notFound when the connection was deleted, and
 * unprocessable when the customer signed in to another account or a new connection exceeds a quota. When a frontend key
 * replaced credentials, logs a WARNING, once an hour for each key.
 */
export function makeSaveAuthorization(deps: Deps) {
  const { stores, connectors, box, clock, newId, audit, log } = deps;
  const warnings = onceAnHour();

  return async function saveAuthorization(session: OauthSession, answer: TokenAnswer): Promise<string> {
    const credentials: OauthCredentials = { kind: 'oauth2', tokens: tokensFrom(answer, clock.now()) };
    const saved = await stores.transaction(async (s) => {
      const { projectId, connectionId } = session;
      if (connectionId === null) return refreshOrInsert(s, session, answer, credentials);
      const connection = (await s.connections.lock(projectId, connectionId))
        ? await s.connections.findSecret(projectId, connectionId)
        : undefined;
      if (!connection) throw new Problem('notFound', 'The connection was deleted meanwhile.');
      if (isOtherAccount(connection, answer)) throw otherAccount();
      await refresh(s, session, { connection, answer, credentials });
      return { id: connectionId, isReplaced: true };
    });
    if (saved.isReplaced) warnOfFrontendKey(session, saved.id);
    return saved.id;
  };

  async function refreshOrInsert(
    s: Stores,
    session: OauthSession,
    answer: TokenAnswer,
    credentials: OauthCredentials,
  ): Promise<SavedAuthorization> {
    const { projectId, groupRef, groupName, consumerRef, consumerName, provider } = session;
    const time = clock.now();
    // The quota is reserved before the rows are read, so that its count includes connections of concurrent sign-ins. A
    // full quota does not prevent a sign-in for an existing connection, so the problem is thrown later.
    const full = await reserveConnectionQuotas(s, session).then(() => undefined, problemIn);
    await s.groups.upsert(projectId, { ref: groupRef, name: groupName, time });
    await s.consumers.upsert(projectId, { ref: consumerRef, name: consumerName, time });
    const { workspaceRef } = mergeAccount(session, answer.metadata);
    const same = await s.connections.findSame(projectId, { provider, groupRef, consumerRef, workspaceRef });
    const connection =
      same && (await s.connections.lock(projectId, same.id))
        ? await s.connections.findSecret(projectId, same.id)
        : undefined;
    if (!connection && full) throw full;
    if (!connection) return { id: await insert(s, session, answer, credentials), isReplaced: false };
    if (session.createsOnly) throw alreadyConnected();
    await refresh(s, session, { connection, answer, credentials });
    return { id: connection.id, isReplaced: true };
  }

  async function insert(
    s: Stores,
    session: OauthSession,
    answer: TokenAnswer,
    credentials: OauthCredentials,
  ): Promise<string> {
    const isPkce = connectors.find(session.provider)?.grantType === 'authorizationCodePKCE';
    const connection = newConnection(deps, session, {
      authScheme: isPkce ? 'oauth2/authorizationCodePKCE' : 'oauth2/authorizationCode',
      credentials,
      learned: answer.metadata,
      providerAppId: session.providerAppId,
      status: 'created',
      isVerified: true,
    });
    await s.connections.insert(connection);
    await announce(s, 'connection.created', connection, session);
    return connection.id;
  }

  type ConnectionRefresh = { connection: SecretConnection; answer: TokenAnswer; credentials: OauthCredentials };

  /**
   * Replaces the credentials. The caller holds the row lock. A token refresh that is still running finds a changed
   * generation afterwards, and stores nothing.
   */
  async function refresh(
    s: Stores,
    session: OauthSession,
    { connection, answer, credentials }: ConnectionRefresh,
  ): Promise<void> {
    const now = clock.now();
    await s.connections.replaceCredentials(session.projectId, connection.id, connection.generation, {
      ...mergeAccount(session, answer.metadata),
      ...refreshSchedule(credentials),
      credentials: box.seal(connection, credentials),
      providerAppId: session.providerAppId,
      status: 'created',
      statusTime: now,
      isVerified: true,
      refreshFailures: 0,
      rejections: 0,
      updateTime: now,
    });
    await announce(s, 'connection.updated', connection, session);
  }

  async function announce(
    s: Stores,
    type: 'connection.created' | 'connection.updated',
    { projectId, id }: SecretConnection,
    { frontendKey }: OauthSession,
  ): Promise<void> {
    const full = await s.connections.find(projectId, id);
    if (!full) throw new Error('The connection is not there after it was written.');
    const about = { ...full.connection, consumerName: full.consumer.name };
    await s.outbox.add(connectionEvent(type, about, { eventId: newId(), time: clock.now() }));
    // The request that started the sign-in is over, so the actor is the consumer at the provider's page. If a frontend
    // key started the sign-in, the key is the actor, because the key does not prove who the consumer is.
    const by = { principal: frontendKey ?? `consumer:${full.connection.consumerRef}` };
    const fields = type === 'connection.updated' ? ['credentials'] : [];
    await audit(s.outbox, by, { action: type, projectId, targetId: id, targetName: full.connection.provider, fields });
  }

  function warnOfFrontendKey({ projectId, frontendKey: key }: OauthSession, connectionId: string): void {
    if (key === null || !warnings.isDue([key], clock.now())) return;
    warnings.note([key], clock.now());
    log.warn('a frontend key replaced credentials', {
      projectId,
      connectionId,
      key,
      remedy: "Give the page customers' tokens, or set restrictFrontendKeys of the project.",
    });
  }
}

function problemIn(error: unknown): Problem {
  if (error instanceof Problem) return error;
  throw error;
}

/** Compares only workspaces that the provider returned, because a builder may send any workspace name. */
function isOtherAccount(connection: SecretConnection, { metadata }: TokenAnswer): boolean {
  const known = learnedWorkspace(connection);
  const { workspaceRef = '' } = metadata;
  return known !== '' && workspaceRef !== '' && known !== workspaceRef;
}

/**
 * The problem when a restricted frontend key started the sign-in. Any visitor of the builder's pages can read a
 * frontend key, so the sign-in may not replace credentials.
 */
function alreadyConnected(): Problem {
  return new Problem('unprocessable', 'This account is already connected. Ask the app to reconnect it.');
}

function otherAccount(): Problem {
  return new Problem(
    'unprocessable',
    'You signed in to another account than the connected one. Sign in to the connected account.',
  );
}
