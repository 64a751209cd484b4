import { isIP } from 'node:net';
import { parseAllowList, type Target } from './allow_list.ts';
import { isBlockedAddress } from './blocked_address.ts';
import { isUrl } from '../url/is_url.ts';

/**
 * Where Causeway may connect to. A URL is judged three times: when it is written (`checkUrl`, for a clear answer), when
 * it is used, and when the name has become addresses; only the last one decides, because names change their mind.
 *
 * A target is *trusted* when the operator named its host, or a range that covers every address it has. Anything else
 * must be https, on a usual port, under a public name, with public addresses only.
 */
export type OutboundPolicy = {
  /** Private targets that may be called all the same: `host`, `host:port` or CIDR. */
  allow: readonly string[];
  /** Whether http:// may be used towards them; towards anything else it never may. */
  allowHttp: boolean;
  /** Targets on this machine that may be called over http:// whatever `allowHttp` says: the provider lab. */
  plain?: readonly string[] | undefined;
  /** Ports of targets that are not trusted; 443, 80, 8080 and 8443 when not said. */
  ports?: readonly number[] | undefined;
};

export type Guard = {
  /** Whether the operator named this very host, so that the machine's own resolver may be asked for it. */
  isNamed(target: Target): boolean;
  /** What is wrong with the URL, in a sentence for its author; null when nothing is. */
  urlFault(url: string): string | null;
  /** May we connect to this target, given everything its name resolves to? */
  admits(target: Target, addresses: readonly string[]): boolean;
};

const USUAL_PORTS: readonly number[] = [443, 80, 8080, 8443];
/** Long queries travel in URLs; no server takes more than this. */
const MAX_URL = 16_384;
/** Names that mean "near me" to some resolver. Defence in depth, and a better sentence than a failed dial. */
const PRIVATE_SUFFIXES = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'svc',
  'cluster.local',
  'home.arpa',
];

/** The fault of a URL at the moment it is written, or null. For many URLs make one guard and keep it. */
export function checkUrl(url: string, policy: OutboundPolicy): string | null {
  return createGuard(policy).urlFault(url);
}

export function createGuard(policy: OutboundPolicy): Guard {
  const plain = parseAllowList(policy.plain ?? []);
  const allow = parseAllowList([...policy.allow, ...(policy.plain ?? [])]);
  const ports = policy.ports ?? USUAL_PORTS;
  const mayUse = (target: Target) => target.protocol === 'https:' || policy.allowHttp || plain.names(target);

  function targetFault(target: Target): string | null {
    const isAddress = isIP(target.host) !== 0;
    if (allow.names(target) || (isAddress && allow.covers(target.host)))
      return mayUse(target) ? null : 'The URL must use https.';
    const fault = isAddress ? addressFault(target.host) : nameFault(target.host);
    if (fault) return fault;
    // A name may still resolve into an allowed range; `admits` has the last word.
    return !isAddress && allow.hasRanges && mayUse(target) ? null : formFault(target, ports);
  }

  return {
    isNamed: allow.names,
    urlFault(text) {
      const shape = shapeFault(text);
      return shape ?? targetFault(targetOf(new URL(text)));
    },
    admits(target, addresses) {
      if (addresses.length === 0) return false;
      if (allow.names(target) || addresses.every(allow.covers)) return mayUse(target);
      return (
        formFault(target, ports) === null &&
        addresses.every((address) => allow.covers(address) || !isBlockedAddress(address))
      );
    },
  };
}

export function targetOf({ protocol, hostname, port }: { protocol: string; hostname: string; port: string }): Target {
  const secure = protocol === 'https:';
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  return { protocol: secure ? 'https:' : 'http:', host, port: port === '' ? (secure ? 443 : 80) : Number(port) };
}

/** The URL parser forgives spaces, tabs, backslashes and missing slashes; other readers of the same text may not. */
function shapeFault(text: string): string | null {
  if (text.length > MAX_URL) return `The URL must have at most ${MAX_URL} characters.`;
  if (!/^https?:\/\/[^/]/i.test(text)) return 'The URL must start with https:// and name a host.';
  if (/[\s\\\p{Cc}\p{Cf}]/u.test(text)) return 'The URL must not hold spaces, control characters or backslashes.';
  if (!isUrl(text)) return 'The URL is not valid.';
  const authority = text.split(/[/?#]/)[2] ?? '';
  return authority.includes('@') ? 'The URL must not carry a user name or password.' : null;
}

function addressFault(host: string): string | null {
  return isBlockedAddress(host)
    ? 'The URL must name a host on the public internet, not a private or reserved address.'
    : null;
}

function nameFault(host: string): string | null {
  const labels = host.split('.');
  if (labels.includes('')) return 'The host of the URL has an empty part; remove the extra dot.';
  if (labels.length === 1 || labels[0] === 'metadata') return privateName(host);
  return PRIVATE_SUFFIXES.some((suffix) => host === suffix || host.endsWith(`.${suffix}`)) ? privateName(host) : null;
}

function privateName(host: string): string {
  return `The URL must name a host on the public internet; ${host} is a private name.`;
}

function formFault({ protocol, port }: Target, ports: readonly number[]): string | null {
  if (protocol !== 'https:') return 'The URL must use https.';
  return ports.includes(port) ? null : `The port of the URL must be one of ${ports.join(', ')}.`;
}
