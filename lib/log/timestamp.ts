let second = Number.NaN;
let prefix = '';

/**
 * The current time for a log line. The part down to the second is cached, because a log can have thousands of lines per
 * second.
 */
export function timestamp(): string {
  const now = Date.now();
  const ms = now % 1_000;
  if (now - ms !== second) {
    second = now - ms;
    prefix = new Date(second).toISOString().slice(0, -4);
  }
  return `${prefix}${String(ms).padStart(3, '0')}Z`;
}
