import type { PermitSource } from '../connectors/calls/permits.ts';
import type { Db } from '../lib/db/open.ts';
import { sqlRateBudgetStore } from '../services/installation/budgets/rate_budget_store.ts';
import { makePermitSource } from '../services/installation/budgets/rate_budgets.ts';

/**
 * The rate budgets of the service `installation`, for suites that run `reads` without it. They are kept in the database
 * of `reads`, which has had a table with the same columns since 0.1, so that a suite needs only one database.
 */
export function permitsIn(db: Db): PermitSource {
  return makePermitSource({ stores: { rateBudgets: sqlRateBudgetStore(db) } });
}
