/**
 * Decides whether outbound calls may reach loopback, the machine of the platform itself. Everyone who may install an
 * integration can enter such a target. So loopback is allowed by default only while the platform listens on loopback
 * and its public URL is on loopback too. Any other public URL means that a tunnel or a proxy lets callers in from
 * outside. If a setting allows loopback nevertheless, the process warns at start.
 */
import { isUrl } from '../url/is_url.ts';
import { LOOPBACK_HOST } from '../url/loopback.ts';
import { parseAllowList } from './allow_list.ts';

type GatewayAddress = {
  /** Where the gateway listens. */
  host: string;
  /** The public URL of the platform; empty: localhost. */
  publicUrl: string;
};

const ON_THIS_MACHINE = {
  CAUSEWAY_OUTBOUND_ALLOW: '127.0.0.0/8,::1/128,localhost',
  CAUSEWAY_OUTBOUND_ALLOW_HTTP: '1',
} as const;

/**
 * The default outbound settings. If only this machine reaches the platform, they allow loopback, for local development.
 */
export function localOutbound(place: GatewayAddress): Partial<typeof ON_THIS_MACHINE> {
  return isOnlyHere(place) ? ON_THIS_MACHINE : {};
}

/** Returns one sentence when callers from outside could make the platform call its own machine; otherwise nothing. */
export function localTargetWarnings(place: GatewayAddress, allow: readonly string[]): string[] {
  if (isOnlyHere(place) || !allowsLoopback(allow)) return [];
  return [
    'CAUSEWAY_OUTBOUND_ALLOW allows calls to this machine itself, and the platform is reachable from other machines: their users can reach every port that listens on loopback here. Remove the loopback entries, unless all of them are trusted.',
  ];
}

function isOnlyHere({ host, publicUrl }: GatewayAddress): boolean {
  const isLocalUrl = publicUrl === '' || (isUrl(publicUrl) && LOOPBACK_HOST.test(new URL(publicUrl).hostname));
  return isLocalUrl && isLoopback(host);
}

function isLoopback(host: string): boolean {
  return LOOPBACK_HOST.test(host) || host === '::1';
}

function allowsLoopback(entries: readonly string[]): boolean {
  const { covers } = parseAllowList(entries);
  const named = entries.map((entry) => entry.trim().toLowerCase());
  const isNamed = named.some((entry) => /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)(:\d+)?$/.test(entry));
  return isNamed || covers('127.0.0.1') || covers('::1');
}
