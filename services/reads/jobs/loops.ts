import type { LoopRow } from '../../../lib/loop/loops.ts';
import type { UseCases } from '../use_cases.ts';

type Config = { schedulerPoll: number; janitorPoll: number };

/** Everything that reads does with no caller, besides the worker, the purger and the events. */
export function loops(useCases: UseCases, { schedulerPoll, janitorPoll }: Config): LoopRow[] {
  return [
    { name: 'scheduler', everyMs: schedulerPoll, round: async () => (await useCases.startDueReads()).waitMs ?? false },
    { name: 'sweeper', everyMs: schedulerPoll, round: useCases.startDueSweeps },
    { name: 'destinations', everyMs: schedulerPoll, round: useCases.walkDestinations },
    { name: 'undelivered', everyMs: schedulerPoll, round: useCases.rereadUndelivered },
    { name: 'deliverOwing', everyMs: janitorPoll, round: useCases.deliverOwing },
    { name: 'resumeDeferred', everyMs: janitorPoll, round: useCases.resumeDeferred },
  ];
}
