import { Buffer } from 'node:buffer';
import { MASKED, secretMask, secretsInHeader } from '../../../../lib/http/secret_mask.ts';
import { isDelivered } from './webhook_result.ts';

/** Max stored bytes of an answer that refused the message. */
const MAX_BYTES = 4_096;
/**
 * Max stored bytes of an answer that accepted it: enough to recognise a login page, and little data for each success.
 */
const MAX_ACCEPTED_BYTES = 256;
/** Shorter header values are words of ordinary text. */
const SHORTEST = 4;
/** Control characters other than tab and line breaks: a terminal would execute them. */
const CONTROL = /[^\P{Cc}\t\r\n]/gu;
const REPLACEMENT = '\ufffd';

/** Set by every request; they identify nobody. */
const PUBLIC_HEADERS = new Set(['content-type', 'webhook-id', 'svix-id', 'webhook-timestamp', 'svix-timestamp']);

type Sent = { url: string; headers?: Readonly<Record<string, string>> | undefined; secrets: readonly string[] };

/**
 * The part of a receiver's answer that is stored, so that a person can see why it refused a message. A receiver may
 * echo the request, so signing secrets, signatures, custom headers and the secrets of the URL are masked, and only then
 * the text is cut. Bytes that are not text become replacement characters.
 */
export function receiverAnswer({ status, text }: { status: number; text: string }, sent: Sent): string {
  if (text === '') return '';
  const isTooShort = text.length < SHORTEST; // like most answers to accepted messages; building the mask costs more than the rest
  const masked = (isTooShort ? text : secretMask(secretsOf(sent))(text)).replace(CONTROL, REPLACEMENT);
  return cutTo(masked, isDelivered(status) ? MAX_ACCEPTED_BYTES : MAX_BYTES);
}

function secretsOf({ url, headers = {}, secrets }: Sent): string[] {
  const own = Object.entries(headers).filter(([name]) => !PUBLIC_HEADERS.has(name));
  const { username, password, searchParams } = new URL(url);
  return [
    ...secrets.flatMap((secret) => [secret, secret.replace(/^whsec_/, '')]),
    ...own.flatMap(([, value]) => [value, ...secretsInHeader(value), ...value.split(' ').flatMap(withoutVersion)]),
    ...[username, password].map(decoded),
    ...searchParams.values(),
  ].filter((secret) => secret.length >= SHORTEST && secret !== MASKED);
}

/** A signature is `v1,` and base64. */
function withoutVersion(word: string): string[] {
  return [word, word.replace(/^v1,/, '')];
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Cuts at a character; never inside one. */
function cutTo(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  let end = maxBytes;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end).toString('utf8');
}
