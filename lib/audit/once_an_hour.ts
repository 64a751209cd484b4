const HOUR_MS = 3_600_000;
/** Oldest first out. */
const MAX_KEPT = 10_000;

/**
 * Whether something is due: an app that reads the credentials of a connection for each of its requests would fill the
 * log otherwise. Known of this process alone, so with several replicas an hour may have an entry of each.
 */
type OnceAnHour = {
  /** `parts` name who did what to which. */
  isDue(parts: readonly string[], now: number): boolean;
  /** Notes the time of the entry. Call it after the entry was stored. */
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
      if (last.size > MAX_KEPT && oldest !== undefined) last.delete(oldest);
    },
  };
}
