import { isObject, type Json } from '../../../../lib/json/json.ts';
import { Problem } from '../../../../lib/problem/problem.ts';

/** The URL of a webhook, and headers that its owner wants in every request (such as a token). */
export type WebhookMetadata = { url: string; headers?: Record<string, string> };

const MAX_URL = 2_048;
const MAX_HEADERS = 50;
const MAX_HEADER_VALUE = 4_096;
/** Max bytes of custom headers: half of what common servers accept for all headers. */
const MAX_HEADERS_SIZE = 8_192;
const HEADER_NAME = /^[A-Za-z0-9-]{1,64}$/;
const HEADER_VALUE = /^[\x20-\x7e]*$/;

/** Headers that the platform or HTTP itself sets. A custom one could forge a signature or change the framing. */
const RESERVED = new Set([
  'host',
  'content-length',
  'content-type',
  'content-encoding',
  'connection',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'user-agent',
]);
const RESERVED_PREFIXES = ['svix-', 'webhook-', 'proxy-', 'x-forwarded-', 'causeway-'];

export function isReservedHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return RESERVED.has(lower) || lower === 'forwarded' || RESERVED_PREFIXES.some((prefix) => lower.startsWith(prefix));
}

/** Parses webhook metadata. Throws invalidArgument for a wrong shape. check_callable.ts checks the URL. */
export function webhookMetadata(value: Json): WebhookMetadata {
  if (!isObject(value)) throw fault('metadata', 'The metadata of a webhook is an object with a url.');
  for (const key of Object.keys(value)) {
    if (key !== 'url' && key !== 'headers')
      throw fault(`metadata.${key}`, 'The metadata of a webhook knows url and headers.');
  }
  const headers = headersOf(value['headers']);
  return { url: urlOf(value['url']), ...(headers && { headers }) };
}

function urlOf(url: Json | undefined): string {
  if (typeof url !== 'string' || url === '') throw fault('metadata.url', 'A webhook needs a url.');
  if (url.length > MAX_URL) throw fault('metadata.url', `A url has at most ${MAX_URL} characters.`);
  return url;
}

function headersOf(headers: Json | undefined): Record<string, string> | undefined {
  if (headers === undefined || headers === null) return undefined;
  if (!isObject(headers)) throw fault('metadata.headers', 'Headers are an object of names and texts.');
  const entries = Object.entries(headers);
  if (entries.length > MAX_HEADERS) throw fault('metadata.headers', `At most ${MAX_HEADERS} headers are sent along.`);
  const size = entries.reduce((sum, [name, value]) => sum + name.length + String(value).length, 0);
  if (size > MAX_HEADERS_SIZE)
    throw fault('metadata.headers', `Headers have at most ${MAX_HEADERS_SIZE} characters in all.`);
  return Object.fromEntries(entries.map(([name, value]) => [name, headerValue(name, value)]));
}

function headerValue(name: string, value: Json): string {
  const at = `metadata.headers.${name}`;
  if (!HEADER_NAME.test(name)) throw fault(at, 'A header name is 1 to 64 letters, digits and dashes.');
  if (isReservedHeader(name)) throw fault(at, 'This header is set by Causeway and cannot be replaced.');
  if (typeof value !== 'string' || value.length > MAX_HEADER_VALUE || !HEADER_VALUE.test(value)) {
    throw fault(at, `A header value is printable ASCII text of at most ${MAX_HEADER_VALUE} characters.`);
  }
  return value;
}

function fault(name: string, detail: string): Problem {
  return new Problem('invalidArgument', detail, { issues: [{ in: 'body', name, detail }] });
}
