/**
 * The key for counting the requests of one client: its IPv4 address, or the /64 of its IPv6 address, because an IPv6
 * client can choose any address in its /64. Pass Express's `request.ip`, which already takes the operator's trusted
 * proxies into account.
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
