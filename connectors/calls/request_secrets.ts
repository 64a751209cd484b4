import { Buffer } from 'node:buffer';
import type { OutboundRequest } from '../../lib/http/outbound.ts';
import { secretsInHeader } from '../../lib/http/secret_mask.ts';

/** Names of headers, parameters and body fields whose values are secrets: apiKey, X-Auth-Token, client_secret, code_verifier. */
const SECRET =
  /(auth|authorization|key|token|secret|passw(or)?d|pwd|passphrase|credentials?|cookie|session(_?id)?|sid|signature|sig|assertion|verifier|jwt)$|^code$/i;
/** Names that look so, but whose values are public or say nothing. */
const PUBLIC = /^(idempotency-key|x-idempotency-key|(page|next|continuation|sync|cursor)[_-]?token|sort[_-]?key)$/i;

type Attachments = { headers: Readonly<Record<string, string>>; query: Readonly<Record<string, string>> };

/** The secrets of a request: in its headers, its URL and the fields of its body. */
export function requestSecrets({ headers = {}, url, body, bytes }: OutboundRequest): string[] {
  const named = [...inUrl(url), ...inBody(body ?? (bytes && Buffer.from(bytes).toString('utf8')), headers)];
  return [
    ...Object.entries(headers).flatMap(([name, value]) => (isSecret(name) ? [value, ...secretsInHeader(value)] : [])),
    ...named.flatMap(([name, value]) => (isSecret(name) ? [value] : [])),
  ];
}

/** The secrets in what authenticates a call: all values of these headers and query parameters. */
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

function inBody(body: string | undefined, headers: Readonly<Record<string, string>>): Pair[] {
  if (!body) return [];
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
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
