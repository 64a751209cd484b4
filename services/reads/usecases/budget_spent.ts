/** A provider's limit is reached, and it takes longer than a moment until something may be asked again. */
export class BudgetSpent extends Error {
  readonly waitMillis: number;
  /** Calls of the page were made already; they have to be made again. */
  readonly isMidPage: boolean;

  constructor(waitMillis: number, isMidPage: boolean) {
    super('The provider may not be asked for a while.');
    this.waitMillis = waitMillis;
    this.isMidPage = isMidPage;
  }
}
