import type { NewId } from '../../../lib/ids/ids.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { Schedule } from '../domain/schedule.ts';
import type { DueSchedule, Stores } from '../domain/stores.ts';
import { nextStart } from './next_start.ts';
import { queueOperation } from './queue_operation.ts';
import { operationFor } from './trigger_read.ts';

type Deps = { stores: Stores; clock: Clock; newId: NewId; wake: () => void };

const BATCH = 50;

/**
 * One round of the scheduler; any number of replicas run it. In one transaction the due rows are taken, moved to their
 * first tick that is still to come (a scheduler that was away for a day starts one read, not a hundred) and their
 * operations written: so a tick starts exactly one, and a pause, which takes the same row, is before or after it.
 * Returns how many schedules were due; a full batch means there may be more.
 */
export function makeStartDueReads({ stores, clock, newId, wake }: Deps) {
  return async function startDueReads(): Promise<{ due: number; isFull: boolean }> {
    const due = await stores.transaction(async (s) => {
      const claimed = await s.schedules.claimDue(BATCH);
      const dbNow = claimed.length > 0 ? await s.schedules.now() : 0;
      for (const schedule of claimed) await startOne(s, schedule, dbNow);
      return claimed.length;
    });
    if (due > 0) wake();
    return { due, isFull: due === BATCH };
  };

  async function startOne(s: Stores, due: DueSchedule, dbNow: number): Promise<void> {
    await s.schedules.setNextTime(due, nextStart(due.id, due.cron, dbNow));
    const schedule = await s.schedules.lock(due);
    if (!schedule || (await isPending(s, schedule))) return;
    const operation = {
      ...operationFor(schedule.plan),
      id: newId(),
      readType: 'scheduled' as const,
      sinceTime: null,
      untilTime: null,
      createTime: clock.now(),
    };
    await queueOperation(s, operation, newId);
  }

  /** A tick that finds the last one's read unfinished adds nothing to it: that read, or the next, covers both. */
  async function isPending(s: Stores, schedule: Schedule): Promise<boolean> {
    const scheduled = (await s.operations.listOpen(schedule)).find(({ readType }) => readType === 'scheduled');
    if (!scheduled) return false;
    const msg = 'A scheduled start was skipped: this read had not finished.';
    await s.logs.add(schedule.projectId, scheduled.id, [{ id: newId(), time: clock.now(), severity: 'INFO', msg }]);
    return true;
  }
}

export type StartDueReads = ReturnType<typeof makeStartDueReads>;
