import { Problem } from '../../../lib/problem/problem.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import { tokensFrom, type OauthCredentials, type TokenAnswer } from '../domain/credentials.ts';
import type { OauthSession } from '../domain/oauth_session.ts';
import { ProviderAway, ProviderRefusal } from '../domain/provider.ts';
import type { Stores } from '../domain/stores.ts';
import { connectionEvent } from './connection_event.ts';
import type { Deps } from './deps.ts';
import { accountOf, newConnection, renewalTimes } from './new_connection.ts';
import { CALLBACK_PATH, stateHash } from './start_oauth.ts';

export type OauthAnswer = { state: string; code: string; error: string; errorDescription: string };
/** One of the two is empty. `error` is plain text for the person who signed in. */
export type OauthResult = { connectionId: string; error: string };
export type CompleteOauth = ReturnType<typeof makeCompleteOauth>;

const EXPIRED = 'This sign-in has expired or was already used. Please start again.';
const BROKEN = 'Something went wrong on our side. Please start again.';

/**
 * The provider sent the browser back. The state is spent before anything else, so a second callback with it finds
 * nothing. The same group, consumer, provider and workspace again is the same connection with new credentials.
 */
export function makeCompleteOauth(deps: Deps, publicUrl: string) {
  const { stores, connectors, box, clock, newId, log } = deps;

  return async function completeOauth(call: Call, answer: OauthAnswer): Promise<OauthResult> {
    const session = answer.state ? await stores.oauthSessions.consume(stateHash(answer.state), clock.now()) : undefined;
    if (!session) return failed(EXPIRED);
    if (answer.error) return failed(`The provider did not allow it: ${plain(answer.errorDescription || answer.error)}`);
    if (!answer.code) return failed('The provider sent no code. Please start again.');
    try {
      return { connectionId: await keep(session, await exchange(session, answer.code)), error: '' };
    } catch (error) {
      if (error instanceof ProviderRefusal)
        return failed(`The provider did not accept the sign-in: ${plain(error.message)}`);
      if (error instanceof ProviderAway) return failed('The provider could not be reached. Please try again.');
      if (error instanceof Problem) return failed(plain(error.detail));
      log.error('sign-in not completed', { requestId: call.requestId, projectId: session.projectId, err: error });
      return failed(BROKEN);
    }
  };

  async function exchange(session: OauthSession, code: string): Promise<TokenAnswer> {
    const { projectId, provider, providerAppId, workspaceRef, metadataJson } = session;
    const app = await stores.providerApps.find(projectId, providerAppId);
    if (!app) throw new Problem('notFound', 'The provider app was deleted meanwhile.');
    return connectors.exchangeCode({
      provider,
      code,
      client: box.openClient(app),
      redirectUri: publicUrl + CALLBACK_PATH,
      verifier: box.openVerifier(session),
      variables: connectors.variablesOf(provider, workspaceRef, metadataJson),
    });
  }

  function keep(session: OauthSession, answer: TokenAnswer): Promise<string> {
    const credentials: OauthCredentials = { kind: 'oauth2', tokens: tokensFrom(answer, clock.now()) };
    const { projectId, groupRef, groupName, consumerRef, consumerName } = session;
    return stores.transaction(async (s) => {
      const time = clock.now();
      await s.groups.upsert(projectId, { ref: groupRef, name: groupName, time });
      await s.consumers.upsert(projectId, { ref: consumerRef, name: consumerName, time });
      return (await update(s, session, answer, credentials)) ?? insert(s, session, answer, credentials);
    });
  }

  async function insert(
    s: Stores,
    session: OauthSession,
    answer: TokenAnswer,
    credentials: OauthCredentials,
  ): Promise<string> {
    const facts = connectors.find(session.provider);
    const authScheme =
      facts?.grantType === 'authorizationCodePKCE'
        ? ('oauth2/authorizationCodePKCE' as const)
        : ('oauth2/authorizationCode' as const);
    const connection = newConnection(deps, session, {
      authScheme,
      credentials,
      learned: answer.metadata,
      providerAppId: session.providerAppId,
    });
    await s.connections.insert(connection);
    await announce(s, 'connection.created', session.projectId, connection.id);
    return connection.id;
  }

  /** The id of the connection that got the new credentials; undefined when there is none for this account. */
  async function update(
    s: Stores,
    session: OauthSession,
    answer: TokenAnswer,
    credentials: OauthCredentials,
  ): Promise<string | undefined> {
    const account = accountOf(session, answer.metadata);
    const { projectId, provider, groupRef, consumerRef } = session;
    const same = await s.connections.findSame(projectId, {
      provider,
      groupRef,
      consumerRef,
      workspaceRef: account.workspaceRef,
    });
    if (!same) return undefined;
    const now = clock.now();
    await s.connections.lock(projectId, same.id);
    const generation = (await s.connections.findSecret(projectId, same.id))?.generation;
    if (generation === undefined) return undefined;
    await s.connections.replaceCredentials(projectId, same.id, generation, {
      ...account,
      ...renewalTimes(credentials),
      credentials: box.seal(same, credentials),
      providerAppId: session.providerAppId,
      status: 'created',
      statusTime: now,
      refreshFailures: 0,
      rejections: 0,
      updateTime: now,
    });
    await announce(s, 'connection.updated', projectId, same.id);
    return same.id;
  }

  async function announce(
    s: Stores,
    type: 'connection.created' | 'connection.updated',
    projectId: string,
    id: string,
  ): Promise<void> {
    const full = await s.connections.find(projectId, id);
    if (!full) throw new Error('The connection is not there after it was written.');
    const about = { ...full.connection, consumerName: full.consumer.name };
    await s.events.add(connectionEvent(type, about, { eventId: newId(), time: clock.now() }));
  }
}

function failed(error: string): OauthResult {
  return { connectionId: '', error };
}

/** A text from outside, fit for a page: no markup, no control characters, not long. */
function plain(text: string): string {
  return (
    text
      .replace(/[<>&"'`]/g, '')
      .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
      .trim()
      .slice(0, 200) || 'no reason given'
  );
}
