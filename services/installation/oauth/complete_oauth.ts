import { setTimeout as sleep } from 'node:timers/promises';
import { errorMask } from '../../../lib/http/secret_mask.ts';
import type { Log } from '../../../lib/log/log.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import { type TokenAnswer, tokensFrom } from '../credentials.ts';
import type { ProviderAppStore } from '../provider_apps/provider_app.ts';
import { checkSignInHosts } from '../provider_apps/provider_apps.ts';
import { type Connectors, ProviderRefusal, ProviderUnavailable } from '../providers/provider.ts';
import { knownProvider } from '../providers/providers.ts';
import type { CredentialBox } from '../secrets/credential_box.ts';
import type { SignInPageStore } from '../sign_in_pages/sign_in_page.ts';
import { hashOfToken, isSameBrowser } from '../sign_in_pages/sign_in_pages.ts';
import type { OauthSession, OauthSessionStore } from './oauth_session.ts';
import { CALLBACK_PATH } from './open_sign_in.ts';
import type { SaveAuthorization } from './save_authorization.ts';

type Deps = {
  stores: { oauthSessions: OauthSessionStore; signInPages: SignInPageStore; providerApps: ProviderAppStore };
  connectors: Connectors;
  box: CredentialBox;
  clock: Clock;
  log: Log;
};

type OauthAnswer = {
  state: string;
  code: string;
  error: string;
  errorDescription: string;
  issuer: string;
  /** The secrets in the browser's cookies. */
  browserSecrets: string[];
};
/** Why a sign-in failed, for the app that the customer returns to. */
type OauthErrorCode = 'expired' | 'otherBrowser' | 'accessDenied' | 'failed';
/** Exactly one of `connectionId` and `error` is empty. `error` is plain text for the person who signed in. */
type SignInOutcome = { connectionId: string; error: string; errorCode: OauthErrorCode | '' };
/** The project of the sign-in, and the window or page that receives the outcome; empty when unknown. */
type ResultRecipient = { projectId: string; openerOrigin: string; returnUrl: string };
type OauthResult = SignInOutcome & ResultRecipient;

const RETRY_MS = 500;
const EXPIRED_TEXT = 'This sign-in has expired or was already used. Please start again.';
const OTHER_BROWSER_TEXT =
  'This browser did not start the sign-in, so nothing was connected. Please start again and finish in the same browser.';
const INTERNAL_ERROR_TEXT = 'Internal error. Please start again.';

/**
 * Handles the OAuth callback. Consumes the state first, so that a second callback with this state fails. A callback
 * from another browser also consumes the state, so that nobody can use the authorization code of that callback. Only
 * the browser that continued from Causeway's page knows the state, so an attacker cannot end a sign-in this way. A
 * failed sign-in does not throw; the result has a text for the page.
 */
export function makeCompleteOauth(
  { stores, connectors, box, clock, log }: Deps,
  { publicUrl, saveAuthorization }: { publicUrl: string; saveAuthorization: SaveAuthorization },
) {
  return async function completeOauth(call: Call, answer: OauthAnswer): Promise<OauthResult> {
    const session = answer.state
      ? await stores.oauthSessions.consume(hashOfToken(answer.state), clock.now())
      : undefined;
    if (!session) return { ...failedOutcome(EXPIRED_TEXT, 'expired'), projectId: '', openerOrigin: '', returnUrl: '' };
    const { projectId, pageId } = session;
    const page = pageId === null ? undefined : await stores.signInPages.find(projectId, pageId);
    // Sign-ins that an earlier version started have no page. They all expire within ten minutes after an upgrade.
    if (pageId !== null && !isSameBrowser(page, answer.browserSecrets))
      return { ...failedOutcome(OTHER_BROWSER_TEXT, 'otherBrowser'), projectId, openerOrigin: '', returnUrl: '' };
    const recipient = { projectId, openerOrigin: page?.openerOrigin ?? '', returnUrl: page?.returnUrl ?? '' };
    return { ...(await complete(call, session, answer)), ...recipient };
  };

  async function complete(call: Call, session: OauthSession, answer: OauthAnswer): Promise<SignInOutcome> {
    try {
      if (!isFromProvider(session, answer.issuer))
        return failedOutcome('The response is not from the expected provider.');
      if (answer.error) {
        noteRefusal(call, session, await errorInCallback(session, answer));
        return failedOutcome(
          callbackErrorText(answer.error),
          answer.error === 'access_denied' ? 'accessDenied' : 'failed',
        );
      }
      if (!answer.code) return failedOutcome('The provider sent no code. Please start again.');
      return {
        connectionId: await saveAuthorization(session, await exchange(session, answer.code)),
        error: '',
        errorCode: '',
      };
    } catch (error) {
      if (error instanceof ProviderRefusal || error instanceof ProviderUnavailable)
        noteRefusal(call, session, error.message);
      if (error instanceof ProviderRefusal) return failedOutcome(tokenErrorText(error.oauthError));
      if (error instanceof ProviderUnavailable)
        return failedOutcome('The provider could not be reached. Please try again.');
      if (error instanceof Problem) return failedOutcome(safeText(error.detail));
      log.error('sign-in not completed', { requestId: call.requestId, projectId: session.projectId, err: error });
      return failedOutcome(INTERNAL_ERROR_TEXT);
    }
  }

  /** Logs the provider's error text, which only the builder may see. */
  function noteRefusal({ requestId }: Call, { projectId, provider }: OauthSession, reason: string): void {
    log.warn('sign-in refused', { requestId, projectId, provider, reason });
  }

  async function errorInCallback(
    session: OauthSession,
    { error, errorDescription, code, state }: OauthAnswer,
  ): Promise<string> {
    const app = await stores.providerApps.find(session.projectId, session.providerAppId);
    const secrets = [code, state, box.openVerifier(session), ...(app ? [box.openClient(app).clientSecret] : [])];
    return safeText(errorMask(secrets)([error, errorDescription].filter(Boolean).join(': ')));
  }

  /** Whether the response has the provider's issuer (RFC 9207). True if the provider file names no issuer. */
  function isFromProvider({ provider, workspaceRef, metadataJson }: OauthSession, issuer: string): boolean {
    const variables = connectors.variablesOf(provider, workspaceRef, metadataJson);
    const expected = connectors.issuer(provider, variables);
    return expected === undefined || expected === issuer.replace(/\/$/, '');
  }

  async function exchange(session: OauthSession, code: string): Promise<TokenAnswer> {
    const { projectId, provider, providerAppId, groupRef, workspaceRef, metadataJson } = session;
    const app = await stores.providerApps.find(projectId, providerAppId);
    if (!app) throw new Problem('notFound', 'The provider app was deleted meanwhile.');
    const variables = connectors.variablesOf(provider, workspaceRef, metadataJson);
    const facts = knownProvider(connectors, provider);
    checkSignInHosts(connectors, { facts, variables, app });
    const client = box.openClient(app);
    // A sign-in of version 0.1.0 has no codeChallengeMethod, and has a PKCE challenge only with this grant type. The
    // provider would refuse a verifier without a challenge.
    const isProven = session.codeChallengeMethod !== null || facts.grantType === 'authorizationCodePKCE';
    const verifier = isProven ? box.openVerifier(session) : null;
    const redirectUri = publicUrl + CALLBACK_PATH;
    const owner = { projectId, providerAppId, account: groupRef };
    const answer = await connectors.exchangeCode({ owner, provider, code, client, redirectUri, verifier, variables });
    const credentials = { kind: 'oauth2' as const, tokens: tokensFrom(answer, clock.now()) };
    const secrets = [client.clientSecret, code, ...(verifier === null ? [] : [verifier])];
    const about = { owner, provider, credentials, variables: { ...answer.metadata, ...variables }, secrets };
    const learned = await connectors.learn(about).catch((error: unknown) => {
      // The code is used up, so a failure here would lose the tokens. If the provider is unavailable, the call is
      // repeated once.
      if (!(error instanceof ProviderUnavailable)) throw error;
      return sleep(RETRY_MS).then(() => connectors.learn(about));
    });
    return { ...answer, metadata: { ...learned, ...answer.metadata } };
  }
}

function failedOutcome(error: string, errorCode: OauthErrorCode = 'failed'): SignInOutcome {
  return { connectionId: '', error, errorCode };
}

/** Makes external text safe for a page and a log: no markup, no control characters, at most 200 characters. */
function safeText(text: string): string {
  return (
    text
      .replace(/[<>&"'`]/g, '')
      .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
      .trim()
      .slice(0, 200) || 'no reason given'
  );
}

/**
 * The text for the customer when a sign-in fails, by error code. The provider's own text is not shown: it may contain
 * values that Causeway sent, or text of an attacker who made the link. The builder finds the provider's text, masked,
 * in the log.
 */
const REASON_BY_CODE: Readonly<Record<string, string>> = {
  access_denied: 'The access was not granted.',
  invalid_request: 'The provider found a fault in the request.',
  invalid_scope: 'The provider does not grant what the app asks for.',
  invalid_client: 'The provider does not know the app, or not with this secret.',
  invalid_grant: 'The sign-in has expired or was already used.',
  unauthorized_client: 'The app may not sign in this way.',
  unsupported_response_type: 'The app may not sign in this way.',
  unsupported_grant_type: 'The app may not sign in this way.',
  server_error: 'The provider had an internal error.',
  temporarily_unavailable: 'The provider is not available now.',
  interaction_required: 'The provider needs you to sign in there first.',
  login_required: 'The provider needs you to sign in there first.',
  account_selection_required: 'The provider needs you to choose an account.',
  consent_required: 'The provider needs your consent.',
};

/** The text for an error in the provider's callback (RFC 6749 4.1.2.1, OpenID Connect Core 3.1.2.6). */
export function callbackErrorText(code: string): string {
  return customerText('The provider did not allow it', code);
}

/** The text for an error of the token endpoint (RFC 6749 5.2), or another refusal after the sign-in. */
export function tokenErrorText(code = ''): string {
  return customerText('The provider did not accept the sign-in', code);
}

/**
 * Builds the text for the customer. Shows the code only if it is registered, because an attacker can put any other text
 * into the link as the code.
 */
function customerText(what: string, code: string): string {
  const why = Object.hasOwn(REASON_BY_CODE, code) ? REASON_BY_CODE[code] : undefined;
  return why ? `${what} (${code}). ${why} Please start again.` : `${what}. Please start again.`;
}
