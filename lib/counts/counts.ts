/** The length of a slot, ms. A count stores only the slot in which something happened, not the exact time. */
export const SLOT_MS = 300_000;

/** The retention of counts, ms. It is longer than the max span of a request. */
export const COUNTS_KEPT_MS = 100 * 86_400_000;

/** The length of each step of the API, in ms. */
export const STEP_MS = { '5m': SLOT_MS, '1h': 3_600_000, '1d': 86_400_000 } as const;

export type StepName = keyof typeof STEP_MS;

export type SlotCount<Kind extends string> = { kind: Kind; startTime: number; happened: number };

export type CountStore<Kind extends string> = {
  /** Adds counts. Call it as the last statement of the transaction, because it locks rows until the commit. */
  add(projectId: string, time: number, counts: Partial<Record<Kind, number>>): Promise<void>;
  /** Sums by slots of `stepMs`. Slots in which nothing happened are missing. */
  list(projectId: string, span: CountSpan): Promise<SlotCount<Kind>[]>;
  /** Deletes about `limit` rows that are older than `before` (Unix ms). Returns the number of rows that it found. */
  purge(before: number, limit: number): Promise<number>;
};

/** From `since` (inclusive) to `until` (exclusive), both starts of slots. Unix ms. */
export type CountSpan = { since: number; until: number; stepMs: number };

export function slotOf(time: number, stepMs: number): number {
  return time - (time % stepMs);
}
