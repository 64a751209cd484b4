/**
 * Points a provider at the provider lab (docs/lab.md). Every URL in its file, including templates, becomes
 * `<lab>/<provider>/<original host>/...`. A template that begins with a placeholder keeps the placeholder as one
 * segment, which becomes the escaped URL of the customer. Values that only look like URLs (scopes, audiences,
 * documentation) stay unchanged.
 */
import { isObject, type Json, type JsonObject } from '../../../lib/json/json.ts';
import type { Provider } from '../file/provider.ts';
import type { ProviderSummary } from './provider_summary.ts';
import type { ProviderCatalogue } from './providers.ts';

/** Keys whose values are called. A value that is a whole URL, or begins with a placeholder, is pointed at the lab. */
const ADDRESSES = ['baseURL', 'authorizeURL', 'tokenURL', 'issuer', 'url', 'redirect', 'path', 'create', 'poll'];
/** Keys whose values are not called as URLs, so they stay unchanged. */
const CLOSED = [
  'scopeMappings',
  'audience',
  'authorizeParams',
  'labels',
  'headers',
  'query',
  'fields',
  'known',
  'types',
  'knownFields',
];

export function pointAtLab<P extends ProviderSummary>(provider: P, labUrl: string): P {
  const root = `${labUrl.replace(/\/+$/, '')}/${provider.name}`;
  const moved = move(provider as unknown as JsonObject, root) as unknown as P;
  const { host, origin } = new URL(labUrl);
  return {
    ...moved,
    ...(provider.origins && { origins: [origin] }),
    ...(moved.auth.type === 'oauth2' && moved.auth.authHosts && { auth: { ...moved.auth, authHosts: [host] } }),
  };
}

/** Returns a copy of the catalogue whose providers have the addresses of the lab. */
export function catalogueAtLab(catalogue: ProviderCatalogue, labUrl: string): ProviderCatalogue {
  const moved = new Map<string, Provider>();
  const atLab = (provider: Provider) => {
    const there = moved.get(provider.name) ?? pointAtLab(provider, labUrl);
    moved.set(provider.name, there);
    return there;
  };
  return {
    get(name) {
      const provider = catalogue.get(name);
      return provider && atLab(provider);
    },
    list: () => catalogue.list().map((summary) => pointAtLab(summary, labUrl)),
    ...(catalogue.withheld && { withheld: catalogue.withheld }),
  };
}

function move(value: JsonObject, root: string): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, CLOSED.includes(key) ? part : moveOne(key, part, root)]),
  );
}

function moveOne(key: string, part: Json, root: string): Json {
  if (typeof part === 'string') return ADDRESSES.includes(key) ? below(part, root) : part;
  if (Array.isArray(part)) return part.map((one) => moveOne(key, one, root));
  return isObject(part) ? move(part, root) : part;
}

function below(address: string, root: string): string {
  if (/^https?:\/\//.test(address)) return `${root}/${address.replace(/^https?:\/\//, '')}`;
  return address.startsWith('{{') ? `${root}/${address}` : address;
}
