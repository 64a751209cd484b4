import type { LoopDefinition } from '../../../lib/loop/loops.ts';
import { turnsLoop } from '../../../lib/work/turns_loop.ts';
import type { HandOverBudgets } from '../rate_limits/hand_over_budgets.ts';
import type { UseCases } from '../use_cases.ts';

type Config = { schedulerPoll: number; janitorPoll: number };
/** Dependencies that only the loops use. */
type LoopDeps = { queue: Parameters<typeof turnsLoop>[0]; handOverBudgets: HandOverBudgets };

/** How often changed budgets of replicas before 0.2 are handed over. Ms. */
const HAND_OVER_MS = 2_000;

/** The background loops of the reads service, besides the worker, the purger and the events. */
export function loops(
  useCases: UseCases,
  { queue, handOverBudgets }: LoopDeps,
  { schedulerPoll, janitorPoll }: Config,
): LoopDefinition[] {
  return [
    { name: 'scheduler', everyMs: schedulerPoll, round: async () => (await useCases.startDueReads()).waitMs ?? false },
    { name: 'sweeper', everyMs: schedulerPoll, round: useCases.startDueSweeps },
    { name: 'destinations', everyMs: schedulerPoll, round: useCases.walkDestinations },
    { name: 'undelivered', everyMs: schedulerPoll, round: useCases.rereadUndelivered },
    { name: 'deliverOwing', everyMs: janitorPoll, round: useCases.deliverOwing },
    { name: 'resumeDeferred', everyMs: janitorPoll, round: useCases.resumeDeferred },
    { name: 'missing schedules', everyMs: schedulerPoll, round: useCases.restoreSchedules },
    turnsLoop(queue),
    // During an upgrade, replicas before 0.2 still write budgets into the database of the service `reads`.
    { name: 'budgets', everyMs: HAND_OVER_MS, round: handOverBudgets },
  ];
}
