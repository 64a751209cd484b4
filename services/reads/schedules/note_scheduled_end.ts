import { toIso } from '../../../lib/time/iso.ts';
import type { ClockAndIds, WithOutbox } from '../../../lib/use_case/given.ts';
import type { LogEntry, LogStore } from '../../../lib/work/operation_log.ts';
import type { ClaimedOperation, Outcome } from '../operations/operation.ts';
import {
  type FailedReads,
  type FailureLimits,
  isEnough,
  NONE_FAILED,
  oneMore,
  pauseReason,
  waitAfter,
} from './failed_reads.ts';
import type { Schedule, ScheduleStore } from './schedule.ts';
import { nextStart, pauseSchedule } from './schedules.ts';

type Stores = WithOutbox<{ schedules: ScheduleStore; logs: LogStore }>;

type Deps = ClockAndIds & { failureLimits: FailureLimits };

/**
 * Counts how the scheduled reads of an object end, in the transaction that ends them. The fence lets an operation end
 * once, and the caller holds the object's lock. So a failure is counted once and a pause reported once, however many
 * replicas believe they hold the operation. A failure delays the next start to a later tick; after too many failures
 * the object is paused. A success resets the count.
 *
 * Triggered reads and backfills are not counted: a small successful read does not show that the large one works, and a
 * failed one was requested by somebody who sees the error.
 */
export function makeNoteScheduledEnd({ newId, failureLimits: limits }: Deps) {
  return async function noteScheduledEnd(
    s: Stores,
    schedule: Schedule,
    operation: ClaimedOperation,
    outcome: Outcome,
    now: number,
  ): Promise<void> {
    if (operation.readType !== 'scheduled') return;
    if (outcome.state === 'success') return forgetFailures(s, schedule);
    const failed = oneMore(schedule, outcome.isRefusal === true);
    await s.schedules.setFailures(schedule, failed);
    if (schedule.isPaused || schedule.cadence === null) return;
    if (isEnough(failed, limits)) await pause(s, schedule, operation, failed, outcome, now);
    else await deferSchedule(s, schedule, operation, failed, now);
  };

  async function forgetFailures(s: Stores, schedule: Schedule): Promise<void> {
    if (schedule.failures > 0) await s.schedules.setFailures(schedule, NONE_FAILED);
  }

  async function pause(
    s: Stores,
    schedule: Schedule,
    operation: ClaimedOperation,
    failed: FailedReads,
    { reason }: { reason: string },
    now: number,
  ): Promise<void> {
    const note = pauseReason(schedule.mappedObjectName, failed, reason, limits);
    // If the latest failure was a refusal, the refusals are the cause of the pause. Earlier failures alone were not
    // enough to pause the object.
    const cause = failed.refusals > 0 ? 'refusals' : 'failures';
    await pauseSchedule(s, schedule, { cause, note }, { newId, now });
    await say(s, operation, {
      time: now,
      severity: 'ERROR',
      msg: 'Paused: no scheduled read of this object starts until it is unpaused.',
      error: note,
    });
  }

  async function deferSchedule(
    s: Stores,
    schedule: Schedule,
    operation: ClaimedOperation,
    failed: FailedReads,
    now: number,
  ): Promise<void> {
    const from = (await s.schedules.now()) + waitAfter(failed, limits);
    const nextTime = nextStart(schedule.id, schedule.cadence, from);
    if (nextTime === null) return;
    await s.schedules.setNextTimes([{ ...schedule, nextTime }]);
    const details = { failuresInARow: String(failed.failures), nextStart: toIso(nextTime) };
    await say(s, operation, {
      time: now,
      severity: 'WARNING',
      msg: 'The next scheduled read is delayed, because this one failed.',
      details,
    });
  }

  async function say(s: Stores, { projectId, id }: ClaimedOperation, line: LogEntry): Promise<void> {
    await s.logs.add(projectId, id, [{ id: newId(), ...line }]);
  }
}

export type NoteScheduledEnd = ReturnType<typeof makeNoteScheduledEnd>;
