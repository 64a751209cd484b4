import { isPlainObject } from '../../domain/node_at_path.ts';

/** `crm.acme.example`, `crm.acme.example:8443`, or `.acme.example` for all of its subdomains. */
const HOST = /^(\.?[a-z0-9-]+(\.[a-z0-9-]+)+|[a-z0-9-]+(\.[a-z0-9-]+)+:\d{1,5})$/i;

/** The hosts to which the secret of a provider app may go, from its metadata: `{"hosts": ["acme.example"]}`. */
export function pinnedHosts(metadataJson: string): string[] {
  const metadata: unknown = JSON.parse(metadataJson || '{}');
  const hosts = isPlainObject(metadata) ? metadata['hosts'] : undefined;
  return Array.isArray(hosts) ? hosts.filter((host) => typeof host === 'string') : [];
}

export function isHostPattern(host: string): boolean {
  const port = Number(/:(\d+)$/.exec(host)?.[1] ?? 0);
  return HOST.test(host) && port <= 65_535;
}
