import { ProviderFailure } from '../answer/failure.ts';
import type { Provider } from '../file/provider.ts';
import type { CallAuth } from '../request/call_auth.ts';
import { fillText, type Variables } from '../request/template.ts';
import { withDefaults } from '../request/variables.ts';
import {
  type HeaderList,
  hopByHop,
  isSendable,
  type NamedHeader,
  namedHeaders,
  plainName,
  valuesOf,
} from './hop_headers.ts';
import { ProxyRefusal } from './proxy_refusal.ts';

/**
 * Headers of the caller that are not passed on: credentials for Causeway, headers that the transport sets, and headers
 * from which a server could take another path or caller.
 */
const NEVER_SENT = new Set([
  'authorization',
  'content-length',
  'cookie',
  'cookie2',
  'expect',
  'forwarded',
  'host',
  'via',
  'x-api-key',
  'x-original-host',
  'x-original-url',
  'x-real-ip',
  'x-rewrite-url',
]);
const NEVER_SENT_BEGINNINGS = ['x-amp-', 'x-forwarded-'];

/**
 * The headers of a proxied call: the caller's, the credentials, and the static headers of the provider file that the
 * caller did not send. The transport adds length and transfer encoding of the body. Throws ProxyRefusal `headers`, and
 * ProviderFailure for a missing variable (`badRequest`) or an unusable credential (`credentials`).
 */
export function proxyHeaders(
  callers: HeaderList,
  { provider, auth, variables }: { provider: Provider; auth: Pick<CallAuth, 'headers'>; variables: Variables },
): [string, string][] {
  const named = namedHeaders(callers);
  checkCallers(named);
  const isHop = hopByHop(named);
  const ours = new Set(Object.keys(auth.headers).map(plainName));
  const kept = named.filter(({ plain }) => !isHop(plain) && !isNeverSent(plain) && !ours.has(plain));
  const taken = new Set([...ours, ...kept.map(({ plain }) => plain)]);
  const missing = Object.entries(provider.headers ?? {}).filter(([name]) => !taken.has(plainName(name)));
  const values = missing.length > 0 ? withDefaults(provider, variables) : {};
  const added = missing.map(([name, text]): [string, string] => [name, fillText(text, values)]);
  const own = [...added, ...Object.entries(auth.headers)];
  for (const [name, value] of own)
    if (!isSendable(name, value))
      throw new ProviderFailure('credentials', `The connection's value for the header ${name} cannot be sent.`);
  return [...kept.map(({ name, value }): [string, string] => [name, value]), ...own];
}

function isNeverSent(name: string): boolean {
  return NEVER_SENT.has(name) || NEVER_SENT_BEGINNINGS.some((beginning) => name.startsWith(beginning));
}

/**
 * Refuses headers that HTTP does not allow, protocol upgrades, and two statements of the body's length, because two
 * servers could read two different requests (RFC 9112 6.3).
 */
function checkCallers(headers: readonly NamedHeader[]): void {
  for (const { name, value } of headers)
    if (!isSendable(name, value))
      throw new ProxyRefusal('headers', 'A header has a name or a value that HTTP does not allow.');
  const lengths = new Set(valuesOf(headers, 'content-length'));
  if (lengths.size > 0 && valuesOf(headers, 'transfer-encoding').length > 0)
    throw new ProxyRefusal('headers', 'The call has both Content-Length and Transfer-Encoding. Send one of them.');
  if (lengths.size > 1)
    throw new ProxyRefusal('headers', 'The call has several values of Content-Length. Send one of them.');
  const connection = valuesOf(headers, 'connection').join(',').toLowerCase().split(',');
  if (valuesOf(headers, 'upgrade').length > 0 || connection.some((option) => option.trim() === 'upgrade'))
    throw new ProxyRefusal('headers', 'The proxy does not change protocols. Send the call without Upgrade.');
}
