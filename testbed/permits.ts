import type { PermitSource } from '../connectors/calls/permits.ts';
import type { Db } from '../lib/db/open.ts';
import { sqlRateBudgetStore } from '../services/installation/budgets/rate_budget_store.ts';
import { makePermitSource } from '../services/installation/budgets/rate_budgets.ts';

/**
 * The rate budgets of installation, for reads that run without it. They use the table of the same columns that a
 * database of reads has had since 0.1, so that a suite needs one database.
 */
export function permitsIn(db: Db): PermitSource {
  return makePermitSource({ stores: { rateBudgets: sqlRateBudgetStore(db) } });
}
