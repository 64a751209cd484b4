import { Resolver, lookup as systemLookup } from 'node:dns/promises';
import { clearTimeout, setTimeout } from 'node:timers';

/** Resolves all addresses of a name. Rejects or returns [] when the name has none. */
export type LookUpAddresses = (host: string) => Promise<string[]>;

/** The machine's resolver, with hosts file and search domains; for targets that the operator listed by name. */
export async function localLookup(host: string): Promise<string[]> {
  const found = await systemLookup(host, { all: true, order: 'verbatim' });
  return found.map(({ address }) => address);
}

/**
 * Queries the name servers directly. The system call (getaddrinfo) blocks one of libuv's four threads per name, so a
 * few names with dead name servers would block all lookups and file accesses of the process.
 */
export async function publicLookup(host: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 1_500, tries: 2 });
  const timer = setTimeout(() => resolver.cancel(), 5_000);
  try {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason;
    return [v4, v6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  } finally {
    clearTimeout(timer);
  }
}
