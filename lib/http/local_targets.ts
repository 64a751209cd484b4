import { isUrl } from '../url/is_url.ts';
import { LOOPBACK } from '../url/loopback.ts';
import { parseAllowList } from './allow_list.ts';

/**
 * Loopback of the own machine as a target of outbound calls. Whoever may install an integration chooses such targets. So
 * they are allowed without a setting only while the platform listens on loopback itself and its public address is there.
 * A tunnel or a proxy, which a public address means, brings other callers too; if they are allowed then, the start warns.
 */
type Place = {
  /** Where the gateway listens. */
  host: string;
  /** Empty for localhost. */
  publicUrl: string;
};

const ON_THIS_MACHINE = {
  CAUSEWAY_OUTBOUND_ALLOW: '127.0.0.0/8,::1/128,localhost',
  CAUSEWAY_OUTBOUND_ALLOW_HTTP: '1',
} as const;

/** The outbound settings of a platform on one machine: there, providers and webhooks under development are on loopback. */
export function localOutbound(place: Place): Partial<typeof ON_THIS_MACHINE> {
  return isOnlyHere(place) ? ON_THIS_MACHINE : {};
}

/** A sentence when callers from outside could make the platform call its own machine. */
export function localTargetWarnings(place: Place, allow: readonly string[]): string[] {
  if (isOnlyHere(place) || !allowsLoopback(allow)) return [];
  return [
    'CAUSEWAY_OUTBOUND_ALLOW allows calls to this machine itself, and the platform is reachable from other machines: their users can reach every port that listens on loopback here. Remove the loopback entries, unless all of them are trusted.',
  ];
}

function isOnlyHere({ host, publicUrl }: Place): boolean {
  const isLocalUrl = publicUrl === '' || (isUrl(publicUrl) && LOOPBACK.test(new URL(publicUrl).hostname));
  return isLocalUrl && isLoopback(host);
}

function isLoopback(host: string): boolean {
  return LOOPBACK.test(host) || host === '::1';
}

function allowsLoopback(entries: readonly string[]): boolean {
  const { covers } = parseAllowList(entries);
  const named = entries.map((entry) => entry.trim().toLowerCase());
  const isNamed = named.some((entry) => /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)(:\d+)?$/.test(entry));
  return isNamed || covers('127.0.0.1') || covers('::1');
}
