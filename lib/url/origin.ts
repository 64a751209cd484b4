import { isUrl } from './is_url.ts';

/** Allows pages of any origin. Only projects of 0.1.0 have it, until their builder sets the allowed origins. */
export const ANY_ORIGIN = '*';
const MAX_LENGTH = 255;
/** An IPv6 address, or labels of letters, digits, dashes and underscores; browsers write other scripts in Punycode. */
const HOST_PATTERN = /^(\[[\da-f:.]+\]|[\w-]+(\.[\w-]+)*)$/;
const LOOPBACK_PATTERN = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * The fault of an origin that a builder wants to allow, as the end of a sentence; null when it is valid. Valid are
 * https origins, and http origins on the local machine, where `:*` means any port.
 */
export function originFault(text: string): string | null {
  const isAnyPort = text.endsWith(':*');
  const spelled = isAnyPort ? text.slice(0, -2) : text;
  if (text.length > MAX_LENGTH || !/^https?:\/\/[^*]+$/.test(spelled) || !isUrl(spelled))
    return 'must be an origin such as https://app.example.com';
  const { origin, protocol, hostname } = new URL(spelled);
  if (origin !== spelled) return `must be written as browsers write it: scheme, host and port, here ${origin}`;
  if (!HOST_PATTERN.test(hostname) || /:0$/.test(spelled)) return 'must have a host name such as app.example.com';
  if (LOOPBACK_PATTERN.test(hostname)) return null;
  if (isAnyPort) return 'may have the port * only on the local machine, such as http://localhost:*';
  return protocol === 'https:' ? null : 'must begin with https://, unless it is on the local machine';
}

/** Whether an origin, in the spelling of a browser, is allowed. */
export function isOriginAllowed(origin: string, allowed: readonly string[]): boolean {
  const anyPort = `${origin.replace(/:\d+$/, '')}:*`;
  return allowed.some((entry) => entry === ANY_ORIGIN || entry === origin || entry === anyPort);
}

/**
 * The allowed origins of the first project. If the public URL is on this machine, all local ports are allowed, so that
 * a new user's page works at once. Otherwise no origin is allowed.
 */
export function defaultOrigins(publicUrl: string): string[] {
  return isUrl(publicUrl) && LOOPBACK_PATTERN.test(new URL(publicUrl).hostname)
    ? ['http://localhost:*', 'http://127.0.0.1:*']
    : [];
}
