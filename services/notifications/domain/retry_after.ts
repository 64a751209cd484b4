/** What a Retry-After header asks for, in ms from `now`: whole seconds or an HTTP date; 0 for neither, or for the past. */
export function retryAfterMs(header: string | undefined, now: number): number {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const time = /^[A-Za-z]{3}, /.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(time) ? 0 : Math.max(0, time - now);
}
