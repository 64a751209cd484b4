import type { RateBudget } from './rate_budget.ts';

/** Whose budget: a connection's, a provider app's, or that of one object of a connection. */
export type BudgetKey = { projectId: string; key: string };

export type RateBudgetStore = {
  /**
   * What is there, and now by the database's clock. A budget that was never touched is made. `aheadMillis`: how long after
   * now it was written last; 0 unless that clock was set back.
   */
  read(of: BudgetKey): Promise<{ budget: RateBudget; version: number; now: number; aheadMillis: number }>;
  /** False when somebody else wrote since that version; then nothing was written. */
  write(of: BudgetKey, version: number, change: { budget: RateBudget; now: number }): Promise<boolean>;
  /** Of all projects, the keys of which nothing may be asked now, each with how long that lasts. Ms. */
  listClosed(limit: number): Promise<(BudgetKey & { waitMillis: number; aheadMillis: number })[]>;
  /** Deletes some that nobody touched for so long; how many it found. */
  dropOlder(ageMillis: number, limit: number): Promise<number>;
};
