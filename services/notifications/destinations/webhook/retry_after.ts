/** Parses Retry-After (seconds or HTTP date) to ms from `now`. 0 for invalid and past values. */
export function retryAfterMs(header: string | undefined, now: number): number {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const time = /^[A-Za-z]{3}, /.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(time) ? 0 : Math.max(0, time - now);
}
