/**
 * The OAuth server of one simulated provider: authorization code (PKCE is verified when it is sent), client
 * credentials, password, rotating refresh tokens, and revocation in the declared form. It does not use oidc-provider,
 * as the sandbox CRM does: that is stricter than real providers, has no password grant and starts slower than the whole
 * lab.
 */
import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { issuerOf } from '../../../connectors/engine/auth/oauth.ts';
import type { OauthFacts, Provider } from '../../../connectors/engine/file/provider.ts';
import { setPath } from '../../../connectors/engine/json_path.ts';
import { html, type Markup } from '../../../lib/html/html.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import { isUrl } from '../../../lib/url/is_url.ts';
import type { LabAnswer, LabRequest } from '../lab_request.ts';
import { LAB, labVariables } from './credentials.ts';
import type { Issued, Tokens } from './tokens.ts';

/** `params`: the values of the URL's placeholders in this request. */
type Parties = { provider: Provider; facts: OauthFacts; tokens: Tokens; params: Readonly<Record<string, string>> };

/** Redirects the browser back at once. With `mustAsk` it shows a consent page first, whose links set `lab_allow`. */
export function authorize(parties: Parties, request: LabRequest, mustAsk: boolean): LabAnswer {
  const query = request.url.searchParams;
  const fault = authorizeFault(parties.facts, query);
  if (fault) return page(400, parties.provider, html`<p>${fault}</p>`);
  if (mustAsk && !query.has('lab_allow')) return page(200, parties.provider, consent(request.url));
  const back = new URL(query.get('redirect_uri') ?? '');
  const redirectUri = back.href;
  back.searchParams.set('state', query.get('state') ?? '');
  if (query.get('lab_allow') === 'no') back.searchParams.set('error', 'access_denied');
  else {
    const [challenge, scope] = [query.get('code_challenge'), query.get('scope') ?? ''];
    back.searchParams.set('code', parties.tokens.putCode({ redirectUri, challenge, scope }));
  }
  const issuer = issuerOf(parties.provider, { ...labVariables(parties.provider), ...parties.params });
  if (issuer) back.searchParams.set('iss', issuer);
  return { status: 302, headers: { location: back.href }, text: '' };
}

function authorizeFault({ grant, withoutPkce }: OauthFacts, query: URLSearchParams): string | null {
  if (query.get('response_type') !== 'code') return 'response_type must be code.';
  if (query.get('client_id') !== LAB.clientId) return `client_id must be ${LAB.clientId}.`;
  if (!isUrl(query.get('redirect_uri') ?? '')) return 'redirect_uri is not a URL.';
  if (withoutPkce !== undefined && query.has('code_challenge')) return 'This provider refuses PKCE.';
  const isProven = query.get('code_challenge_method') === 'S256' && query.has('code_challenge');
  if (query.has('code_challenge') && !isProven) return 'This provider supports PKCE with S256 only.';
  return grant === 'authorizationCodePKCE' && !isProven ? 'This provider requires PKCE with S256.' : null;
}

/** The token endpoint (RFC 6749 5): tokens or an error code. */
export function token(parties: Parties, request: LabRequest): LabAnswer {
  const form = request.form;
  if (!isClient(parties.facts, request)) return refused(401, 'invalid_client', 'The client or its secret is wrong.');
  switch (form.get('grant_type')) {
    case 'authorization_code':
      return byCode(parties, form);
    case 'refresh_token':
      return granted(parties, parties.tokens.refresh(form.get('refresh_token') ?? ''));
    case 'client_credentials':
      return isGrant(parties, 'clientCredentials') ?? granted(parties, parties.tokens.issue(form.get('scope') ?? ''));
    case 'password':
      return isGrant(parties, 'password') ?? byPassword(parties, form);
    default:
      return refused(400, 'unsupported_grant_type', 'Unknown grant_type.');
  }
}

function isClient({ clientAuth }: OauthFacts, { headers, form }: LabRequest): boolean {
  const [scheme = '', value = ''] = (headers['authorization'] ?? '').split(' ');
  const [id = '', secret = ''] = Buffer.from(value, 'base64').toString('utf8').split(':').map(decodeURIComponent);
  const given = scheme.toLowerCase() === 'basic' ? { id, secret } : inBody(form);
  if (clientAuth === 'basic' && scheme.toLowerCase() !== 'basic') return false;
  return given.id === LAB.clientId && given.secret === LAB.clientSecret;
}

function inBody(form: URLSearchParams) {
  return { id: form.get('client_id') ?? '', secret: form.get('client_secret') ?? '' };
}

function isGrant({ facts }: Parties, grant: OauthFacts['grant']): LabAnswer | null {
  return facts.grant === grant
    ? null
    : refused(400, 'unauthorized_client', 'This provider does not support this grant type.');
}

function byCode(parties: Parties, form: URLSearchParams): LabAnswer {
  const code = parties.tokens.takeCode(form.get('code') ?? '');
  if (!code || code.redirectUri !== new URL(form.get('redirect_uri') ?? '', 'http://none').href)
    return refused(400, 'invalid_grant', 'The code is unknown, was already used, or belongs to another redirect_uri.');
  // RFC 9700 2.1.1: a verifier without a challenge is refused as well, so that nobody can leave the challenge out.
  const verifier = form.get('code_verifier');
  const proof = verifier === null ? null : createHash('sha256').update(verifier).digest('base64url');
  if (code.challenge !== proof) return refused(400, 'invalid_grant', 'The code verifier does not match the challenge.');
  return granted(parties, parties.tokens.issue(code.scope));
}

function byPassword(parties: Parties, form: URLSearchParams): LabAnswer {
  const isPerson = form.get('username') === LAB.username && form.get('password') === LAB.password;
  if (!isPerson) return refused(400, 'invalid_grant', 'The user or the password is wrong.');
  return granted(parties, parties.tokens.issue(form.get('scope') ?? ''));
}

function granted({ facts, tokens }: Parties, issued: Issued | null): LabAnswer {
  if (!issued) return refused(400, 'invalid_grant', 'The refresh token is invalid, expired or already used.');
  const hasRefresh = facts.grant !== 'clientCredentials';
  const body: JsonObject = {
    access_token: issued.accessToken,
    token_type: 'Bearer',
    expires_in: tokens.rules.accessTtlSeconds,
    ...(hasRefresh && { refresh_token: issued.refreshToken }),
    scope: issued.grant.scope,
  };
  const { workspaceRef, consumerRef, scopes, other = [] } = facts.tokenMetadata ?? {};
  if (workspaceRef) setPath(body, workspaceRef, 'lab-workspace');
  if (consumerRef) setPath(body, consumerRef, 'lab-person');
  if (scopes && scopes !== 'scope') setPath(body, scopes, issued.grant.scope);
  // The patterns of provider files are literal text around their one group, so the value takes the place of the group.
  for (const { name, path, capture = '(.+)' } of other)
    setPath(body, path, capture.replace(/\(.+\)/, `lab-${name.toLowerCase()}`));
  return json(200, body);
}

/** The revocation endpoint. RFC 7009: an unknown token is a success too. */
export function revoke({ facts, tokens, params }: Parties, request: LabRequest): LabAnswer {
  const { send = 'form', field = 'token', clientAuth = 'body' } = facts.revocation ?? { url: '' };
  const bearer = /^bearer (.+)$/i.exec(request.headers['authorization'] ?? '')?.[1];
  const sent = send === 'json' ? request.json[field] : request.form.get(field);
  const named = params['token'] ?? (clientAuth === 'bearer' ? bearer : String(sent ?? ''));
  const fields = send === 'json' ? new URLSearchParams(request.json as Record<string, string>) : request.form;
  if (clientAuth === 'body' && inBody(fields).secret !== LAB.clientSecret)
    return refused(401, 'invalid_client', 'The client or its secret is wrong.');
  if (clientAuth === 'basic' && !isClient({ ...facts, clientAuth: 'basic' }, request))
    return refused(401, 'invalid_client', 'The client or its secret is wrong.');
  tokens.revoke(named ?? '');
  return json(200, {});
}

function refused(status: number, error: string, description: string): LabAnswer {
  return json(status, { error, error_description: description });
}

function json(status: number, body: JsonObject): LabAnswer {
  return { status, headers: { 'content-type': 'application/json' }, text: JSON.stringify(body) };
}

function page(status: number, { displayName }: Provider, content: Markup): LabAnswer {
  const title = `${displayName} (lab)`;
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    },
    text: html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:30rem;margin:12vh auto;padding:0 1rem}</style></head>
<body><main><h1>${title}</h1>${content}</main></body></html>`.text,
  };
}

function consent(url: URL): Markup {
  const answer = (word: string) => {
    const there = new URL(url);
    there.searchParams.set('lab_allow', word);
    return there.pathname + there.search;
  };
  const scope = url.searchParams.get('scope') || 'no scope';
  return html`<p>Causeway asks for access to a simulated account (${scope}).</p>
<p><a href="${answer('yes')}">Allow</a> · <a href="${answer('no')}">Refuse</a></p>`;
}
