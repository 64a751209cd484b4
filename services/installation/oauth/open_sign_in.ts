import { randomBytes } from 'node:crypto';
import { notFound, Problem } from '../../../lib/problem/problem.ts';
import type { UseCaseContext } from '../../../lib/use_case/use_case_context.ts';
import { isPlainObject } from '../fault.ts';
import type { ProviderApp, ProviderAppStore } from '../provider_apps/provider_app.ts';
import { checkSignInHosts } from '../provider_apps/provider_apps.ts';
import type { Connectors, ProviderFacts } from '../providers/provider.ts';
import type { QuotaStore } from '../quota.ts';
import type { CredentialBox } from '../secrets/credential_box.ts';
import type { SignInPageStore } from '../sign_in_pages/sign_in_page.ts';
import { hashOfToken, type NewSignInPage } from '../sign_in_pages/sign_in_pages.ts';
import type { OauthSession, OauthSessionStore } from './oauth_session.ts';

type Deps = UseCaseContext<{
  quotas: QuotaStore;
  signInPages: SignInPageStore;
  oauthSessions: OauthSessionStore;
  providerApps: ProviderAppStore;
}> & { connectors: Connectors; box: CredentialBox };

/**
 * The data of a sign-in that the caller of openSignIn knows: the customer, the account, and the connection that gets
 * new credentials (null for a new connection).
 */
type SignInRequest = Omit<
  OauthSession,
  | 'id'
  | 'stateHash'
  | 'codeChallengeMethod'
  | 'sealedVerifier'
  | 'createTime'
  | 'expireTime'
  | 'provider'
  | 'providerAppId'
  | 'pageId'
> & { providerAppId: string; openerOrigin: string; returnUrl: string };
export type OpenSignIn = ReturnType<typeof makeOpenSignIn>;

const SESSION_MS = 10 * 60_000;
export const CALLBACK_PATH = '/callbacks/v1/oauth';

/**
 * Starts an OAuth authorization and returns the URL of Causeway's page before the provider's page. The state has 256
 * random bits. Only the hash of the state is stored; the provider's URL, which contains the state, is stored encrypted.
 * Throws notFound (the provider app), invalidArgument (variables) and unprocessable.
 */
export function makeOpenSignIn(
  { stores, connectors, box, clock, newId }: Deps,
  { publicUrl, newSignInPage }: { publicUrl: string; newSignInPage: NewSignInPage },
) {
  return async function openSignIn(facts: ProviderFacts, signIn: SignInRequest): Promise<{ url: string }> {
    const { projectId, workspaceRef, metadataJson } = signIn;
    const variables = connectors.variablesOf(facts.name, workspaceRef, metadataJson);
    await connectors.checkVariables(facts.name, variables);
    const app = await appFor(signIn, facts);
    checkSignInHosts(connectors, { facts, variables, app });
    const [id, state, verifier, now] = [newId(), randomToken(), randomToken(), clock.now()];
    const redirectUri = publicUrl + CALLBACK_PATH;
    const client = box.openClient(app);
    const extras = extraParams(app);
    const providerUrl = connectors.authorizeUrl({
      provider: facts.name,
      client,
      variables,
      redirectUri,
      state,
      verifier,
      extraParams: extras,
    });
    const expireTime = now + SESSION_MS;
    const isReconnect = signIn.connectionId !== null;
    const shown = { ...signIn, provider: facts.name, isReconnect, expireTime };
    const { page, url } = newSignInPage({ ...shown, url: providerUrl });
    const session: OauthSession = {
      ...signIn,
      id,
      stateHash: hashOfToken(state),
      provider: facts.name,
      providerAppId: app.id,
      pageId: page.id,
      metadataJson: metadataJson || '{}',
      codeChallengeMethod: connectors.usesPkce(facts.name) ? 'S256' : null,
      sealedVerifier: box.sealVerifier({ projectId, id }, verifier),
      createTime: now,
      expireTime,
    };
    await stores.transaction(async (s) => {
      await s.quotas.reserve('signIns', { projectId, groupRef: signIn.groupRef, now });
      await s.signInPages.insert(page);
      await s.oauthSessions.insert(session);
    });
    return { url };
  };

  async function appFor({ projectId, providerAppId }: SignInRequest, facts: ProviderFacts): Promise<ProviderApp> {
    const app = providerAppId
      ? await stores.providerApps.find(projectId, providerAppId)
      : await stores.providerApps.findDefault(projectId, facts.name);
    if (!app && providerAppId) throw notFound('provider app');
    if (!app)
      throw notForProvider(
        `The project has no provider app for ${facts.displayName}.`,
        'Create one with the client id and secret that the provider gave you.',
      );
    if (app.provider !== facts.name) throw notForProvider(`The provider app is for ${app.provider}.`);
    if (facts.explicitScopesRequired && app.scopes.length === 0)
      throw notForProvider('The provider app names no scopes, and this provider requires them.');
    return app;
  }
}

/** True when customers connect on the provider's own sign-in page. */
export function hasSignInPage({ authType, grantType }: ProviderFacts): boolean {
  return authType === 'oauth2' && grantType?.startsWith('authorizationCode') === true;
}

/** The problem for a request that this provider does not support. */
export function notForProvider(detail: string, remedy?: string): Problem {
  return new Problem('unprocessable', detail, { issues: [{ in: 'body', name: 'provider', detail }], remedy });
}

function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Reads additional parameters of a provider app: {"authQueryParams": {"optional_scope": ["a", "b"]}}. */
function extraParams({ metadataJson }: ProviderApp): Record<string, string> {
  const metadata: unknown = JSON.parse(metadataJson);
  const params = isPlainObject(metadata) ? metadata['authQueryParams'] : undefined;
  return Object.fromEntries(
    Object.entries(isPlainObject(params) ? params : {}).map(([name, value]) => [
      name,
      [value].flat().map(String).join(' '),
    ]),
  );
}
