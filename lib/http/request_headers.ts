import { OutboundError } from './outbound_error.ts';

/** Hop-by-hop headers and headers that the client sets itself. Values given by a caller are dropped silently. */
const CLIENT_HEADERS = new Set([
  'host',
  'content-length',
  'connection',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'http2-settings',
]);
const MAX_VALUE = 16 * 1024;

/** One header line. The name keeps its upper and lower case. */
export type HeaderPair = readonly [name: string, value: string];

/**
 * Builds the request headers: lower-case names, no hop-by-hop fields, no line breaks. Throws OutboundError 'protocol'
 * on a name or value that is not visible ASCII.
 */
export function requestHeaders(given: Readonly<Record<string, string>>, encodings: string): Record<string, string> {
  const headers: Record<string, string> = { 'user-agent': 'Causeway', accept: '*/*' };
  for (const [givenName, value] of Object.entries(given)) {
    const name = givenName.toLowerCase();
    checkHeader(name, value, { names: /^[a-z0-9_-]{1,64}$/, values: /^[\x20-\x7e]*$/ });
    if (!isClientHeader(name)) headers[name] = value;
  }
  return { ...headers, 'accept-encoding': encodings };
}

/**
 * Patterns of RFC 9110 for names (token) and values (field value). Each character of a value is one byte, as in Node
 * and undici.
 */
const VALID_HEADER = { names: /^[\w!#$%&'*+.^`|~-]{1,256}$/, values: /^[\t\x20-\x7e\x80-\xff]*$/ };

/**
 * The headers of a request that Causeway passes on for a caller. Order, repeats and spelling are kept, and nothing
 * is added. Hop-by-hop fields and fields that the client sets itself are removed. Throws OutboundError 'protocol' on a
 * name or value that RFC 9110 does not allow.
 */
export function passedOnHeaders(given: readonly HeaderPair[]): HeaderPair[] {
  for (const [name, value] of given) checkHeader(name, value, VALID_HEADER);
  return given.filter(([name]) => !isClientHeader(name.toLowerCase()));
}

function isClientHeader(name: string): boolean {
  return CLIENT_HEADERS.has(name) || name.startsWith('proxy-');
}

function checkHeader(name: string, value: string, { names, values }: typeof VALID_HEADER): void {
  if (!names.test(name)) throw new OutboundError('protocol', new Error('A header name is not valid.'));
  if (!values.test(value) || value.length > MAX_VALUE)
    throw new OutboundError('protocol', new Error(`The value of the header ${name} is not valid.`));
}
