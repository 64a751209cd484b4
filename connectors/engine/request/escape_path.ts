/**
 * Escapes a name for a path. Keeps slashes (checkout/sessions). Removes dot segments, because they could leave the
 * path.
 */
export function escapePath(text: string): string {
  return text
    .split('/')
    .filter((part) => part !== '.' && part !== '..')
    .map(encodeURIComponent)
    .join('/');
}
