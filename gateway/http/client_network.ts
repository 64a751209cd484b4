/**
 * What stands for one client in a count of requests: an IPv4 address, or the /64 that one IPv6 household is given, for
 * it may change its address within that with every request. Express's `request.ip` has already looked behind proxies
 * that the operator trusts, and behind no other.
 */
export function clientNetwork(address: string): string {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (mapped) return mapped;
  return address.includes(':') ? firstFourGroups(address) : address;
}

function firstFourGroups(address: string): string {
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  if (tail !== undefined) {
    const last = tail.split(':').filter(Boolean);
    groups.push(...Array<string>(Math.max(0, 8 - groups.length - last.length)).fill('0'), ...last);
  }
  return `${groups.slice(0, 4).join(':')}::/64`;
}
