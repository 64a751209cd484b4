import type { LoopDefinition } from '../loop/loops.ts';
import { metrics } from '../telemetry/metrics.ts';
import type { DueRows } from './count_due.ts';

/**
 * The state of one queue of a service. `waiting`: the number of rows that wait for something other than a worker, by
 * cause.
 */
export type QueueBacklog = { queue: string } & Partial<DueRows> & { waiting?: Readonly<Record<string, number>> };

/** The interval between two counts of the backlogs. Ms. */
const COUNT_EVERY_MS = 10_000;

/**
 * The loop that counts the backlogs of a service; [] when metrics are not served. While the database does not answer,
 * the gauges are removed, because their last values may be wrong.
 */
export function backlogLoops(
  { metricsPort }: { metricsPort: number },
  count: () => Promise<QueueBacklog[]>,
): LoopDefinition[] {
  if (metricsPort === 0) return [];
  let shown: QueueBacklog[] = [];
  async function round(): Promise<void> {
    const found = await count().catch((err: unknown) => {
      for (const one of shown) removeGauges(one);
      shown = [];
      throw err;
    });
    shown = found;
    for (const one of found) setGauges(one);
  }
  return [{ name: 'backlogs', everyMs: COUNT_EVERY_MS, round }];
}

function setGauges({ queue, due, oldestSeconds, waiting = {} }: QueueBacklog): void {
  if (due !== undefined) metrics.due.set({ queue }, due);
  if (oldestSeconds !== undefined) metrics.oldestDueSeconds.set({ queue }, oldestSeconds);
  for (const [reason, count] of Object.entries(waiting)) metrics.waiting.set({ queue, reason }, count);
}

function removeGauges({ queue, waiting = {} }: QueueBacklog): void {
  metrics.due.remove({ queue });
  metrics.oldestDueSeconds.remove({ queue });
  for (const reason of Object.keys(waiting)) metrics.waiting.remove({ queue, reason });
}
