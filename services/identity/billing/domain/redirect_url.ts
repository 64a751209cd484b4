import { isUrl } from '../../../../lib/url/is_url.ts';

const LONGEST = 2_048;

/**
 * Parses the return URL of a billing session: an absolute http(s) URL without credentials; null for anything else.
 * Returns the re-serialised URL, so that the browser cannot parse the original text differently.
 */
export function redirectTarget(text: string): URL | null {
  if (text.length > LONGEST || /[\s\p{Cc}\p{Cf}\\]/u.test(text)) return null;
  if (!/^https?:\/\/[^/?#@]+([/?#]|$)/i.test(text) || !isUrl(text)) return null;
  const url = new URL(text);
  return url.username === '' && url.password === '' ? url : null;
}

/** Whether the operator allows this return URL. No configured origins allow all: the page receives no data. */
export function isAllowedOrigin({ origin }: URL, allowed: readonly string[]): boolean {
  return allowed.length === 0 || allowed.includes(origin);
}

/** Normalises the configured origins. Throws on an invalid one, so that a typo stops the start. */
export function allowedOrigins(texts: readonly string[]): string[] {
  return texts.map((text) => {
    const url = redirectTarget(text);
    if (url?.pathname !== '/' || url.search || url.hash)
      throw new Error(`CAUSEWAY_IDENTITY_REDIRECT_ORIGINS has an entry that is no origin: ${text}`);
    return url.origin;
  });
}
