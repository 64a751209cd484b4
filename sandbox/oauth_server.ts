/**
 * The sandbox's OAuth 2 server: oidc-provider with one client, authorization code with PKCE, rotating refresh tokens,
 * client credentials and revocation. Using a refresh token twice ends the whole grant, as strict providers do.
 *
 * With `autoConsent` the authorization endpoint redirects to the callback at once, without a page or a cookie, so that
 * a test can follow it with a plain HTTP client. `auto=0`, `auto=1` and `auto=deny` in the query of an authorization
 * request override that for one request.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AccessDenied } from 'oidc-provider/lib/helpers/errors.js';
import { type AuthorizationContext, Provider } from 'oidc-provider/lib/provider.js';
import { newPrivateJwk } from '../lib/crypto/new_private_jwk.ts';
import { createTokenStorage } from './token_storage.ts';

const scopes = ['crm.read', 'crm.write', 'offline_access', 'openid'] as const;

type OAuthOptions = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  redirectUris: readonly string[];
  accessTokenTtlSeconds: number;
  refreshTokenTtlSeconds: number;
  autoConsent: boolean;
  /** Called after each successful token request. */
  onGrant(grantType: string): void;
};

type TokenKind = 'access' | 'refresh';

export type OAuthServer = {
  /** Handles a request under the issuer's path. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  isAccessToken(token: string): Promise<boolean>;
  addRedirectUri(uri: string): void;
  /** Makes the given refresh token valid, under a new grant. */
  addRefreshToken(token: string): Promise<void>;
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
      // oidc-provider compares `url` with `originalUrl` to find its mount path.
      Object.assign(request, { originalUrl: original, url: original.slice(mount.length) || '/' });
      return callback(request, response);
    },
    async isAccessToken(token) {
      const found = (await provider.AccessToken.find(token)) ?? (await provider.ClientCredentials.find(token));
      return found?.isValid ?? false;
    },
    addRedirectUri: (uri) => void redirectUris.add(uri),
    addRefreshToken: (token) => addRefreshToken(provider, options, token),
    revoke: (kinds) => storage.forget(kinds.flatMap((kind) => [...modelsOf[kind]])),
  };
}

/** Adds `workspace_id` to token responses, as many providers do. The workspace is the account of the user. */
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

/** Sets every function that oidc-provider has a default for, because each default logs a warning. */
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

/**
 * Decides an authorization request by `auto`, before oidc-provider decides whether to show a page. `1` signs in and
 * grants consent, so no page is needed; `deny` refuses access; any other value leaves the decision to the consent page.
 */
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

/** Adds `crm.read` if the request has no scope of the CRM, so that every client can connect. */
function withKnownScope(scope = ''): string {
  const asked = scope.split(' ').filter(Boolean);
  const known = asked.some((name) => (scopes as readonly string[]).includes(name) && name !== 'offline_access');
  return known ? scope : [...asked, 'crm.read'].join(' ');
}

export function accountFor(loginHint: string | undefined): string {
  return loginHint || 'sandbox-person';
}

type GrantOf = { accountId: string; clientId: string; scope: string };

/** Creates a grant and returns its id. */
export async function grantScopes(provider: Provider, { accountId, clientId, scope }: GrantOf): Promise<string> {
  const grant = new provider.Grant({ accountId, clientId });
  grant.addOIDCScope(scope);
  return grant.save();
}

/** Makes a given refresh token valid: saves it under its own text, as the `jti` of an opaque token is the token. */
async function addRefreshToken(provider: Provider, { clientId }: OAuthOptions, token: string): Promise<void> {
  const accountId = accountFor(undefined);
  const scope = 'crm.read offline_access';
  const client = await provider.Client.find(clientId);
  const grantId = await grantScopes(provider, { accountId, clientId, scope });
  const gty = 'authorization_code';
  await new provider.RefreshToken({ jti: token, accountId, client, grantId, gty, scope }).save();
}

function signingKey(): object {
  return { ...newPrivateJwk('p256'), use: 'sig', alg: 'ES256' };
}
