import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import { isUrl } from '../url/is_url.ts';

/** A place a connection goes to, as the URL parser normalised it; an IPv6 host carries no brackets. */
export type Target = { protocol: 'http:' | 'https:'; host: string; port: number };

export type AllowList = {
  /** The operator wrote this very host, alone or with this port. */
  names(target: Target): boolean;
  /** The address lies in a range the operator wrote. */
  covers(address: string): boolean;
  /** Whether there are ranges at all: then a name may still turn out to be allowed once it is resolved. */
  hasRanges: boolean;
};

/**
 * Reads `host`, `host:port`, `[v6]:port` and `network/bits` entries. Throws on an entry it can't read, so that a typing
 * error stops the start instead of quietly allowing less, or more, than was meant.
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
    names: ({ host, port }) => hosts.has(host) || hosts.has(`${host}|${port}`),
    covers: (address) =>
      (isIPv4(address) && ranges.ipv4.check(address, 'ipv4')) ||
      (isIPv6(address) && ranges.ipv6.check(address, 'ipv6')),
  };
}

function addRange(ranges: { ipv4: BlockList; ipv6: BlockList }, entry: string): void {
  const [, network = '', bits = ''] = /^([0-9a-f.:]+)\/(\d{1,3})$/.exec(entry) ?? [];
  const version = isIP(network);
  if (version === 0 || Number(bits) > (version === 4 ? 32 : 128)) throw unreadable(entry);
  const family = version === 4 ? 'ipv4' : 'ipv6';
  ranges[family].addSubnet(network, Number(bits), family);
}

/** The form that `names` looks up: the host as a URL parser spells it, and `|port` when there is one. */
function hostEntry(entry: string): string {
  const bare = isIPv6(entry) ? `[${entry}]` : entry;
  const [, host = '', port] = /^(\[[0-9a-f:.]+\]|[\p{L}\p{N}._-]+)(?::(\d{1,5}))?$/u.exec(bare) ?? [];
  if (!isUrl(`http://${host}/`) || Number(port ?? 0) > 65_535) throw unreadable(entry);
  const spelled = new URL(`http://${host}/`).hostname.replace(/^\[|\]$/g, '');
  return port === undefined ? spelled : `${spelled}|${Number(port)}`;
}

function unreadable(entry: string): Error {
  return new Error(`The outbound allow list has an entry that is no host, host:port or CIDR range: ${entry}`);
}
