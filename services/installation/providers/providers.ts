import { notFound, Problem } from '../../../lib/problem/problem.ts';
import { similarName } from '../../../lib/problem/similar_name.ts';
import { isPlainObject } from '../fault.ts';
import type { Connectors, ProviderFacts } from './provider.ts';

/** Returns the facts of the provider in a request body. Throws unprocessable when the provider is unknown. */
export function knownProvider(connectors: Connectors, name: string): ProviderFacts {
  const facts = connectors.find(name);
  if (facts) return facts;
  throw new Problem('unprocessable', 'The request names a provider that is not in the catalogue.', {
    issues: [{ in: 'body', name: 'provider', detail: `There is no provider named ${name.slice(0, 100)}.` }],
    remedy: absenceRemedy(connectors, name),
  });
}

/** The remedy when a provider is not in the catalogue. */
export function absenceRemedy(connectors: Connectors, name: string): string {
  if (connectors.isWithheld(name)) return SANDBOX_IS_OFF;
  const meant = similarName(name, connectors.names());
  return `${meant ? `Did you mean ${meant}? ` : ''}GET /providers lists them.`;
}

/** The remedy when the operator has turned sandbox providers off. */
export const SANDBOX_IS_OFF =
  'Sandbox providers are for development. The operator turns them on with CAUSEWAY_SANDBOX=1.';

/** Returns the information of the catalogue about a provider, as JSON text. Throws notFound. */
export function makeGetProvider({ connectors }: { connectors: Connectors }) {
  return function getProvider(provider: string): string {
    const infoJson = connectors.infoJson(provider);
    if (infoJson !== undefined) return infoJson;
    throw notFound('provider', { remedy: absenceRemedy(connectors, provider) });
  };
}

/** `preview`: absent or null when the operator allows no simulations. */
type Deps = { connectors: Connectors; preview?: PreviewProvider | null };

/**
 * Previews an object of a simulated provider. Throws unprocessable when the operator allows no simulations, and
 * notFound for an unknown provider or object.
 */
export function makePreviewProvider({ connectors, preview }: Deps) {
  return async function previewProvider(provider: string, objectName: string): Promise<ProviderPreview> {
    if (connectors.infoJson(provider) === undefined)
      throw notFound('provider', { remedy: absenceRemedy(connectors, provider) });
    if (!preview)
      throw new Problem('unprocessable', 'This platform simulates no providers.', {
        remedy: 'Simulations are for development. The operator turns them on with CAUSEWAY_SANDBOX=1.',
      });
    const found = await preview(provider, objectName);
    if (found) return found;
    const meant = similarName(objectName, (await preview(provider, ''))?.objectNames ?? []);
    throw notFound('object', {
      remedy: meant ? `Did you mean ${meant}?` : 'Ask without a name; the answer lists them.',
    });
  };
}

/** Matches `crm.acme.example`, `crm.acme.example:8443`, or `.acme.example` for all of its subdomains. */
const HOST_PATTERN = /^(\.?[a-z0-9-]+(\.[a-z0-9-]+)+|[a-z0-9-]+(\.[a-z0-9-]+)+:\d{1,5})$/i;

/** The hosts that the secret of a provider app may be sent to, from its metadata: `{"hosts": ["acme.example"]}`. */
export function pinnedHosts(metadataJson: string): string[] {
  const metadata: unknown = JSON.parse(metadataJson || '{}');
  const hosts = isPlainObject(metadata) ? metadata['hosts'] : undefined;
  return Array.isArray(hosts) ? hosts.filter((host) => typeof host === 'string') : [];
}

export function isHostPattern(host: string): boolean {
  const port = Number(/:(\d+)$/.exec(host)?.[1] ?? 0);
  return HOST_PATTERN.test(host) && port <= 65_535;
}

/** The preview of one object. */
type ProviderPreview = {
  /** The names of all objects that can be read. */
  objectNames: string[];
  /** The object that was read; empty if there is none. */
  objectName: string;
  /** The calls in their order, with the addresses of the real provider. */
  calls: { method: string; url: string; status: number }[];
  /** Raw records as JSON texts. */
  recordTexts: string[];
};

/**
 * Reads two small pages of an object from a simulation of the provider, in the same way as from the provider itself. An
 * empty name means the first object of the provider file.
 */
export type PreviewProvider = (provider: string, objectName: string) => Promise<ProviderPreview | undefined>;
