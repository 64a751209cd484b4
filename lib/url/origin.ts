import { isUrl } from './is_url.ts';

/** Any page. Only projects of 0.1.0 have it, until their builder names the origins. */
export const ANY_ORIGIN = '*';
const MAX_LENGTH = 255;
/** Labels of letters, digits, dashes and underscores; a host name of another script is written in Punycode. */
const HOST = /^(\[[\da-f:.]+\]|[\w-]+(\.[\w-]+)*)$/;
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * The fault of an origin where pages of a project may be, as the end of a sentence; null when it is valid: https, or http
 * on the local machine, where `:*` stands for any port.
 */
export function originFault(text: string): string | null {
  const isAnyPort = text.endsWith(':*');
  const spelled = isAnyPort ? text.slice(0, -2) : text;
  if (text.length > MAX_LENGTH || !/^https?:\/\/[^*]+$/.test(spelled) || !isUrl(spelled))
    return 'must be an origin such as https://app.example.com';
  const { origin, protocol, hostname } = new URL(spelled);
  if (origin !== spelled) return `must be written as browsers write it: scheme, host and port, here ${origin}`;
  if (!HOST.test(hostname) || /:0$/.test(spelled)) return 'must have a host name such as app.example.com';
  if (LOOPBACK.test(hostname)) return null;
  if (isAnyPort) return 'may have the port * only on the local machine, such as http://localhost:*';
  return protocol === 'https:' ? null : 'must begin with https://, unless it is on the local machine';
}

/** Whether an origin, as a browser writes it, is one of the allowed ones. */
export function isOriginAllowed(origin: string, allowed: readonly string[]): boolean {
  const anyPort = `${origin.replace(/:\d+$/, '')}:*`;
  return allowed.some((entry) => entry === ANY_ORIGIN || entry === origin || entry === anyPort);
}

/**
 * The allowed origins of the first project. If the deployment is reachable only on this machine, all local ports are
 * allowed, so that a newcomer's page works at once. Otherwise there are none.
 */
export function firstOrigins(publicUrl: string): string[] {
  return isUrl(publicUrl) && LOOPBACK.test(new URL(publicUrl).hostname)
    ? ['http://localhost:*', 'http://127.0.0.1:*']
    : [];
}
