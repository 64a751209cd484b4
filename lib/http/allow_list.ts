import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import { isUrl } from '../url/is_url.ts';

/** The target of a connection, normalised by the URL parser. IPv6 hosts have no brackets. */
export type ConnectionTarget = { protocol: 'http:' | 'https:'; host: string; port: number };

type AllowList = {
  /** Whether the operator listed this host, without a port or with the port of the target. */
  hasHost(target: ConnectionTarget): boolean;
  /** Whether the address is in a range that the operator listed. */
  covers(address: string): boolean;
  /** Whether the list has ranges. With ranges, a host name may be allowed after DNS has resolved it. */
  hasRanges: boolean;
};

/**
 * Parses `host`, `host:port`, `[v6]:port` and `network/bits` entries. Throws on an invalid entry, so that a typo stops
 * the start instead of silently allowing the wrong targets.
 */
export function parseAllowList(entries: readonly string[]): AllowList {
  const hosts = new Set<string>();
  const ranges = { ipv4: new BlockList(), ipv6: new BlockList() };
  let hasRanges = false;
  for (const entry of entries.map((text) => text.trim().toLowerCase()).filter(Boolean)) {
    if (entry.includes('/')) {
      addRange(ranges, entry);
      hasRanges = true;
    } else hosts.add(hostEntry(entry));
  }
  return {
    hasRanges,
    hasHost: ({ host, port }) => hosts.has(host) || hosts.has(`${host}|${port}`),
    covers: (address) =>
      (isIPv4(address) && ranges.ipv4.check(address, 'ipv4')) ||
      (isIPv6(address) && ranges.ipv6.check(address, 'ipv6')),
  };
}

function addRange(ranges: { ipv4: BlockList; ipv6: BlockList }, entry: string): void {
  const [, network = '', bits = ''] = /^([0-9a-f.:]+)\/(\d{1,3})$/.exec(entry) ?? [];
  const version = isIP(network);
  if (version === 0 || Number(bits) > (version === 4 ? 32 : 128)) throw entryUnreadable(entry);
  const family = version === 4 ? 'ipv4' : 'ipv6';
  ranges[family].addSubnet(network, Number(bits), family);
}

/** The key of an entry in `hosts`: the host as the URL parser spells it, plus `|port` if the entry has a port. */
function hostEntry(entry: string): string {
  const bare = isIPv6(entry) ? `[${entry}]` : entry;
  const [, host = '', port] = /^(\[[0-9a-f:.]+\]|[\p{L}\p{N}._-]+)(?::(\d{1,5}))?$/u.exec(bare) ?? [];
  if (!isUrl(`http://${host}/`) || Number(port ?? 0) > 65_535) throw entryUnreadable(entry);
  const spelled = new URL(`http://${host}/`).hostname.replace(/^\[|\]$/g, '');
  return port === undefined ? spelled : `${spelled}|${Number(port)}`;
}

function entryUnreadable(entry: string): Error {
  return new Error(`The outbound allow list has an entry that is no host, host:port or CIDR range: ${entry}`);
}
