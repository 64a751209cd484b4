import { isObject, type Json, type JsonObject } from '../../../../lib/json/json.ts';
import type { MetadataCheck, MetadataFault } from '../destination_driver.ts';

/** The URL of a webhook, and custom headers that every request has (such as a token). */
export type WebhookMetadata = { url: string; headers?: Record<string, string> };

const MAX_URL_CHARACTERS = 2_048;
const MAX_HEADERS = 50;
const MAX_HEADER_VALUE_CHARACTERS = 4_096;
/** Max bytes of all custom headers: half of the size that common servers accept for all headers. */
const MAX_HEADERS_BYTES = 8_192;
const HEADER_NAME = /^[A-Za-z0-9-]{1,64}$/;
const HEADER_VALUE = /^[\x20-\x7e]*$/;

/**
 * Headers that Causeway or HTTP itself sets. A custom header with one of these names could forge a signature, or change
 * where the request ends.
 */
const RESERVED_HEADERS = new Set([
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
  return (
    RESERVED_HEADERS.has(lower) || lower === 'forwarded' || RESERVED_PREFIXES.some((prefix) => lower.startsWith(prefix))
  );
}

/** Checks the shape of the metadata. webhook_driver.ts checks the target of the URL. */
export function checkWebhookMetadata(value: Json): MetadataCheck<WebhookMetadata> {
  if (!isObject(value)) return { faults: [{ path: '', detail: 'The metadata of a webhook is an object with a url.' }] };
  const { url, headers } = value;
  const [first, ...rest] = [...unknownKeys(value), ...urlFaults(url), ...headersFaults(headers)];
  if (first) return { faults: [first, ...rest] };
  const given = headers as Record<string, string> | null | undefined;
  return { metadata: { url: url as string, ...(given && { headers: given }) } };
}

function unknownKeys(value: JsonObject): MetadataFault[] {
  const unknown = Object.keys(value).filter((key) => key !== 'url' && key !== 'headers');
  return unknown.map((path) => ({ path, detail: 'The metadata of a webhook knows url and headers.' }));
}

function urlFaults(url: Json | undefined): MetadataFault[] {
  if (typeof url !== 'string' || url === '') return [{ path: 'url', detail: 'A webhook needs a url.' }];
  if (url.length > MAX_URL_CHARACTERS)
    return [{ path: 'url', detail: `A url has at most ${MAX_URL_CHARACTERS} characters.` }];
  return [];
}

function headersFaults(headers: Json | undefined): MetadataFault[] {
  const fault = (detail: string) => [{ path: 'headers', detail }];
  if (headers === undefined || headers === null) return [];
  if (!isObject(headers)) return fault('Headers are an object of names and texts.');
  const entries = Object.entries(headers);
  if (entries.length > MAX_HEADERS) return fault(`At most ${MAX_HEADERS} headers are sent along.`);
  const size = entries.reduce((sum, [name, value]) => sum + name.length + String(value).length, 0);
  if (size > MAX_HEADERS_BYTES) return fault(`Headers have at most ${MAX_HEADERS_BYTES} characters in all.`);
  return entries.flatMap(([name, value]) => {
    const detail = headerFault(name, value);
    return detail === null ? [] : [{ path: `headers.${name}`, detail }];
  });
}

function headerFault(name: string, value: Json): string | null {
  if (!HEADER_NAME.test(name)) return 'A header name is 1 to 64 letters, digits and dashes.';
  if (isReservedHeader(name)) return 'This header is set by Causeway and cannot be replaced.';
  if (typeof value === 'string' && value.length <= MAX_HEADER_VALUE_CHARACTERS && HEADER_VALUE.test(value)) return null;
  return `A header value is printable ASCII text of at most ${MAX_HEADER_VALUE_CHARACTERS} characters.`;
}
