/** The path prefix that a reverse proxy adds to all paths of the platform; usually empty. */
export const BASE = metaOf('causeway-base');

/** For style elements that libraries make while they run. */
export const NONCE = metaOf('causeway-nonce');

function metaOf(name: string): string {
  return document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? '';
}
