import { lookup as systemLookup, Resolver } from 'node:dns/promises';
import { setTimeout, clearTimeout } from 'node:timers';

/** Every address of a name; rejects, or answers none, when there is none. */
export type Lookup = (host: string) => Promise<string[]>;

/** The machine's own resolver, with its hosts file and search domains: for targets the operator allowed by name. */
export async function localLookup(host: string): Promise<string[]> {
  const found = await systemLookup(host, { all: true, order: 'verbatim' });
  return found.map(({ address }) => address);
}

/**
 * Asks the name servers directly. The system's call blocks one of four threads per name, so that a handful of names
 * with dead name servers would stop every lookup, and every file access, of the process.
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
