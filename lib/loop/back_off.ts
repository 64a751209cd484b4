const FIRST_MS = 500;
const MAX_MS = 2_000;

/**
 * The wait after `failures` failed rounds in a row, in ms. It starts at the interval, at most 500 ms, and doubles up to
 * the interval, or to 2 s if that is longer. So work that failed because a database was unavailable continues soon
 * after the database is back. The result is a random time between half of this wait and the whole wait (jitter), so
 * that replicas do not retry at the same time.
 */
export function backOffMs(failures: number, everyMs: number, random: () => number): number {
  const first = Math.min(FIRST_MS, everyMs);
  const full = Math.min(Math.max(MAX_MS, everyMs), first * 2 ** Math.min(failures - 1, 30));
  return full * (0.5 + random() / 2);
}
