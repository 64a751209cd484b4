/**
 * The sandbox's OAuth 2 server: oidc-provider with one client, authorization code with PKCE, rotating refresh tokens,
 * client credentials and revocation. A refresh token that is spent twice costs the whole grant, as at strict providers.
 *
 * With `autoConsent` the authorization endpoint answers with the redirect to the callback at once, without a page or a
 * cookie, so that a test can follow it with a plain HTTP client. `auto=0`, `auto=1` and `auto=deny` in the
 * authorization request's query override that for one request.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AccessDenied } from 'oidc-provider/lib/helpers/errors.js';
import { type AuthorizationContext, Provider } from 'oidc-provider/lib/provider.js';
import { newPrivateJwk } from '../lib/crypto/new_private_jwk.ts';
import { createTokenStorage } from './token_storage.ts';

export const scopes = ['crm.read', 'crm.write', 'offline_access', 'openid'] as const;

export type OAuthOptions = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  redirectUris: readonly string[];
  accessTokenTtlSeconds: number;
  refreshTokenTtlSeconds: number;
  autoConsent: boolean;
  onGrant(grantType: string): void;
};

export type TokenKind = 'access' | 'refresh';

export type OAuthServer = {
  /** Handles a request whose URL starts with the issuer's path. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  isAccessToken(token: string): Promise<boolean>;
  addRedirectUri(uri: string): void;
  revoke(kinds: readonly TokenKind[]): void;
  provider: Provider;
};

const modelsOf = { access: ['AccessToken', 'ClientCredentials'], refresh: ['RefreshToken', 'Grant'] } as const;

export function createOAuthServer(options: OAuthOptions): OAuthServer {
  const redirectUris = new Set(options.redirectUris);
  const storage = createTokenStorage((id) =>
    id === options.clientId ? clientMetadata(options, redirectUris) : undefined,
  );
  const provider = new Provider(options.issuer, configuration(options, storage.model));
  provider.on('grant.success', ({ oidc }) => options.onGrant(oidc.params['grant_type'] ?? 'unknown'));
  provider.use(nameWorkspace);
  const callback = provider.callback();
  const mount = new URL(options.issuer).pathname;

  return {
    provider,
    handle(request, response) {
      const original = request.url ?? '/';
      // oidc-provider learns where it is mounted by comparing the two.
      Object.assign(request, { originalUrl: original, url: original.slice(mount.length) || '/' });
      return callback(request, response);
    },
    async isAccessToken(token) {
      const found = (await provider.AccessToken.find(token)) ?? (await provider.ClientCredentials.find(token));
      return found?.isValid ?? false;
    },
    addRedirectUri: (uri) => void redirectUris.add(uri),
    revoke: (kinds) => storage.forget(kinds.flatMap((kind) => [...modelsOf[kind]])),
  };
}

/** A token answer says whose account it opens, as many providers do: the workspace is the person's account. */
async function nameWorkspace(context: AuthorizationContext, next: () => Promise<void>): Promise<void> {
  await next();
  const { body, oidc } = context;
  const accountId = oidc?.entities?.Account?.accountId;
  if (accountId && typeof body === 'object' && body !== null && 'access_token' in body)
    Object.assign(body, { workspace_id: accountId });
}

function clientMetadata({ clientId, clientSecret }: OAuthOptions, redirectUris: ReadonlySet<string>) {
  return {
    client_id: clientId,
    client_secret: clientSecret,
    client_name: 'Causeway',
    redirect_uris: [...redirectUris],
    grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
    response_types: ['code'],
    token_endpoint_auth_method: 'client_secret_basic',
    id_token_signed_response_alg: 'ES256',
  };
}

/** Every function that oidc-provider has a default for is given, because each default announces itself on the console. */
function configuration({ accessTokenTtlSeconds, refreshTokenTtlSeconds, autoConsent }: OAuthOptions, adapter: object) {
  return {
    adapter,
    jwks: { keys: [signingKey()] },
    scopes: [...scopes],
    clockTolerance: 0,
    clientBasedCORS: () => false,
    cookies: { keys: [randomBytes(16).toString('hex')] },
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: () => true,
    expiresWithSession: () => false,
    findAccount: (_: unknown, accountId: string) => ({ accountId, claims: () => ({ sub: accountId }) }),
    extraParams: {
      auto: (context: AuthorizationContext, auto?: string) => decide(context, auto ?? (autoConsent ? '1' : '0')),
    },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/oidc-interaction/${uid}` },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      dPoP: { enabled: false },
      clientCredentials: { enabled: true },
      revocation: { enabled: true, allowedPolicy: () => true },
      introspection: { enabled: true, allowedPolicy: () => true },
    },
    ttl: {
      AccessToken: accessTokenTtlSeconds,
      ClientCredentials: accessTokenTtlSeconds,
      RefreshToken: refreshTokenTtlSeconds,
      Grant: refreshTokenTtlSeconds,
      Session: refreshTokenTtlSeconds,
      AuthorizationCode: 60,
      IdToken: 3600,
      Interaction: 3600,
    },
    renderError(context: AuthorizationContext, out: object) {
      context.type = 'json';
      context.body = JSON.stringify(out);
    },
  };
}

/** Runs before oidc-provider decides whether it must ask a person; signing in and granting here leaves it nothing to ask. */
async function decide({ oidc }: AuthorizationContext, auto: string): Promise<void> {
  const { params, client, session, provider } = oidc;
  params['scope'] = withKnownScope(params['scope']);
  if (auto === 'deny') throw new AccessDenied('The person did not allow access.');
  if (auto !== '1') return;
  const accountId = accountFor(params['login_hint']);
  session.loginAccount({ accountId });
  session.ensureClientContainer(client.clientId);
  session.grantIdFor(
    client.clientId,
    await grantScopes(provider, { accountId, clientId: client.clientId, scope: params['scope'] }),
  );
  params['prompt'] = undefined;
}

/** A client that names only scopes the CRM does not have still gets in, with the right to read. */
function withKnownScope(scope = ''): string {
  const asked = scope.split(' ').filter(Boolean);
  const known = asked.some((name) => (scopes as readonly string[]).includes(name) && name !== 'offline_access');
  return known ? scope : [...asked, 'crm.read'].join(' ');
}

export function accountFor(loginHint: string | undefined): string {
  return loginHint || 'sandbox-person';
}

type GrantOf = { accountId: string; clientId: string; scope: string };

/** Returns the id of a new grant. */
export async function grantScopes(provider: Provider, { accountId, clientId, scope }: GrantOf): Promise<string> {
  const grant = new provider.Grant({ accountId, clientId });
  grant.addOIDCScope(scope);
  return grant.save();
}

function signingKey(): object {
  return { ...newPrivateJwk('p256'), use: 'sig', alg: 'ES256' };
}
