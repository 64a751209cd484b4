/** Names with a slash (checkout/sessions) keep it; dot segments would climb out of the path. */
export function escapePath(text: string): string {
  return text
    .split('/')
    .filter((part) => part !== '.' && part !== '..')
    .map(encodeURIComponent)
    .join('/');
}
