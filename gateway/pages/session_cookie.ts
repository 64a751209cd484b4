const HOST_PREFIX = '__Host-';

/**
 * The session cookie of one page. Only the page's session POSTs read it; the API reads no cookies. SameSite is Lax, so
 * that a user who comes by a link from another site is signed in. On https the name has the `__Host-` prefix, which a
 * sibling domain cannot set.
 */
export type SessionCookie = {
  /** The value of the cookie in a `Cookie` header; empty when there is none. */
  read(header: string | undefined): string;
  /** Makes the value of a `Set-Cookie` header. */
  set(value: string, maxAgeSeconds: number): string;
  clear(): string;
};

/** `name`: letters, digits and hyphens. The values must not need quotes. */
export function sessionCookie(name: string, publicUrl: string): SessionCookie {
  const isSecure = publicUrl.startsWith('https:');
  const full = `${isSecure ? HOST_PREFIX : ''}${name}`;
  const set = (value: string, maxAge: number) =>
    `${full}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return {
    read(header = '') {
      // Trims only the white space of RFC 6265, for the reason in sign_in_cookies.ts.
      const pairs = header.split(';').map((pair) => pair.replace(/^[ \t]+|[ \t]+$/g, ''));
      return pairs.find((pair) => pair.startsWith(`${full}=`))?.slice(full.length + 1) ?? '';
    },
    set,
    clear: () => set('', 0),
  };
}
