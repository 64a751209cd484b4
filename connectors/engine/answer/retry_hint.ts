import type { Json } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import type { RateLimitHeaders } from '../file/provider.ts';
import { getPath } from '../json_path.ts';

type Headers = Readonly<Record<string, string>>;

const RESETS = ['x-ratelimit-reset', 'ratelimit-reset', 'x-rate-limit-reset'];
/** The max wait in milliseconds. A header in another unit than the file declares could otherwise mean decades. */
export const MAX_HINT_MS = 24 * 3_600_000;

/**
 * Milliseconds until the provider allows a retry: from Retry-After, the declared path in the body, a reset header or
 * Retry-After-Ms. Undefined when none is present. `now` is in Unix milliseconds.
 */
export function retryAfterMs(headers: Headers, now: number, facts?: RateLimitHeaders, body?: Json): number | undefined {
  const inBody = facts?.retryAfterBody && scalarText(getPath(body, facts.retryAfterBody));
  const wait =
    fromRetryAfter(headers['retry-after'], now) ??
    fromRetryAfter(inBody || undefined, now) ??
    msUntilReset(facts?.reset ? headers[facts.reset.toLowerCase()] : undefined, now, facts?.resetUnit) ??
    RESETS.map((name) => msUntilReset(headers[name], now)).find((found) => found !== undefined) ??
    fromMs(headers['retry-after-ms']);
  return wait === undefined ? undefined : Math.min(Math.max(0, Math.ceil(wait)), MAX_HINT_MS);
}

/** Parses Retry-After: seconds or an HTTP date. */
function fromRetryAfter(text: string | undefined, now: number): number | undefined {
  if (!text) return undefined;
  if (/^\d+(\.\d+)?$/.test(text.trim())) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : date - now;
}

/**
 * Parses a reset header to milliseconds from now. Without a declared `unit` the magnitude decides between Unix
 * milliseconds, Unix seconds and seconds from now.
 */
export function msUntilReset(
  text: string | undefined,
  now: number,
  unit?: RateLimitHeaders['resetUnit'],
): number | undefined {
  const value = Number(text);
  if (!text || !Number.isFinite(value)) return undefined;
  if (unit === 'millis') return value;
  if (unit === 'seconds') return value * 1000;
  if (unit === 'epochSeconds') return value * 1000 - now;
  if (unit === 'epochMillis') return value - now;
  if (value > 1e11) return value - now;
  return value > 1e9 ? value * 1000 - now : value * 1000;
}

function fromMs(text: string | undefined): number | undefined {
  return text && /^\d+$/.test(text) ? Number(text) : undefined;
}
