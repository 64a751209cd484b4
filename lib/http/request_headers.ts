import { OutboundError } from './outbound_error.ts';

/** Hop-by-hop headers and headers that the client sets itself. Values given by a caller are dropped silently. */
const OURS = new Set([
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
  'accept-encoding',
]);
const MAX_VALUE = 16 * 1024;

/**
 * Builds the request headers: lower-case names, no hop-by-hop fields, no line breaks. Throws OutboundError 'protocol'
 * on a name or value that is not visible ASCII.
 */
export function requestHeaders(given: Readonly<Record<string, string>>, encodings: string): Record<string, string> {
  const headers: Record<string, string> = { 'user-agent': 'Causeway', accept: '*/*' };
  for (const [givenName, value] of Object.entries(given)) {
    const name = givenName.toLowerCase();
    if (!/^[a-z0-9_-]{1,64}$/.test(name)) throw new OutboundError('protocol', new Error('A header name is not valid.'));
    if (!/^[\x20-\x7e]*$/.test(value) || value.length > MAX_VALUE) {
      throw new OutboundError('protocol', new Error(`The value of the header ${name} is not valid.`));
    }
    if (!OURS.has(name) && !name.startsWith('proxy-')) headers[name] = value;
  }
  return { ...headers, 'accept-encoding': encodings };
}
