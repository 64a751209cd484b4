/**
 * Returns the token in the fragment of the address, and removes it from the address, so that no later address of
 * the page contains it. A browser never sends the fragment to a server. Empty when there is no token.
 */
export function takeToken(): string {
  const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
  if (token !== '') history.replaceState(null, '', location.pathname);
  return token;
}
