import type { LoopRow } from '../../../lib/loop/loops.ts';
import type { HandOverBudgets } from '../rate_limits/usecases/hand_over_budgets.ts';

/** How long an old replica's change of a budget may stay unknown to the new ones. */
const EVERY_MS = 2_000;

/** During an upgrade, old replicas go on writing budgets of this service. */
export function handOverLoop(handOverBudgets: HandOverBudgets): LoopRow {
  return { name: 'budgets', everyMs: EVERY_MS, round: handOverBudgets };
}
