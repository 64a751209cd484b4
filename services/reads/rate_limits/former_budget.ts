/** A rate budget as a row of this service, where they were before 0.2. `budgetJson` is written by replicas of 0.1. */
export type FormerBudget = { projectId: string; key: string; budgetJson: string; version: number; updateTime: number };

/** Only old replicas write these rows. This one reads them, and deletes them when they are old. */
export type FormerBudgetStore = {
  /** A page of the budgets of all projects that were written at `since` or later, in the order of time and key. */
  listWritten(
    since: number,
    after: Pick<FormerBudget, 'updateTime' | 'key'> | null,
    limit: number,
  ): Promise<FormerBudget[]>;
  /** The database's clock, Unix ms. */
  now(): Promise<number>;
  /** Deletes up to `limit` budgets that were not used for `ageMs`; returns how many it found. */
  dropOlder(ageMs: number, limit: number): Promise<number>;
};
