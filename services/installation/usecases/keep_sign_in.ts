import { Problem } from '../../../lib/problem/problem.ts';
import { accountOf, learnedWorkspace } from '../domain/account.ts';
import type { SecretConnection } from '../domain/connection.ts';
import { tokensFrom, type OauthCredentials, type TokenAnswer } from '../domain/credentials.ts';
import type { OauthSession } from '../domain/oauth_session.ts';
import type { Stores } from '../domain/stores.ts';
import { connectionEvent } from './connection_event.ts';
import type { Deps } from './deps.ts';
import { newConnection, renewalTimes } from './new_connection.ts';

export type KeepSignIn = ReturnType<typeof makeKeepSignIn>;

/**
 * Keeps what a sign-in brought. A sign-in for a connection gives that one new credentials; any other does so with the
 * connection of the same group, consumer, provider and workspace, and makes one where there is none.
 */
export function makeKeepSignIn(deps: Deps) {
  const { stores, connectors, box, clock, newId } = deps;

  return async function keepSignIn(session: OauthSession, answer: TokenAnswer): Promise<string> {
    const credentials: OauthCredentials = { kind: 'oauth2', tokens: tokensFrom(answer, clock.now()) };
    return stores.transaction(async (s) => {
      const { projectId, connectionId } = session;
      if (connectionId === null) return renewOrInsert(s, session, answer, credentials);
      const connection = (await s.connections.lock(projectId, connectionId))
        ? await s.connections.findSecret(projectId, connectionId)
        : undefined;
      if (!connection) throw new Problem('notFound', 'The connection was deleted meanwhile.');
      if (isOtherAccount(connection, answer)) throw otherAccount();
      await renew(s, session, { connection, answer, credentials });
      return connectionId;
    });
  };

  async function renewOrInsert(
    s: Stores,
    session: OauthSession,
    answer: TokenAnswer,
    credentials: OauthCredentials,
  ): Promise<string> {
    const { projectId, groupRef, groupName, consumerRef, consumerName, provider } = session;
    const time = clock.now();
    await s.groups.upsert(projectId, { ref: groupRef, name: groupName, time });
    await s.consumers.upsert(projectId, { ref: consumerRef, name: consumerName, time });
    const { workspaceRef } = accountOf(session, answer.metadata);
    const same = await s.connections.findSame(projectId, { provider, groupRef, consumerRef, workspaceRef });
    const connection =
      same && (await s.connections.lock(projectId, same.id))
        ? await s.connections.findSecret(projectId, same.id)
        : undefined;
    if (!connection) return insert(s, session, answer, credentials);
    await renew(s, session, { connection, answer, credentials });
    return connection.id;
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
    });
    await s.connections.insert(connection);
    await announce(s, 'connection.created', connection);
    return connection.id;
  }

  type Renewal = { connection: SecretConnection; answer: TokenAnswer; credentials: OauthCredentials };

  /** The caller holds the row. A renewal of the old tokens that is under way finds another generation and stores nothing. */
  async function renew(s: Stores, session: OauthSession, { connection, answer, credentials }: Renewal): Promise<void> {
    const now = clock.now();
    await s.connections.replaceCredentials(session.projectId, connection.id, connection.generation, {
      ...accountOf(session, answer.metadata),
      ...renewalTimes(credentials),
      credentials: box.seal(connection, credentials),
      providerAppId: session.providerAppId,
      status: 'created',
      statusTime: now,
      refreshFailures: 0,
      rejections: 0,
      updateTime: now,
    });
    await announce(s, 'connection.updated', connection);
  }

  async function announce(
    s: Stores,
    type: 'connection.created' | 'connection.updated',
    { projectId, id }: SecretConnection,
  ): Promise<void> {
    const full = await s.connections.find(projectId, id);
    if (!full) throw new Error('The connection is not there after it was written.');
    const about = { ...full.connection, consumerName: full.consumer.name };
    await s.events.add(connectionEvent(type, about, { eventId: newId(), time: clock.now() }));
  }
}

/** Only what the provider itself said is compared: a builder may call a workspace what it likes. */
function isOtherAccount(connection: SecretConnection, { metadata }: TokenAnswer): boolean {
  const known = learnedWorkspace(connection);
  const { workspaceRef = '' } = metadata;
  return known !== '' && workspaceRef !== '' && known !== workspaceRef;
}

function otherAccount(): Problem {
  return new Problem('unprocessable', 'This is another account than the one that was connected. Sign in to that one.');
}
