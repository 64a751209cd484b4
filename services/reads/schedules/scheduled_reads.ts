import { toIso } from '../../../lib/time/iso.ts';
import type { ClockAndIds, UseCaseContext, WithOutbox } from '../../../lib/use_case/use_case_context.ts';
import type { LogEntry, LogLine, LogStore } from '../../../lib/work/operation_log.ts';
import { stateOfNewOperation } from '../../../lib/work/states.ts';
import { type DestinationStore, destinationOf, isInactive } from '../destinations/destination.ts';
import type { ObjectKey } from '../object_key.ts';
import type { NewOperation } from '../operations/new_operation.ts';
import {
  type ClaimedOperation,
  MAX_WAITING_PER_OBJECT,
  type OpenOperation,
  type ReadOutcome,
} from '../operations/operation.ts';
import { type OperationToQueue, type QueueStores, writeQueued } from '../operations/queue_operation.ts';
import {
  addFailure,
  type FailedReads,
  type FailureLimits,
  mustPause,
  NONE_FAILED,
  pauseReason,
  waitAfter,
} from './failed_reads.ts';
import type { DueSchedule, Schedule, ScheduleStore } from './schedule.ts';
import { nextStart, pauseSchedule } from './schedules.ts';

type Stores = QueueStores & {
  destinations: DestinationStore;
  schedules: ScheduleStore;
};

type Deps = UseCaseContext<Stores> & { wake: () => void; config: { startsPerSecond: number } };

/** Max starts per transaction. A hundred starts take a dozen statements and some ten milliseconds. */
const BATCH = 100;

/** `waitMs`: the delay of the next round; null when nothing is due any more. */
export type RoundResult = { due: number; waitMs: number | null };

/**
 * One round of the scheduler; any number of replicas may run it concurrently.
 *
 * One transaction locks the due rows, moves them to their next future tick, and writes their operations. So a tick
 * starts exactly one operation even if a process dies, and a pause, which locks the same row, is ordered before or
 * after the start. After a day of downtime an object gets one read, not a hundred. Rows that are locked by another
 * replica, or by a read that commits a page, are skipped until the next round. So no transaction waits, and the
 * object's row is always the first lock.
 *
 * After an outage all schedules are due at once. A round starts a hundred reads and then pauses, so that each replica
 * processes the backlog at `startsPerSecond`, longest overdue first. The other schedules stay due and get no operation
 * yet, so a pause can still stop them.
 *
 * If the object's destination is inactive, the missed start is noted (destinations/destination.ts).
 */
export function makeStartDueReads({ stores, clock, newId, wake, config }: Deps) {
  return async function startDueReads(): Promise<RoundResult> {
    const due = (await stores.schedules.hasDue()) ? await stores.transaction(lockAndStart) : 0;
    if (due > 0) wake();
    return { due, waitMs: due < BATCH ? null : (BATCH * 1_000) / config.startsPerSecond };
  };

  async function lockAndStart(s: Stores): Promise<number> {
    const locked = await s.schedules.lockDue(BATCH);
    if (locked.length > 0) await start(s, locked);
    return locked.length;
  }

  async function start(s: Stores, due: readonly DueSchedule[]): Promise<void> {
    const dbNow = await s.schedules.now();
    await s.schedules.setNextTimes(due.map((one) => ({ ...one, nextTime: nextStart(one.id, one.cadence, dbNow) })));
    const open = openByObject(await s.operations.listOpenOf(due));
    const queued: OperationToQueue[] = [];
    const skipped: LogLine[] = [];
    const missed: DueSchedule[] = [];
    const destinations = await s.destinations.listOf(due);
    for (const schedule of due) {
      const others = open.get(keyOf(schedule)) ?? [];
      const unfinished = others.find(({ readType }) => readType === 'scheduled');
      const state = stateOfNewOperation(others, MAX_WAITING_PER_OBJECT);
      if (unfinished) skipped.push(skippedLine(schedule, unfinished, dbNow));
      else if (isInactive(destinationOf(schedule, destinations))) missed.push(schedule);
      else if (state) queued.push({ operation: operationOf(schedule), state, details: dueDetails(schedule, dbNow) });
    }
    await s.schedules.noteMissed(missed);
    await s.logs.addAll(skipped);
    await writeQueued(s, queued, newId);
  }

  function operationOf({ projectId, integrationId, installationId, ...rest }: DueSchedule): NewOperation {
    const { configId, objectName, mappedObjectName } = rest;
    const whose = { projectId, integrationId, installationId, configId, objectName, mappedObjectName };
    const span = { sinceTime: null, untilTime: null };
    return { ...whose, ...span, id: newId(), readType: 'scheduled', createTime: clock.now() };
  }

  /**
   * A tick during an unfinished read starts no operation: the unfinished read or the next read delivers the changes.
   */
  function skippedLine(due: DueSchedule, unfinished: OpenOperation, dbNow: number): LogLine {
    const msg = 'A scheduled start was skipped: this read had not finished.';
    const line = { id: newId(), time: clock.now(), severity: 'INFO' as const, msg, details: dueDetails(due, dbNow) };
    return { ...line, projectId: due.projectId, operationId: unfinished.id };
  }
}

function dueDetails({ dueTime }: DueSchedule, dbNow: number): Record<string, string> {
  return { dueTime: toIso(dueTime), lateMs: String(dbNow - dueTime) };
}

function openByObject(open: readonly (OpenOperation & ObjectKey)[]): Map<string, OpenOperation[]> {
  const byObject = new Map<string, OpenOperation[]>();
  for (const one of open) byObject.set(keyOf(one), [...(byObject.get(keyOf(one)) ?? []), one]);
  return byObject;
}

function keyOf({ projectId, installationId, objectName }: ObjectKey): string {
  return JSON.stringify([projectId, installationId, objectName]);
}

export type StartDueReads = ReturnType<typeof makeStartDueReads>;

type NoteEndStores = WithOutbox<{ schedules: ScheduleStore; logs: LogStore }>;

type NoteEndDeps = ClockAndIds & { failureLimits: FailureLimits };

/**
 * Counts how the scheduled reads of an object end, in the transaction that ends them. The fence lets an operation end
 * once, and the caller holds the object's lock. So a failure is counted once and a pause is reported once, even if
 * several replicas believe they hold the operation. A failure delays the next start to a later tick; after too many
 * failures the object is paused. A success resets the count.
 *
 * Triggered reads and backfills are not counted. A small read that succeeds does not prove that a large one works, and
 * the error of a triggered read is visible to its caller.
 */
export function makeNoteScheduledEnd({ newId, failureLimits: limits }: NoteEndDeps) {
  return async function noteScheduledEnd(
    s: NoteEndStores,
    schedule: Schedule,
    operation: ClaimedOperation,
    outcome: ReadOutcome,
    now: number,
  ): Promise<void> {
    if (operation.readType !== 'scheduled') return;
    if (outcome.state === 'success') return forgetFailures(s, schedule);
    const failed = addFailure(schedule, outcome.isRefusal === true);
    await s.schedules.setFailures(schedule, failed);
    if (schedule.isPaused || schedule.cadence === null) return;
    if (mustPause(failed, limits)) await pause(s, schedule, operation, failed, outcome, now);
    else await deferSchedule(s, schedule, operation, failed, now);
  };

  async function forgetFailures(s: NoteEndStores, schedule: Schedule): Promise<void> {
    if (schedule.failures > 0) await s.schedules.setFailures(schedule, NONE_FAILED);
  }

  async function pause(
    s: NoteEndStores,
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
    await addLogLine(s, operation, {
      time: now,
      severity: 'ERROR',
      msg: 'Paused: no scheduled read of this object starts until it is unpaused.',
      error: note,
    });
  }

  async function deferSchedule(
    s: NoteEndStores,
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
    await addLogLine(s, operation, {
      time: now,
      severity: 'WARNING',
      msg: 'The next scheduled read is delayed, because this one failed.',
      details,
    });
  }

  async function addLogLine(s: NoteEndStores, { projectId, id }: ClaimedOperation, line: LogEntry): Promise<void> {
    await s.logs.add(projectId, id, [{ id: newId(), ...line }]);
  }
}

export type NoteScheduledEnd = ReturnType<typeof makeNoteScheduledEnd>;
