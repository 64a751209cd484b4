/**
 * OAuth 2 requests, built from the provider file. This module sends nothing: timeouts, egress rules and the fenced
 * refresh belong to the caller.
 */
import { Buffer } from 'node:buffer';
import type { OutboundRequest } from '../../../lib/http/outbound.ts';
import { ProviderFailure } from '../answer/failure.ts';
import type { OauthFacts, Provider } from '../file/provider.ts';
import { fillUrl, placeholders, type Variables } from '../request/template.ts';

export type AuthorizeInput = {
  clientId: string;
  redirectUri: string;
  state: string;
  /** PKCE S256 challenge; required when the provider's grant is authorizationCodePKCE. */
  codeChallenge?: string;
  scopes?: readonly string[];
  variables?: Variables;
  extraParams?: Record<string, string | readonly string[]>;
};
type Client = { clientId: string; clientSecret?: string; variables?: Variables };
export type CodeExchange = Client & { code: string; redirectUri: string; codeVerifier?: string };
export type Refresh = Client & { refreshToken: string; scopes?: readonly string[] };
export type ClientGrant = Client & { scopes?: readonly string[] };
export type PasswordGrant = ClientGrant & { username: string; password: string };

/** The URL of the provider's authorization page, with all parameters. Throws ProviderFailure `badRequest`. */
export function authorizeUrl(provider: Provider, input: AuthorizeInput): string {
  const oauth = oauthFacts(provider);
  if (!oauth.authorizeURL)
    throw new ProviderFailure('badRequest', `${provider.displayName} has no authorization page.`);
  const url = new URL(authAddress(provider, oauth.authorizeURL, input.variables));
  for (const [name, value] of authorizeParams(oauth, input)) url.searchParams.set(name, value);
  return url.href;
}

/**
 * Throws ProviderFailure `badRequest` when the variables point the authorization or token endpoint, and so the client
 * secret, at a host outside `authHosts`.
 */
export function checkAuthAddresses(provider: Provider, variables: Variables): null {
  if (provider.auth.type !== 'oauth2') return null;
  const known = withDefaults(provider, variables);
  const isFilled = (template: string) => placeholders(template).every((name) => known[name]);
  const { authorizeURL = '', tokenURL } = provider.auth;
  for (const template of [authorizeURL, tokenURL])
    if (template && isFilled(template)) authAddress(provider, template, variables);
  return null;
}

function authAddress(provider: Provider, template: string, variables: Variables | undefined): string {
  const address = fillUrl(template, withDefaults(provider, variables));
  const { authHosts = [] } = oauthFacts(provider);
  const { hostname, host } = new URL(address);
  const isOurs = (allowed: string) => (allowed.startsWith('.') ? hostname.endsWith(allowed) : host === allowed);
  if (authHosts.length === 0 || placeholders(template).length === 0 || authHosts.some(isOurs)) return address;
  throw new ProviderFailure('badRequest', `${provider.displayName} does not allow sign-in on the host ${hostname}.`);
}

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
    url: authAddress(provider, oauth.tokenURL, client.variables),
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

/** Variables of the connection, merged over the defaults and constants of the provider file. */
export function withDefaults({ variables: declared = [], constants }: Provider, given: Variables = {}): Variables {
  const defaults = declared.flatMap(({ name, default: value }) => (value === undefined ? [] : [[name, value]]));
  return { ...constants, ...Object.fromEntries(defaults), ...given };
}
