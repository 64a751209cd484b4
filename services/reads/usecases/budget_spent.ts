import type { Scope } from './budget_keys.ts';

/** How long until the budget that takes longest may have a permit; 0 when all have one. */
export type BudgetWait = { waitMillis: number; scope: Scope };

/** A provider's limit is reached, and it takes longer than a moment until something may be asked again. */
export class BudgetSpent extends Error {
  readonly waitMillis: number;
  /** Whose limit it is. */
  readonly scope: Scope;
  /** Calls of the page were made already; they have to be made again. */
  readonly isMidPage: boolean;

  constructor({ waitMillis, scope }: BudgetWait, isMidPage: boolean) {
    super('The provider may not be asked for a while.');
    this.waitMillis = waitMillis;
    this.scope = scope;
    this.isMidPage = isMidPage;
  }
}
