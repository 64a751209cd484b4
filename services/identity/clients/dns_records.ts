import { Resolver } from 'node:dns/promises';
import type { TxtRecords } from '../claimed_domains/claimed_domain.ts';

/** DNS errors that mean: the name does not exist, or has no TXT records. */
const NO_RECORD_CODES = new Set(['ENOTFOUND', 'ENODATA']);
/** DNS errors that mean: no server answered, or this process cancelled the query. */
const NO_ANSWER_CODES = new Set(['ETIMEOUT', 'ECONNREFUSED', 'ECANCELLED', 'EDESTRUCTION']);
const MAX_TRIES = 2;

type DnsSettings = { servers: readonly string[]; timeoutMs: number };

/**
 * Looks up TXT records in the DNS, at `servers` or, if the list is empty, at the servers that the machine uses. Joins
 * the strings of one record (RFC 7208, 3.3), because editors split long values.
 */
export function dnsRecords({ servers, timeoutMs }: DnsSettings): { txtRecords: TxtRecords; close(): void } {
  const resolver = new Resolver({ timeout: timeoutMs, tries: MAX_TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  return {
    async txtRecords(name) {
      try {
        return { records: (await resolver.resolveTxt(name)).map((strings) => strings.join('')) };
      } catch (error) {
        const code = (error as { code?: string }).code ?? '';
        if (NO_RECORD_CODES.has(code)) return { records: [] };
        return { fault: NO_ANSWER_CODES.has(code) ? 'timeout' : 'failed' };
      }
    },
    close: () => resolver.cancel(),
  };
}
