/**
 * OAuth 2 requests, built from the provider file. This module sends nothing: the caller is responsible for timeouts,
 * egress rules and the lock on refreshes.
 */
import { Buffer } from 'node:buffer';
import type { OutboundRequest } from '../../../lib/http/outbound.ts';
import { ProviderFailure } from '../answer/failure.ts';
import type { OauthFacts, Provider } from '../file/provider.ts';
import { hasOpenHost, isListedHost } from '../request/open_host.ts';
import { fillUrl, placeholders, type Variables } from '../request/template.ts';
import { withDefaults } from '../request/variables.ts';

/**
 * The hosts that the builder listed on the provider app, for a provider whose sign-in host is a variable
 * (engine/request/open_host.ts).
 */
type Pinned = { hosts?: readonly string[] | undefined };
type AuthorizeInput = Pinned & {
  clientId: string;
  redirectUri: string;
  state: string;
  /** PKCE S256 challenge; see `usesPkce`. */
  codeChallenge?: string;
  scopes?: readonly string[];
  variables?: Variables;
  extraParams?: Record<string, string | readonly string[]>;
};
type Client = Pinned & { clientId: string; clientSecret?: string; variables?: Variables };
type CodeExchange = Client & { code: string; redirectUri: string; codeVerifier?: string };
type Refresh = Client & { refreshToken: string; scopes?: readonly string[] };
type ClientGrant = Client & { scopes?: readonly string[] };
type PasswordGrant = ClientGrant & { username: string; password: string };

/** The URL of the provider's authorization page, with all parameters. Throws ProviderFailure `badRequest`. */
export function authorizeUrl(provider: Provider, input: AuthorizeInput): string {
  const oauth = oauthFacts(provider);
  if (!oauth.authorizeURL)
    throw new ProviderFailure('badRequest', `${provider.displayName} has no authorization page.`);
  const url = new URL(authAddress(provider, oauth.authorizeURL, input));
  for (const [name, value] of authorizeParams(oauth, input)) url.searchParams.set(name, value);
  return url.href;
}

/**
 * Throws ProviderFailure `badRequest` when the variables put the authorization, token or revocation endpoint on a host
 * outside `authHosts`. That host would get the client secret.
 */
export function checkAuthAddresses(provider: Provider, variables: Variables): null {
  const known = withDefaults(provider, variables);
  for (const template of authTemplates(provider))
    if (placeholders(template).every((name) => known[name])) authAddress(provider, template, { variables });
  return null;
}

/** The templates of the URLs that get the app's secret or show the customer's consent. */
export function authTemplates({ auth }: Pick<Provider, 'auth'>): string[] {
  if (auth.type !== 'oauth2') return [];
  return [auth.authorizeURL, auth.tokenURL, auth.revocation?.url].filter((url) => url !== undefined);
}

/**
 * Whether the customer's variables decide the host that gets the secret of the provider app. Then the builder must list
 * the allowed hosts on the app. Grants by client credentials or password are exempt: their secrets come with the
 * request, not from the app.
 */
export function needsPinnedHost(provider: Pick<Provider, 'auth' | 'sandbox'>): boolean {
  const { auth, sandbox = false } = provider;
  const isByCode = auth.type === 'oauth2' && auth.grant.startsWith('authorizationCode');
  return isByCode && !sandbox && !auth.authHosts && authTemplates(provider).some(hasOpenHost);
}

/** The hosts of the sign-in URLs, with the customer's variables filled in, that the provider app does not list. */
export function unlistedHosts(provider: Provider, variables: Variables, hosts: readonly string[]): string[] {
  if (!needsPinnedHost(provider)) return [];
  const addresses = authTemplates(provider)
    .filter(hasOpenHost)
    .map((template) => fillUrl(template, withDefaults(provider, variables)));
  const stray = addresses.filter((address) => !isListedHost(address, hosts)).map((address) => new URL(address).host);
  return [...new Set(stray)];
}

/**
 * Whether a sign-in has a PKCE challenge: with an authorization code always (RFC 9700 2.1.1), unless the file says that
 * the provider refuses PKCE.
 */
export function usesPkce({ auth }: Pick<Provider, 'auth'>): boolean {
  return auth.type === 'oauth2' && auth.grant.startsWith('authorizationCode') && auth.withoutPkce === undefined;
}

/**
 * Fills the template of an endpoint that gets the app's secret. Throws ProviderFailure `badRequest` when the file and
 * the app do not allow the resulting host.
 */
export function authAddress(provider: Provider, template: string, { variables, hosts = [] }: Address): string {
  const address = fillUrl(template, withDefaults(provider, variables));
  const { authHosts = [] } = oauthFacts(provider);
  const allowed = [...authHosts, ...(hasOpenHost(template) ? hosts : [])];
  if (allowed.length === 0 || placeholders(template).length === 0 || isListedHost(address, allowed)) return address;
  const { hostname } = new URL(address);
  throw new ProviderFailure('badRequest', `${provider.displayName} does not allow sign-in on the host ${hostname}.`);
}

type Address = Pinned & { variables?: Variables | undefined };

function authorizeParams(oauth: OauthFacts, input: AuthorizeInput): [string, string][] {
  const scopes = mappedScopes(oauth, input.scopes);
  return [
    ...Object.entries(oauth.authorizeParams ?? {}),
    ...Object.entries(input.extraParams ?? {}).map(([name, value]): [string, string] => [
      name,
      [value].flat().join(' '),
    ]),
    ['response_type', 'code'],
    ['client_id', input.clientId],
    ['redirect_uri', input.redirectUri],
    ['state', input.state],
    ...(scopes ? [['scope', scopes] as [string, string]] : []),
    ...(oauth.audience ? [['audience', oauth.audience.join(' ')] as [string, string]] : []),
    ...(input.codeChallenge
      ? ([
          ['code_challenge', input.codeChallenge],
          ['code_challenge_method', 'S256'],
        ] as [string, string][])
      : []),
  ];
}

/** The issuer that authorization responses must name in `iss` (RFC 9207); undefined when the file declares none. */
export function issuerOf(provider: Provider, variables: Variables): string | undefined {
  const { issuer } = oauthFacts(provider);
  return issuer === undefined ? undefined : fillUrl(issuer, withDefaults(provider, variables));
}

/** The token request for an authorization code. */
export function codeExchangeRequest(
  provider: Provider,
  { code, redirectUri, codeVerifier, ...client }: CodeExchange,
): OutboundRequest {
  return tokenRequest(provider, client, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    ...(codeVerifier && { code_verifier: codeVerifier }),
  });
}

/** The token request for a refresh token. The provider may invalidate the old refresh token as soon as this is sent. */
export function refreshRequest(provider: Provider, { refreshToken, ...client }: Refresh): OutboundRequest {
  return tokenRequest(provider, client, { grant_type: 'refresh_token', refresh_token: refreshToken });
}

export function clientCredentialsRequest(provider: Provider, { scopes, ...client }: ClientGrant): OutboundRequest {
  const { audience } = oauthFacts(provider);
  return tokenRequest(provider, client, {
    grant_type: 'client_credentials',
    ...scopeParam(provider, scopes),
    ...(audience && { audience: audience.join(' ') }),
  });
}

export function passwordRequest(
  provider: Provider,
  { username, password, scopes, ...client }: PasswordGrant,
): OutboundRequest {
  return tokenRequest(provider, client, {
    grant_type: 'password',
    username,
    password,
    ...scopeParam(provider, scopes),
  });
}

function tokenRequest(provider: Provider, client: Client, params: Record<string, string>): OutboundRequest {
  const oauth = oauthFacts(provider);
  const inHeader = oauth.clientAuth === 'basic' && client.clientSecret !== undefined;
  const form = new URLSearchParams(params);
  if (!inHeader) form.set('client_id', client.clientId);
  if (!inHeader && client.clientSecret) form.set('client_secret', client.clientSecret);
  return {
    method: 'POST',
    url: authAddress(provider, oauth.tokenURL, client),
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      Accept: 'application/json',
      ...(inHeader && { Authorization: basicClient(client) }),
    },
    body: form.toString(),
  };
}

/** The Basic header of a client. RFC 6749 2.3.1: id and secret are form-encoded before they are joined. */
export function basicClient({ clientId, clientSecret = '' }: Client): string {
  const encode = (text: string) => new URLSearchParams({ t: text }).toString().slice(2);
  return `Basic ${Buffer.from(`${encode(clientId)}:${encode(clientSecret)}`).toString('base64')}`;
}

function scopeParam(provider: Provider, scopes: readonly string[] | undefined): { scope?: string } {
  const scope = mappedScopes(oauthFacts(provider), scopes);
  return scope ? { scope } : {};
}

function mappedScopes({ scopeMappings = {} }: OauthFacts, scopes: readonly string[] = []): string {
  return scopes.map((scope) => scopeMappings[scope] ?? scope).join(' ');
}

/**
 * The OAuth section of the provider file. Throws ProviderFailure `badRequest` when the provider does not use OAuth 2.
 */
export function oauthFacts({ auth, displayName }: Provider): OauthFacts {
  if (auth.type !== 'oauth2') throw new ProviderFailure('badRequest', `${displayName} does not use OAuth 2.`);
  return auth;
}
