/** Ms. A count says in which five minutes something happened, not when. */
export const SLOT_MS = 300_000;

/** How long counts are kept: longer than the longest span that one request may ask for. Ms. */
export const COUNTS_KEPT_MS = 100 * 86_400_000;

/** The length of each step of the API, in ms. */
export const STEPS = { '5m': SLOT_MS, '1h': 3_600_000, '1d': 86_400_000 } as const;

export type Step = keyof typeof STEPS;

export type Count<Kind extends string> = { kind: Kind; startTime: number; happened: number };

export type CountStore<Kind extends string> = {
  /** In the transaction in which it happened, as its last statement: its rows are locked until the commit. */
  add(projectId: string, time: number, counts: Partial<Record<Kind, number>>): Promise<void>;
  /** Sums by slots of `stepMs`; those in which nothing happened are missing. */
  list(projectId: string, span: Span): Promise<Count<Kind>[]>;
  /** Deletes what is older, about `limit` rows; returns how many it found. */
  purge(before: number, limit: number): Promise<number>;
};

/** Unix ms: from `since` to before `until`, both starts of slots. */
export type Span = { since: number; until: number; stepMs: number };

export function slotOf(time: number, stepMs: number): number {
  return time - (time % stepMs);
}
