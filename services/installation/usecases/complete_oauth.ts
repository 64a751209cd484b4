import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import { tokensFrom, type TokenAnswer } from '../domain/credentials.ts';
import type { OauthSession } from '../domain/oauth_session.ts';
import { ProviderAway, ProviderRefusal } from '../domain/provider.ts';
import type { Deps } from './deps.ts';
import type { KeepSignIn } from './keep_sign_in.ts';
import { CALLBACK_PATH, stateHash } from './open_sign_in.ts';

export type OauthAnswer = { state: string; code: string; error: string; errorDescription: string; issuer: string };
/** One of the two is empty. `error` is plain text for the person who signed in. */
export type OauthResult = { connectionId: string; error: string };
export type CompleteOauth = ReturnType<typeof makeCompleteOauth>;

const RETRY_MILLIS = 500;
const EXPIRED = 'This sign-in has expired or was already used. Please start again.';
const BROKEN = 'Something went wrong on our side. Please start again.';

/**
 * The provider sent the browser back. The state is spent before anything else, so a second callback with it finds
 * nothing.
 */
export function makeCompleteOauth(
  { stores, connectors, box, clock, log }: Deps,
  { publicUrl, keepSignIn }: { publicUrl: string; keepSignIn: KeepSignIn },
) {
  return async function completeOauth(call: Call, answer: OauthAnswer): Promise<OauthResult> {
    const session = answer.state ? await stores.oauthSessions.consume(stateHash(answer.state), clock.now()) : undefined;
    if (!session) return failed(EXPIRED);
    if (!isFromProvider(session, answer.issuer)) return failed('The answer is not from the provider that was asked.');
    if (answer.error) return failed(`The provider did not allow it: ${plain(answer.errorDescription || answer.error)}`);
    if (!answer.code) return failed('The provider sent no code. Please start again.');
    try {
      return { connectionId: await keepSignIn(session, await exchange(session, answer.code)), error: '' };
    } catch (error) {
      if (error instanceof ProviderRefusal)
        return failed(`The provider did not accept the sign-in: ${plain(error.message)}`);
      if (error instanceof ProviderAway) return failed('The provider could not be reached. Please try again.');
      if (error instanceof Problem) return failed(plain(error.detail));
      log.error('sign-in not completed', { requestId: call.requestId, projectId: session.projectId, err: error });
      return failed(BROKEN);
    }
  };

  /** RFC 9207: where the provider names itself in its answers, an answer of another server is not taken for one. */
  function isFromProvider({ provider, workspaceRef, metadataJson }: OauthSession, issuer: string): boolean {
    const variables = connectors.variablesOf(provider, workspaceRef, metadataJson);
    const expected = connectors.issuer(provider, variables);
    return expected === undefined || expected === issuer.replace(/\/$/, '');
  }

  async function exchange(session: OauthSession, code: string): Promise<TokenAnswer> {
    const { projectId, provider, providerAppId, workspaceRef, metadataJson } = session;
    const app = await stores.providerApps.find(projectId, providerAppId);
    if (!app) throw new Problem('notFound', 'The provider app was deleted meanwhile.');
    const variables = connectors.variablesOf(provider, workspaceRef, metadataJson);
    const answer = await connectors.exchangeCode({
      provider,
      code,
      client: box.openClient(app),
      redirectUri: publicUrl + CALLBACK_PATH,
      verifier: box.openVerifier(session),
      variables,
    });
    const credentials = { kind: 'oauth2' as const, tokens: tokensFrom(answer, clock.now()) };
    const about = { provider, credentials, variables: { ...answer.metadata, ...variables } };
    const told = await connectors.learn(about).catch((error: unknown) => {
      // The code is spent: giving up here throws the tokens away, so who was away for a moment is asked once more.
      if (!(error instanceof ProviderAway)) throw error;
      return sleep(RETRY_MILLIS).then(() => connectors.learn(about));
    });
    return { ...answer, metadata: { ...told, ...answer.metadata } };
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
