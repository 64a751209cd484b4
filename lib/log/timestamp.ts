let cachedSecond = Number.NaN;
let cachedPrefix = '';

/**
 * The current time for a log line. The part down to the second is cached, because a log can have thousands of lines per
 * second.
 */
export function logTimestamp(): string {
  const now = Date.now();
  const ms = now % 1_000;
  if (now - ms !== cachedSecond) {
    cachedSecond = now - ms;
    cachedPrefix = new Date(cachedSecond).toISOString().slice(0, -4);
  }
  return `${cachedPrefix}${String(ms).padStart(3, '0')}Z`;
}
