import { OutboundError } from './outbound_error.ts';

/** What belongs to one connection, or is decided by the client itself. A caller's value is dropped without a word. */
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
 * The headers that go out: names in lower case, no hop-by-hop field, nothing that could end a line early. Throws
 * OutboundError 'protocol' on a name or value that is not plain visible ASCII.
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
