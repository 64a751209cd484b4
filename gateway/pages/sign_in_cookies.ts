import { createHash, randomBytes } from 'node:crypto';

/** How long a sign-in may take, in seconds. */
const MAX_AGE_SECONDS = 600;
/** The max number of a browser's sign-ins that are checked. The secrets have 256 bits, so this only limits the work. */
const MAX_SECRETS = 50;
const NAME_PATTERN = /^causeway-sign-in-[0-9a-f]{12}$/;
/** The pattern of the secrets that newSecret makes. */
const SECRET_PATTERN = /^[\w-]{43}$/;
const HOST_PREFIX = '__Host-';

/** The name of the cookie of one sign-in. Each sign-in has its own cookie, so that several can run in parallel. */
export function cookieName(token: string, publicUrl: string): string {
  const id = createHash('sha256').update(token).digest('hex').slice(0, 12);
  return `${isSecure(publicUrl) ? HOST_PREFIX : ''}causeway-sign-in-${id}`;
}

export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Makes a `Set-Cookie` value. Lax: the browser sends the cookie when the provider redirects to our callback, but not
 * with requests that other sites send.
 */
export function setCookie(name: string, secret: string, publicUrl: string): string {
  const secure = isSecure(publicUrl) ? '; Secure' : '';
  return `${name}=${secret}; Path=/; Max-Age=${MAX_AGE_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
}

/** The secret of one sign-in in a `Cookie` header; empty when there is none. */
export function secretIn(header: string | undefined, name: string): string {
  return pairsOf(header).find(([key, value]) => key === name && SECRET_PATTERN.test(value))?.[1] ?? '';
}

/**
 * The secrets of all sign-ins in this browser. On https a cookie without the prefix is ignored: a page of a sibling
 * domain could have set it.
 */
export function secretsIn(header: string | undefined, publicUrl: string): string[] {
  const prefix = isSecure(publicUrl) ? HOST_PREFIX : '';
  return pairsOf(header)
    .filter(
      ([name, value]) =>
        name.startsWith(prefix) && NAME_PATTERN.test(name.slice(prefix.length)) && SECRET_PATTERN.test(value),
    )
    .map(([, value]) => value)
    .slice(-MAX_SECRETS);
}

function pairsOf(header = ''): [name: string, value: string][] {
  return header.split(';').map((pair) => {
    const at = pair.indexOf('=');
    return [trimSpaces(pair.slice(0, at)), trimSpaces(pair.slice(at + 1))];
  });
}

/**
 * Removes only the white space of RFC 6265. A sibling domain can set a cookie whose name begins with a no-break space
 * and then our prefix; trim() would turn this name into one of ours.
 */
function trimSpaces(text: string): string {
  return text.replace(/^[ \t]+|[ \t]+$/g, '');
}

function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:');
}
