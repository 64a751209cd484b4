import { Problem } from '../../../lib/problem/problem.ts';
import { fromIso } from '../../../lib/time/iso.ts';
import type { OauthClient, Tokens } from '../credentials.ts';
import { isPlainObject } from '../fault.ts';
import type { ProviderFacts } from '../providers/provider.ts';

/** The credentials of a request. They are complete, and of the kind that the provider takes. */
export type RequestedCredentials =
  | { kind: 'none' }
  | { kind: 'apiKey'; apiKey: string }
  | { kind: 'basic'; username: string; password: string }
  | { kind: 'custom'; values: Record<string, string | string[]> }
  | { kind: 'clientCredentials'; client: OauthClient }
  | { kind: 'password'; client: OauthClient; username: string; password: string }
  | { kind: 'tokens'; tokens: Tokens };

const CREDENTIAL_FIELDS = [
  'apiKey',
  'basicAuth',
  'oauth2ClientCredentials',
  'oauth2PasswordCredentials',
  'oauth2AuthorizationCode',
  'customAuth',
] as const;
type CredentialField = (typeof CREDENTIAL_FIELDS)[number];

/**
 * Parses the credentials of a request. Throws unprocessable when the provider takes another kind of credentials,
 * invalidArgument when the credentials are incomplete.
 */
export function requestedCredentials(
  given: Record<string, unknown>,
  facts: ProviderFacts,
  now: number,
): RequestedCredentials {
  const sent = CREDENTIAL_FIELDS.filter((field) => given[field] !== undefined && given[field] !== null);
  const wanted = wantedFields(facts);
  const stray = sent.find((field) => !wanted.includes(field));
  if (stray) throw wrongKind(stray, wanted, facts);
  const [field, ...more] = sent;
  if (more.length > 0) throw incompleteCredentials(String(more[0]), 'Send one kind of credentials.');
  if (!field) {
    if (wanted.length === 0) return { kind: 'none' };
    throw incompleteCredentials(String(wanted[0]), `${facts.displayName} needs ${wanted.join(' or ')}.`);
  }
  return readCredentials(field, given[field], now);
}

function wantedFields({ authType, grantType, keyAsBasic, displayName }: ProviderFacts): CredentialField[] {
  switch (authType) {
    case 'none':
      return [];
    case 'apiKey':
      return ['apiKey'];
    case 'basic':
      return keyAsBasic ? ['apiKey', 'basicAuth'] : ['basicAuth'];
    case 'custom':
      return ['customAuth'];
    case 'oauth2':
      if (grantType === 'clientCredentials') return ['oauth2ClientCredentials'];
      return grantType === 'password' ? ['oauth2PasswordCredentials'] : ['oauth2AuthorizationCode'];
    case 'jwt':
      throw new Problem('unprocessable', `Causeway can't create connections to ${displayName} yet.`);
  }
}

function wrongKind(field: string, wanted: string[], { displayName }: ProviderFacts): Problem {
  const detail =
    wanted.length > 0 ? `${displayName} takes ${wanted.join(' or ')}.` : `${displayName} takes no credentials.`;
  return new Problem('unprocessable', 'The provider does not take this kind of credentials.', {
    issues: [{ in: 'body', name: field, detail }],
  });
}

function incompleteCredentials(name: string, detail: string): Problem {
  return new Problem('invalidArgument', 'The credentials are incomplete.', {
    issues: [{ in: 'body', name, detail }],
  });
}

function readCredentials(field: CredentialField, value: unknown, now: number): RequestedCredentials {
  if (field === 'apiKey') return { kind: 'apiKey', apiKey: requireSendable(requireText(value, field), field) };
  if (!isPlainObject(value)) throw incompleteCredentials(field, 'This must be an object.');
  const part = (key: string) => requireText(value[key], `${field}.${key}`);
  switch (field) {
    case 'basicAuth':
      return { kind: 'basic', username: part('username'), password: textOrEmpty(value['password']) };
    case 'customAuth':
      return { kind: 'custom', values: customValues(value) };
    case 'oauth2ClientCredentials':
      return { kind: 'clientCredentials', client: clientOf(value, part) };
    case 'oauth2PasswordCredentials':
      return {
        kind: 'password',
        client: clientOf(value, part),
        username: part('username'),
        password: part('password'),
      };
    case 'oauth2AuthorizationCode':
      return { kind: 'tokens', tokens: tokensOf(value, now) };
  }
}

function requireText(value: unknown, name: string): string {
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw incompleteCredentials(name, 'This must be text and may not be empty.');
}

/**
 * Checks the characters of a key or token, which is sent unchanged in a header. With a copied line break or a non-ASCII
 * letter in it, every call would fail.
 */
function requireSendable(text: string, name: string): string {
  if (/^[\x21-\x7e]+( +[\x21-\x7e]+)*$/.test(text)) return text;
  throw incompleteCredentials(
    name,
    'This may contain printable ASCII only, without a space or line break at either end.',
  );
}

function textOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function clientOf(value: Record<string, unknown>, part: (key: string) => string): OauthClient {
  return { clientId: part('clientId'), clientSecret: part('clientSecret'), scopes: listOf(value['scopes']) };
}

function customValues(value: Record<string, unknown>): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      if (Array.isArray(part)) return [key, part.map(String)];
      return [key, typeof part === 'string' ? part : String(part)];
    }),
  );
}

/** Parses the tokens of a request. Each is text, or an object {token, issuedAt, expiresAt}. */
function tokensOf(value: Record<string, unknown>, now: number): Tokens {
  const access = tokenOf(value['accessToken'], 'accessToken', now);
  const refresh = value['refreshToken'] ? tokenOf(value['refreshToken'], 'refreshToken', now) : undefined;
  return {
    accessToken: access.token,
    issueTime: access.issueTime,
    expireTime: access.expireTime,
    refreshToken: refresh?.token,
    refreshIssueTime: refresh?.issueTime,
    refreshExpireTime: refresh?.expireTime,
    ...(Array.isArray(value['scopes']) && { scopes: listOf(value['scopes']) }),
  };
}

type ImportedToken = { token: string; issueTime: number; expireTime: number | undefined };

function tokenOf(value: unknown, key: string, now: number): ImportedToken {
  const name = `oauth2AuthorizationCode.${key}`;
  if (!isPlainObject(value))
    return { token: requireSendable(requireText(value, name), name), issueTime: now, expireTime: undefined };
  return {
    token: requireSendable(requireText(value['token'], `${name}.token`), `${name}.token`),
    issueTime: timeOf(value['issuedAt'], `${name}.issuedAt`) ?? now,
    expireTime: timeOf(value['expiresAt'], `${name}.expiresAt`),
  };
}

function timeOf(value: unknown, name: string): number | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const time = typeof value === 'string' ? fromIso(value) : null;
  if (time === null) throw incompleteCredentials(name, 'This must be a time like 2026-01-02T03:04:05Z.');
  return time;
}

function listOf(value: unknown): string[] {
  if (typeof value === 'string') return value.split(/[\s,]+/).filter(Boolean);
  return Array.isArray(value) ? value.map(String) : [];
}
