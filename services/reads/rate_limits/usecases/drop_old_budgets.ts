import type { Stores } from '../../operations/domain/stores.ts';

/** Longer than any provider's window. */
const UNTOUCHED = 8 * 24 * 3_600_000;
const BATCH = 500;

/** One bounded round of deleting unused budgets. Returns true when there may be more. */
export function makeDropOldBudgets({ stores }: { stores: Stores }) {
  return async function dropOldBudgets(limit = BATCH): Promise<boolean> {
    return (await stores.rateBudgets.dropOlder(UNTOUCHED, limit)) === limit;
  };
}

export type DropOldBudgets = ReturnType<typeof makeDropOldBudgets>;
