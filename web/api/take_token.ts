/**
 * The token in the fragment of the address, which never leaves the browser; empty when there is none. It is taken out of
 * the address at once, so that no later change of the address meets it.
 */
export function takeToken(): string {
  const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
  if (token !== '') history.replaceState(null, '', location.pathname);
  return token;
}
