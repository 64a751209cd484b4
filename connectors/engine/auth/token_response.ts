import type { OutboundResponse } from '../../../lib/http/outbound.ts';
import { isObject, type Json, type JsonObject } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import { bodyOf } from '../answer/classify.ts';
import { type FailureKind, ProviderFailure } from '../answer/failure.ts';
import { retryAfterMs } from '../answer/retry_hint.ts';
import type { Provider, TokenField } from '../file/provider.ts';
import { getPath } from '../json_path.ts';
import { captured } from './learn.ts';
import { oauthFacts } from './oauth.ts';

export type Tokens = {
  accessToken: string;
  refreshToken?: string;
  /** Unix milliseconds; absent when the response states no expiry. */
  expireTime?: number;
  scopes?: string[];
  /** Values from the token response: `workspaceRef`, `consumerRef` and the other fields that the file declares. */
  metadata: Record<string, string>;
};

/** OAuth error codes that a retry cannot fix: the customer or the owner of the OAuth app must act. */
const FINAL = [
  'invalid_grant',
  'invalid_client',
  'unauthorized_client',
  'access_denied',
  'bad_verification_code',
  'bad_refresh_token',
  'incorrect_client_credentials',
  'invalid_token',
];

const NEVER_SECONDS = 100 * 365 * 86_400;

/**
 * Parses a token response (RFC 6749 5). Throws ProviderFailure; `credentials` when the grant or the client is refused.
 */
export function readTokenResponse(provider: Provider, response: OutboundResponse, now: number): Tokens {
  const body = tokenBody(response);
  const accessToken = scalarText(body['access_token']);
  if (response.status >= 300 || body['error'] || !accessToken) throw tokenFailure(provider, response, body, now);
  const refreshToken = scalarText(body['refresh_token']);
  const expireTime = expiry(body, now);
  const scopes = grantedScopes(provider, body);
  return {
    accessToken,
    ...(refreshToken && { refreshToken }),
    ...(expireTime !== undefined && { expireTime }),
    ...(scopes && { scopes }),
    metadata: metadataOf(provider, body),
  };
}

/** Parses JSON, or the form encoding that some providers use. */
function tokenBody(response: OutboundResponse): JsonObject {
  const body = bodyOf(response);
  if (isObject(body)) return body;
  return /^[\w.-]+=/.test(response.text) ? Object.fromEntries(new URLSearchParams(response.text)) : {};
}

function tokenFailure(provider: Provider, response: OutboundResponse, body: JsonObject, now: number): ProviderFailure {
  const { status, headers } = response;
  const code = scalarText(body['error']) ?? '';
  const says = [code, scalarText(body['error_description'])].filter(Boolean).join(': ').slice(0, 300);
  const kind = isPage(response) ? 'providerFault' : kindOf(status, code);
  return new ProviderFailure(kind, `${provider.displayName} issued no token (${status})${says ? `: ${says}` : '.'}`, {
    status,
    oauthError: code || undefined,
    retryAfterMs:
      kind === 'rateLimit' || kind === 'providerFault' ? retryAfterMs(headers, now, provider.rateLimit) : undefined,
  });
}

/** An HTML page comes from a proxy in front of the token endpoint, so its status is not trusted, except a 429. */
function isPage({ status, text }: OutboundResponse): boolean {
  return status !== 429 && /^\s*</.test(text);
}

function kindOf(status: number, code: string): FailureKind {
  if (FINAL.includes(code) || status === 401 || status === 403) return 'credentials';
  if (status === 429) return 'rateLimit';
  return status >= 400 && status < 500 ? 'badRequest' : 'providerFault';
}

/**
 * The expiry in Unix milliseconds. Undefined when the response states none, or more than 100 years: some providers send
 * such a number for "never", and a date column could not store it.
 */
function expiry(body: JsonObject, now: number): number | undefined {
  const seconds = Number(scalarText(body['expires_in']));
  return seconds > 0 && seconds < NEVER_SECONDS ? Math.round(now + seconds * 1000) : undefined;
}

function grantedScopes(provider: Provider, body: JsonObject): string[] | undefined {
  const found: Json | undefined = getPath(body, oauthFacts(provider).tokenMetadata?.scopes ?? 'scope');
  if (Array.isArray(found)) return found.map(String);
  const text = scalarText(found);
  return text ? text.split(/[\s,]+/).filter(Boolean) : undefined;
}

function metadataOf(provider: Provider, body: JsonObject): Record<string, string> {
  const { workspaceRef, consumerRef, other = [] } = oauthFacts(provider).tokenMetadata ?? {};
  const wanted: (Omit<TokenField, 'path'> & { path: string | undefined })[] = [
    { name: 'workspaceRef', path: workspaceRef },
    { name: 'consumerRef', path: consumerRef },
    ...other,
  ];
  return Object.fromEntries(
    wanted.flatMap(({ name, path, capture }) => {
      const text = path && scalarText(getPath(body, path));
      const value = text && captured(text, capture);
      return value ? [[name, value]] : [];
    }),
  );
}
