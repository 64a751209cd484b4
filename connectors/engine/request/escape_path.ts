/**
 * Escapes a name for a path. Slashes stay (checkout/sessions). Dot segments are removed, as they could leave the path.
 */
export function escapePath(text: string): string {
  return text
    .split('/')
    .filter((part) => part !== '.' && part !== '..')
    .map(encodeURIComponent)
    .join('/');
}
