/** The path prefix that a reverse proxy adds to all paths of the platform; usually empty. */
export const BASE = metaOf('causeway-base');

/** The nonce of the page's Content-Security-Policy, for style elements that libraries add. */
export const NONCE = metaOf('causeway-nonce');

function metaOf(name: string): string {
  return document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? '';
}
