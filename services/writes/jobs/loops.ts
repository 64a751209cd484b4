import type { LoopDefinition } from '../../../lib/loop/loops.ts';
import { turnsLoop } from '../../../lib/work/turns_loop.ts';
import type { UseCases } from '../use_cases.ts';

type RecordQueue = Parameters<typeof turnsLoop>[0] & { repairWaiting(limit: number): Promise<number> };
type Config = { tellPoll: number };

const ABANDONED_EVERY_MS = 5_000;
const WAITING_EVERY_MS = 5_000;
/** How often the counts of the proxy are written. A killed process loses the counts since the last write. Ms. */
const COUNTS_EVERY_MS = 1_000;
const ROWS_PER_ROUND = 200;

/** The background loops of the writes service, besides the worker, the purger and the events. */
export function loops(useCases: UseCases, queue: RecordQueue, { tellPoll }: Config): LoopDefinition[] {
  return [
    { name: 'ended writes', everyMs: tellPoll, round: useCases.reportEnded },
    { name: 'abandoned writes', everyMs: ABANDONED_EVERY_MS, round: useCases.endAbandoned },
    {
      name: 'waiting records',
      everyMs: WAITING_EVERY_MS,
      round: async () => (await queue.repairWaiting(ROWS_PER_ROUND)) === ROWS_PER_ROUND,
    },
    { name: 'proxy counts', everyMs: COUNTS_EVERY_MS, round: useCases.writeProxyCounts },
    turnsLoop(queue),
  ];
}
