/**
 * The URL of a proxied call. The call carries the customer's credentials. So no spelling of a path may lead to another
 * host or out of the base URL, not even for a server that decodes once too often. A doubtful path is refused, not
 * repaired, because two parsers may repair it differently. The caller's bytes are not changed.
 */
import type { CallAuth } from '../request/call_auth.ts';
import { proxyQuery } from './caller_query.ts';
import { decodedForms } from './decoded_forms.ts';
import { ProxyRefusal } from './proxy_refusal.ts';

/**
 * The URL as text: the base, the caller's path, the caller's query without the auth's keys, and the auth's query.
 * `rawTarget` is path and query exactly as received; `/` alone is the base URL itself. Send the text as it is: a URL
 * object would encode some bytes again. Throws ProxyRefusal `path`.
 */
export function proxyUrl(base: URL, rawTarget: string, auth: Pick<CallAuth, 'query'>): string {
  const at = rawTarget.indexOf('?');
  const path = at < 0 ? rawTarget : rawTarget.slice(0, at);
  checkTarget(rawTarget);
  const forms = decodedForms(path);
  for (const form of forms) checkPath(form);
  const root = base.pathname.replace(/\/+$/, '');
  for (const form of forms) if (form !== path) checkInside(base, root, form);
  const whole = root !== '' && path === '/' ? root : root + path;
  const url = base.origin + whole + proxyQuery(at < 0 ? '' : rawTarget.slice(at + 1), auth);
  checkUrl(url, base, root);
  return url;
}

function checkTarget(target: string): void {
  if (!/^[\x21-\x7e]*$/.test(target))
    throw refused(
      'has a character that a URL cannot have. Percent-encode spaces, line breaks and non-ASCII characters.',
    );
  if (target.includes('#')) throw refused('has a fragment. Encode a # that is data as %23.');
  if (!target.startsWith('/'))
    throw refused(
      'must be a path that starts with a slash, without scheme and host. The integration decides the host.',
    );
  // Some servers decode `%u002e` to a dot.
  if (/%(?![\da-f]{2})/i.test(target.replace(/\?.*$/, '')))
    throw refused('has a % that is not followed by two hexadecimal digits. Encode a % that is data as %25.');
}

function checkPath(path: string): void {
  if (/\p{Cc}/u.test(path)) throw refused('contains a control character, plain or encoded.');
  if (path.includes('\\')) throw refused('contains a backslash, plain or encoded.');
  if (path.startsWith('//')) throw refused('starts with two slashes, plain or encoded.');
  if (path.split('/').some(isDots)) throw refused('contains a dot segment (. or ..), plain or encoded.');
}

/**
 * Whether a server may see a dot segment: servers drop parameters (`..;a`), spaces, and the text after a decoded `?` or
 * `#`.
 */
function isDots(segment: string): boolean {
  return /^\s*\.{1,2}\s*([;?#]|$)/.test(segment);
}

/** Redundant on purpose: checks the same rules again with the URL parser that our HTTP client uses. */
function checkInside(base: URL, root: string, path: string): void {
  checkUrl(base.origin + root + path.replaceAll('?', '%3F').replaceAll('#', '%23'), base, root);
}

function checkUrl(text: string, base: URL, root: string): void {
  const url = new URL(text);
  const isInside = url.pathname === root || url.pathname.startsWith(`${root}/`);
  if (url.origin !== base.origin || url.username || url.password || url.hash || !isInside)
    throw refused('leads out of the base URL of the integration.');
}

function refused(what: string): ProxyRefusal {
  return new ProxyRefusal('path', `The path of the call ${what}`);
}
