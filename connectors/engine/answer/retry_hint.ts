import type { Json } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import type { RateLimitHeaders } from '../file/provider.ts';
import { getPath } from '../json_path.ts';

type Headers = Readonly<Record<string, string>>;

const RESETS = ['x-ratelimit-reset', 'ratelimit-reset', 'x-rate-limit-reset'];
/** A header in another unit than the file says names a moment in decades; nothing is believed to take longer than this. */
export const LONGEST_HINT = 24 * 3_600_000;

/** Milliseconds until the provider allows another try, from whichever header, or the place in the body, says so. */
export function retryAfterMs(headers: Headers, now: number, facts?: RateLimitHeaders, body?: Json): number | undefined {
  const inBody = facts?.retryAfterBody && scalarText(getPath(body, facts.retryAfterBody));
  const wait =
    fromRetryAfter(headers['retry-after'], now) ??
    fromRetryAfter(inBody || undefined, now) ??
    resetMillis(facts?.reset ? headers[facts.reset.toLowerCase()] : undefined, now, facts?.resetUnit) ??
    RESETS.map((name) => resetMillis(headers[name], now)).find((found) => found !== undefined) ??
    fromMillis(headers['retry-after-ms']);
  return wait === undefined ? undefined : Math.min(Math.max(0, Math.ceil(wait)), LONGEST_HINT);
}

/** Seconds, or an HTTP date. */
function fromRetryAfter(text: string | undefined, now: number): number | undefined {
  if (!text) return undefined;
  if (/^\d+(\.\d+)?$/.test(text.trim())) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : date - now;
}

/** Providers write the same header as a moment in seconds or milliseconds, or as seconds from now: the size tells. */
export function resetMillis(
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

function fromMillis(text: string | undefined): number | undefined {
  return text && /^\d+$/.test(text) ? Number(text) : undefined;
}
