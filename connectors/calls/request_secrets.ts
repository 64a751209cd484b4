import { Buffer } from 'node:buffer';
import type { Readable } from 'node:stream';
import type { HeaderPair } from '../../lib/http/request_headers.ts';
import { secretsInHeader } from '../../lib/http/secret_mask.ts';

/**
 * Names of headers, parameters and body fields whose values are secrets, such as apiKey, X-Auth-Token, client_secret
 * and code_verifier.
 */
const SECRET =
  /(auth|authorization|key|token|secret|passw(or)?d|pwd|passphrase|credentials?|cookie|session(_?id)?|sid|signature|sig|assertion|verifier|jwt)$|^code$/i;
/** Names that match SECRET, but whose values are public. */
const PUBLIC = /^(idempotency-key|x-idempotency-key|(page|next|continuation|sync|cursor)[_-]?token|sort[_-]?key)$/i;

type Attachments = { headers: Readonly<Record<string, string>>; query: Readonly<Record<string, string>> };

/**
 * A buffered or a streamed request. Headers are a record, or pairs in which names may repeat. The text of a stream is
 * unknown.
 */
type Sent = {
  url: string;
  headers?: Readonly<Record<string, string>> | readonly HeaderPair[] | undefined;
  body?: string | Uint8Array | Readable | null | undefined;
  bytes?: Uint8Array | undefined;
};

/** The secrets of a request: in its headers, its URL and the fields of its body. */
export function requestSecrets({ headers = {}, url, body, bytes }: Sent): string[] {
  const pairs = isPairs(headers) ? headers : Object.entries(headers);
  const named = [...inUrl(url), ...inBody(textOf(body ?? bytes), pairs)];
  return [
    ...pairs.flatMap(([name, value]) => (isSecret(name) ? [value, ...secretsInHeader(value)] : [])),
    ...named.flatMap(([name, value]) => (isSecret(name) ? [value] : [])),
  ];
}

/** Array.isArray alone does not narrow a readonly array. */
function isPairs(headers: NonNullable<Sent['headers']>): headers is readonly HeaderPair[] {
  return Array.isArray(headers);
}

function textOf(body: Sent['body']): string | undefined {
  return body instanceof Uint8Array ? Buffer.from(body).toString('utf8') : typeof body === 'string' ? body : undefined;
}

/** The secrets of a call's authentication: all values of the headers and query parameters that it adds. */
export function secretsIn({ headers, query }: Attachments): string[] {
  return [...Object.values(headers).flatMap((value) => [value, ...secretsInHeader(value)]), ...Object.values(query)];
}

function isSecret(name: string): boolean {
  return SECRET.test(name) && !PUBLIC.test(name);
}

type Pair = [name: string, value: string];

function inUrl(text: string): Pair[] {
  if (!URL.canParse(text)) return [];
  const { username, password, searchParams } = new URL(text);
  return [...searchParams, ['password', decoded(password)], ['password', password === '' ? decoded(username) : '']];
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function inBody(body: string | undefined, headers: readonly HeaderPair[]): Pair[] {
  if (!body) return [];
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  if (/form-urlencoded/i.test(type)) return [...new URLSearchParams(body)];
  return /json/i.test(type) ? leaves(parsed(body), '') : [];
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

function leaves(value: unknown, name: string): Pair[] {
  if (typeof value === 'string') return [[name, value]];
  if (typeof value !== 'object' || value === null) return [];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([key, one]) => leaves(one, isList ? name : key));
}
