import type { BudgetKey } from '../../../../connectors/calls/permits.ts';
import type { RateBudget } from './rate_budget.ts';

export type RateBudgetStore = {
  /**
   * Reads the budget and the database's clock. Creates a missing budget. `aheadMs` is how far its last write lies
   * in the future; 0 unless the database's clock was set back.
   */
  read(of: BudgetKey): Promise<{ budget: RateBudget; version: number; now: number; aheadMs: number }>;
  /** Returns false when another writer changed that version first; nothing is written then. */
  write(of: BudgetKey, version: number, change: { budget: RateBudget; now: number }): Promise<boolean>;
  /** Closed budgets of all projects, each with how long it stays closed. Ms. */
  listClosed(limit: number): Promise<(BudgetKey & { waitMs: number; aheadMs: number })[]>;
  /** Deletes up to `limit` budgets that were not used for `ageMs`; returns how many it found. */
  dropOlder(ageMs: number, limit: number): Promise<number>;
};
