import { BlockList, isIPv4, isIPv6 } from 'node:net';

/**
 * Addresses that no tenant's URL may reach: loopback, private networks, cloud metadata services and all
 * special-purpose ranges (RFC 6890 and successors). IPv4 and IPv6 have separate lists, because Node matches an IPv4
 * address against IPv6 subnets in its mapped form and Deno does not.
 */
export const BLOCKED_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '168.63.129.16/32', // Azure's host agent: a public address that the hypervisor answers.
];

/**
 * In IPv6 only 2000::/3 is the public internet. Everything else is blocked (loopback, v4-mapped and v4-compatible,
 * NAT64, unique-local, link-local, site-local, multicast), and so are special ranges inside it: protocol assignments
 * including Teredo, documentation, and 6to4, which embeds an arbitrary IPv4 address.
 */
export const BLOCKED_V6 = ['::/3', '4000::/2', '8000::/1', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const blockedV4 = listOf(BLOCKED_V4, 'ipv4');
const blockedV6 = listOf(BLOCKED_V6, 'ipv6');

/** False only for a public address. Text that is not an address is blocked too. */
export function isBlockedAddress(address: string): boolean {
  if (isIPv4(address)) return blockedV4.check(address, 'ipv4');
  if (isIPv6(address) && !address.includes('%')) return blockedV6.check(address, 'ipv6');
  return true;
}

function listOf(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits = ''] = range.split('/');
    list.addSubnet(network, Number(bits), family);
  }
  return list;
}
