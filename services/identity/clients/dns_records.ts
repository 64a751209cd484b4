import { Resolver } from 'node:dns/promises';
import type { TxtRecords } from '../claimed_domains/claimed_domain.ts';

/** DNS errors that mean: the name does not exist, or has no TXT records. */
const NONE = new Set(['ENOTFOUND', 'ENODATA']);
/** DNS errors that mean: no server answered, or this process cancelled the query. */
const SILENT = new Set(['ETIMEOUT', 'ECONNREFUSED', 'ECANCELLED', 'EDESTRUCTION']);
const TRIES = 2;

type Settings = { servers: readonly string[]; timeoutMs: number };

/**
 * Looks up TXT records in the DNS, at `servers` or, if the list is empty, at the servers that the machine uses. Joins
 * the strings of one record (RFC 7208, 3.3), because editors split long values.
 */
export function dnsRecords({ servers, timeoutMs }: Settings): { txtRecords: TxtRecords; close(): void } {
  const resolver = new Resolver({ timeout: timeoutMs, tries: TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  return {
    async txtRecords(name) {
      try {
        return { records: (await resolver.resolveTxt(name)).map((strings) => strings.join('')) };
      } catch (error) {
        const code = (error as { code?: string }).code ?? '';
        if (NONE.has(code)) return { records: [] };
        return { fault: SILENT.has(code) ? 'timeout' : 'failed' };
      }
    },
    close: () => resolver.cancel(),
  };
}
