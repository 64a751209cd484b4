const PREFIX = '__Host-';

/**
 * A cookie for the session POSTs of one page; the API reads no cookies. SameSite is Lax, so that a page opened by a link
 * from another site is signed in. On https the name has the `__Host-` prefix, which a sibling domain cannot set.
 */
export type SessionCookie = {
  /** The value in a `Cookie` header; empty when there is none. */
  read(header: string | undefined): string;
  /** A `Set-Cookie` value. */
  set(value: string, maxAgeSeconds: number): string;
  clear(): string;
};

/** `name`: letters, digits and hyphens. Values must need no quoting. */
export function sessionCookie(name: string, publicUrl: string): SessionCookie {
  const isSecure = publicUrl.startsWith('https:');
  const full = `${isSecure ? PREFIX : ''}${name}`;
  const set = (value: string, maxAge: number) =>
    `${full}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return {
    read(header = '') {
      // Only what RFC 6265 calls white space is trimmed: see sign_in_cookies.ts.
      const pairs = header.split(';').map((pair) => pair.replace(/^[ \t]+|[ \t]+$/g, ''));
      return pairs.find((pair) => pair.startsWith(`${full}=`))?.slice(full.length + 1) ?? '';
    },
    set,
    clear: () => set('', 0),
  };
}
