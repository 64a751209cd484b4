import type { NewId } from '../../../lib/ids/ids.ts';
import type { Rules } from '../../../lib/rules/rules.ts';
import { toIso } from '../../../lib/time/iso.ts';
import {
  isEnough,
  NONE_FAILED,
  oneMore,
  pauseReason,
  waitAfter,
  type FailedReads,
  type FailureLimits,
} from '../domain/failed_reads.ts';
import type { ClaimedOperation } from '../domain/operation.ts';
import type { LogEntry } from '../domain/operation_log.ts';
import type { Schedule } from '../domain/schedule.ts';
import type { Stores } from '../domain/stores.ts';
import type { Outcome } from './finish_operation.ts';
import { nextStart } from './next_start.ts';
import { pauseSchedule } from './pause_schedule.ts';

type Deps = { newId: NewId; rules: Rules; failureLimits: FailureLimits };

/**
 * Counts how the scheduled reads of an object end, in the transaction that ends one: the fence lets an operation end
 * once, and the object's row, held here, has one end after the other, so a failure is counted once and a pause told
 * once, however many replicas believe that they hold the operation. A failure puts the next start off, from its next
 * tick on; the last that is borne pauses the object. A success sets the count back.
 *
 * Triggered reads and backfills count neither way: a small read that works does not show that the large one does, and
 * one that fails was asked for by somebody who hears of it.
 */
export function makeNoteScheduledEnd({ newId, rules, failureLimits: limits }: Deps) {
  return async function noteScheduledEnd(
    s: Stores,
    schedule: Schedule,
    operation: ClaimedOperation,
    outcome: Outcome,
    now: number,
  ): Promise<void> {
    if (operation.readType !== 'scheduled' && rules.holds('countScheduled')) return;
    if (outcome.state === 'success') return forgetFailures(s, schedule);
    const failed = oneMore(schedule, outcome.isRefusal === true && rules.holds('refusals'));
    await s.schedules.setFailures(schedule, failed);
    if (schedule.isPaused || schedule.cron === '') return;
    if (isEnough(failed, limits) && rules.holds('autoPause')) await pause(s, schedule, operation, failed, outcome, now);
    else await putOff(s, schedule, operation, failed, now);
  };

  async function forgetFailures(s: Stores, schedule: Schedule): Promise<void> {
    if (schedule.failures > 0 && rules.holds('successResets')) await s.schedules.setFailures(schedule, NONE_FAILED);
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
    // Had the failures before the refusals been enough, they would have paused it.
    const cause = failed.refusals > 0 ? 'refusals' : 'failures';
    await pauseSchedule(s, schedule, { cause, note }, { newId, now, rules });
    await say(s, operation, {
      time: now,
      severity: 'ERROR',
      msg: 'Paused: no scheduled read of this object starts until it is unpaused.',
      error: note,
    });
  }

  async function putOff(
    s: Stores,
    schedule: Schedule,
    operation: ClaimedOperation,
    failed: FailedReads,
    now: number,
  ): Promise<void> {
    if (!rules.holds('backOff')) return;
    const from = (await s.schedules.now()) + waitAfter(failed, limits);
    const nextTime = nextStart(schedule.id, schedule.cron, from);
    if (nextTime === null) return;
    await s.schedules.setNextTimes([{ ...schedule, nextTime }]);
    const details = { failuresInARow: String(failed.failures), nextStart: toIso(nextTime) };
    await say(s, operation, {
      time: now,
      severity: 'WARNING',
      msg: 'The next scheduled read is put off, because this one failed.',
      details,
    });
  }

  async function say(s: Stores, { projectId, id }: ClaimedOperation, line: LogEntry): Promise<void> {
    await s.logs.add(projectId, id, [{ id: newId(), ...line }]);
  }
}

export type NoteScheduledEnd = ReturnType<typeof makeNoteScheduledEnd>;
