import { isIP } from 'node:net';
import { parsedUrl } from '../url/is_url.ts';
import { type ConnectionTarget, parseAllowList } from './allow_list.ts';
import { isBlockedAddress } from './blocked_address.ts';

/**
 * Decides where Causeway may connect (SSRF guard). A URL is checked three times: when it is stored, when it is used,
 * and after its name is resolved. The first check (`checkUrl`, or url_check.ts, which also resolves the name) only
 * gives a clear problem to the author of the URL. Only the last check is decisive, because DNS changes.
 *
 * A target is *trusted* when the operator listed its host, or ranges that cover all its addresses. Any other target
 * must be https, on a usual port, under a public name, with public addresses only.
 */
export type OutboundPolicy = {
  /** Private targets that the operator allows: `host`, `host:port` or CIDR. */
  allow: readonly string[];
  /** Whether http:// is allowed for the targets in `allow`. Other targets always need https. */
  allowHttp: boolean;
  /** Targets of the provider lab on this machine. These targets are allowed, also with http://. */
  plain?: readonly string[] | undefined;
  /** Allowed ports of untrusted targets; default 443, 80, 8080 and 8443. */
  ports?: readonly number[] | undefined;
};

export type OutboundGuard = {
  /** Whether the operator listed this host; then the machine's own resolver may resolve it. */
  isNamed(target: ConnectionTarget): boolean;
  /**
   * Returns the parsed URL if it is allowed; otherwise the reason, as a sentence for the person who entered the URL.
   */
  check(url: string): URL | string;
  /** Why the URL is forbidden, in the words of `check`; null when it is allowed. */
  urlFault(url: string): string | null;
  /**
   * Like `urlFault`, for a URL that passed `urlFault` and for all current addresses of its name. Without addresses,
   * only https and the usual ports are allowed, because nobody knows whether the name resolves into an allowed range.
   */
  resolvedFault(url: string, addresses: readonly string[]): string | null;
  /** Whether Causeway may connect to this target. `addresses`: all addresses of its name. */
  admits(target: ConnectionTarget, addresses: readonly string[]): boolean;
};

const USUAL_PORTS: readonly number[] = [443, 80, 8080, 8443];
const MAX_ORIGINS = 1_000;
/** Max length of a URL, in characters. Servers refuse longer URLs. */
const MAX_URL = 16_384;
/**
 * Suffixes of names that some resolvers map to local hosts. The check of the addresses would refuse them too, but this
 * check gives a clearer problem.
 */
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

/**
 * Returns the fault of a URL that is about to be stored, or null. To check many URLs, create one guard and reuse it.
 */
export function checkUrl(url: string, policy: OutboundPolicy): string | null {
  return createGuard(policy).urlFault(url);
}

export function createGuard(policy: OutboundPolicy): OutboundGuard {
  const plain = parseAllowList(policy.plain ?? []);
  const allow = parseAllowList([...policy.allow, ...(policy.plain ?? [])]);
  const ports = policy.ports ?? USUAL_PORTS;
  const mayUse = (target: ConnectionTarget) =>
    target.protocol === 'https:' || policy.allowHttp || plain.hasHost(target);

  function targetFault(target: ConnectionTarget): string | null {
    const isAddress = isIP(target.host) !== 0;
    if (allow.hasHost(target) || (isAddress && allow.covers(target.host)))
      return mayUse(target) ? null : 'The URL must use https.';
    const fault = isAddress ? addressFault(target.host) : nameFault(target.host);
    if (fault) return fault;
    // Not a final decision: the name may still resolve into an allowed range, and `admits` decides then.
    return !isAddress && allow.hasRanges && mayUse(target) ? null : formFault(target, ports);
  }

  /** Cached, because most calls go to few hosts. */
  const faults = new Map<string, string | null>();
  function originFault(url: URL): string | null {
    const known = faults.get(url.origin);
    if (known !== undefined) return known;
    const fault = targetFault(targetOf(url));
    if (faults.size >= MAX_ORIGINS) faults.clear();
    faults.set(url.origin, fault);
    return fault;
  }

  function check(text: string): URL | string {
    const url = wellFormed(text);
    return typeof url === 'string' ? url : (originFault(url) ?? url);
  }

  return {
    isNamed: allow.hasHost,
    check,
    urlFault(text) {
      const found = check(text);
      return typeof found === 'string' ? found : null;
    },
    resolvedFault(text, addresses) {
      const target = targetOf(new URL(text));
      if (allow.hasHost(target) || admits(target, addresses)) return null;
      const fault = formFault(target, ports);
      if (addresses.length === 0) return fault && `${fault} The name ${target.host} cannot be resolved.`;
      return fault ?? 'The name in the URL must resolve to public addresses only.';
    },
    admits,
  };

  function admits(target: ConnectionTarget, addresses: readonly string[]): boolean {
    if (addresses.length === 0) return false;
    if (allow.hasHost(target) || addresses.every(allow.covers)) return mayUse(target);
    return (
      formFault(target, ports) === null &&
      addresses.every((address) => allow.covers(address) || !isBlockedAddress(address))
    );
  }
}

export function targetOf({
  protocol,
  hostname,
  port,
}: {
  protocol: string;
  hostname: string;
  port: string;
}): ConnectionTarget {
  const secure = protocol === 'https:';
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  return { protocol: secure ? 'https:' : 'http:', host, port: port === '' ? (secure ? 443 : 80) : Number(port) };
}

/**
 * The URL, or its fault as a sentence. Refuses spaces, tabs, backslashes and missing slashes: the URL parser tolerates
 * them, and other parsers may read them differently.
 */
function wellFormed(text: string): URL | string {
  if (text.length > MAX_URL) return `The URL must have at most ${MAX_URL} characters.`;
  if (!/^https?:\/\/[^/]/i.test(text)) return 'The URL must start with https:// and name a host.';
  if (/[\s\\\p{Cc}\p{Cf}]/u.test(text)) return 'The URL must not hold spaces, control characters or backslashes.';
  const url = parsedUrl(text);
  if (!url) return 'The URL is not valid.';
  const authority = text.split(/[/?#]/)[2] ?? '';
  return authority.includes('@') ? 'The URL must not carry a user name or password.' : url;
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

function formFault({ protocol, port }: ConnectionTarget, ports: readonly number[]): string | null {
  if (protocol !== 'https:') return 'The URL must use https.';
  return ports.includes(port) ? null : `The port of the URL must be one of ${ports.join(', ')}.`;
}
