/**
 * A rate budget in the table `rate_budgets` of the service `reads`, where versions before 0.2 stored it. Replicas of
 * 0.1 write `budgetJson`.
 */
export type FormerBudget = { projectId: string; key: string; budgetJson: string; version: number; updateTime: number };

/** Replicas of 0.1 write these rows. This version only reads the rows, and deletes unused rows. */
export type FormerBudgetStore = {
  /** Lists budgets of all projects that were written at `since` or later, ordered by time and key, after `after`. */
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
