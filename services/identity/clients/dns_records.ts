import { Resolver } from 'node:dns/promises';
import type { TxtRecords } from '../claimed_domains/claimed_domain.ts';

/** The name does not exist, or it has no TXT records. */
const NONE = new Set(['ENOTFOUND', 'ENODATA']);
/** No server answered: a timeout, a refused or broken connection, or a query that this process cancelled. */
const SILENT = new Set(['ETIMEOUT', 'ECONNREFUSED', 'ECANCELLED', 'EDESTRUCTION']);
const TRIES = 2;

type Settings = { servers: readonly string[]; timeoutMs: number };

/**
 * Looks up TXT records in the DNS, at the given servers or the machine's own. Joins the strings of one record (RFC
 * 7208, 3.3), because editors split long values.
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
