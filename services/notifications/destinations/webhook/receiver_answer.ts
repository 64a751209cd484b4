import { Buffer } from 'node:buffer';
import { isSuccess } from '../../../../lib/http/is_success.ts';
import type { OutboundReason } from '../../../../lib/http/outbound_error.ts';
import { MASK_TEXT, secretMask, secretsInHeader } from '../../../../lib/http/secret_mask.ts';
import type { DeliveryResult } from '../destination_driver.ts';

/** Max stored bytes of a response that refused the message. */
const MAX_REFUSED_BYTES = 4_096;
/**
 * Max stored bytes of a response that accepted the message: enough to recognise a login page, and little data for each
 * success.
 */
const MAX_ACCEPTED_BYTES = 256;
/** Min characters of a header value that is masked. Shorter values often occur in ordinary text. */
const MIN_SECRET_CHARACTERS = 4;
/** Control characters other than tab and line breaks. A terminal would interpret them. */
const CONTROL_CHARACTERS = /[^\P{Cc}\t\r\n]/gu;
const REPLACEMENT = '\ufffd';

/** Headers of every request that contain no secret. */
const PUBLIC_HEADERS = new Set(['content-type', 'webhook-id', 'svix-id', 'webhook-timestamp', 'svix-timestamp']);

type SentRequest = { url: string; headers?: Readonly<Record<string, string>> | undefined; secrets: readonly string[] };

/**
 * Returns the part of a receiver's response that is stored, so that a person can see why the receiver refused a
 * message. A receiver may echo the request. So signing secrets, signatures, custom headers and the secrets of the URL
 * are masked before the text is cut. Bytes that are not valid text become replacement characters.
 */
export function receiverAnswer({ status, text }: { status: number; text: string }, sent: SentRequest): string {
  if (text === '') return '';
  // Most responses that accept a message are this short. Then the mask is not built, because building it costs more
  // than the rest of this function.
  const isTooShort = text.length < MIN_SECRET_CHARACTERS;
  const masked = (isTooShort ? text : secretMask(secretsOf(sent))(text)).replace(CONTROL_CHARACTERS, REPLACEMENT);
  return cutToBytes(masked, isDelivered(status) ? MAX_ACCEPTED_BYTES : MAX_REFUSED_BYTES);
}

function secretsOf({ url, headers = {}, secrets }: SentRequest): string[] {
  const own = Object.entries(headers).filter(([name]) => !PUBLIC_HEADERS.has(name));
  const { username, password, searchParams } = new URL(url);
  return [
    ...secrets.flatMap((secret) => [secret, secret.replace(/^whsec_/, '')]),
    ...own.flatMap(([, value]) => [
      value,
      ...secretsInHeader(value),
      ...value.split(' ').flatMap(withAndWithoutVersion),
    ]),
    ...[username, password].map(decodeOrKeep),
    ...searchParams.values(),
  ].filter((secret) => secret.length >= MIN_SECRET_CHARACTERS && secret !== MASK_TEXT);
}

/**
 * A signature is the text `v1,` followed by base64. The receiver may echo it with or without this prefix, so both forms
 * are masked.
 */
function withAndWithoutVersion(word: string): string[] {
  return [word, word.replace(/^v1,/, '')];
}

function decodeOrKeep(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Cuts a text to at most `maxBytes` bytes of UTF-8, without splitting a character. */
function cutToBytes(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  let end = maxBytes;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end).toString('utf8');
}

/** Parses Retry-After (seconds or HTTP date) into ms from `now`. Returns 0 for invalid and past values. */
export function retryAfterMs(header: string | undefined, now: number): number {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const time = /^[A-Za-z]{3}, /.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(time) ? 0 : Math.max(0, time - now);
}

const GONE_STATUS = 410;
const OVERLOAD_STATUSES: readonly number[] = [429, 502, 504];

/** A receiver accepts a message by answering 2xx. A redirect is not followed, and does not count as accepted. */
function isDelivered(status: number): boolean {
  return isSuccess({ status });
}

/** Classifies a response by its status. */
export function resultOfStatus(status: number): DeliveryResult {
  const result = isDelivered(status) ? 'delivered' : status === GONE_STATUS ? 'final' : 'retryable';
  return { result, status, error: null, ...(OVERLOAD_STATUSES.includes(status) && { isOverloaded: true }) };
}

/** Classifies an attempt that got no response. */
export function resultOfError(reason: OutboundReason): DeliveryResult {
  return { result: 'retryable', status: 0, error: reason, ...(reason === 'timeout' && { isOverloaded: true }) };
}
