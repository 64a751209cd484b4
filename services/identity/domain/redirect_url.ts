import { isUrl } from '../../../lib/url/is_url.ts';

const LONGEST = 2_048;

/**
 * Where a billing session ends, as the browser will be sent there, or null when it may not: an absolute http(s) URL
 * without credentials. It is read once and written out again, so that nobody reads the same text differently later.
 */
export function redirectTarget(text: string): URL | null {
  if (text.length > LONGEST || /[\s\p{Cc}\p{Cf}\\]/u.test(text)) return null;
  if (!/^https?:\/\/[^/?#@]+([/?#]|$)/i.test(text) || !isUrl(text)) return null;
  const url = new URL(text);
  return url.username === '' && url.password === '' ? url : null;
}

/** Whether the operator lets sessions end there. With no origins set, anywhere will do: nothing is told to that page. */
export function isAllowedOrigin({ origin }: URL, allowed: readonly string[]): boolean {
  return allowed.length === 0 || allowed.includes(origin);
}

/** Origins as the operator wrote them, in the form they are compared in. Throws on one that is none: a typing error stops the start. */
export function allowedOrigins(texts: readonly string[]): string[] {
  return texts.map((text) => {
    const url = redirectTarget(text);
    if (url?.pathname !== '/' || url.search || url.hash)
      throw new Error(`CAUSEWAY_IDENTITY_REDIRECT_ORIGINS has an entry that is no origin: ${text}`);
    return url.origin;
  });
}
