const HOUR_MS = 3_600_000;
/** Max entries in memory. A further entry then replaces the oldest entry. */
const MAX_REMEMBERED_KEYS = 10_000;

/**
 * Limits repeated audit entries to one per hour: an app that reads the credentials of a connection for each of its
 * requests would fill the log. Each process remembers only its own entries, so each replica may write one entry per
 * hour.
 */
type OnceAnHour = {
  /** `parts` identify the entry: actor, action and target. */
  isDue(parts: readonly string[], now: number): boolean;
  /** Records the time of the entry. Call `note` after the entry was stored. */
  note(parts: readonly string[], now: number): void;
};

export function onceAnHour(): OnceAnHour {
  const last = new Map<string, number>();
  return {
    isDue: (parts, now) => now - (last.get(JSON.stringify(parts)) ?? -Infinity) >= HOUR_MS,
    note(parts, now) {
      const key = JSON.stringify(parts);
      last.delete(key);
      last.set(key, now);
      const [oldest] = last.keys();
      if (last.size > MAX_REMEMBERED_KEYS && oldest !== undefined) last.delete(oldest);
    },
  };
}
