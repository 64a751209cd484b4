import { toIso } from '../../../lib/time/iso.ts';
import type { Given, WithOutbox } from '../../../lib/use_case/given.ts';
import type { LogLine, LogStore } from '../../../lib/work/operation_log.ts';
import { placeInLine } from '../../../lib/work/states.ts';
import { type DestinationStore, destinationOf, takesNothing } from '../destinations/destination.ts';
import type { ObjectKey } from '../object_key.ts';
import type { NewOperation } from '../operations/new_operation.ts';
import { MAX_WAITING, type OpenOperation, type OperationStore } from '../operations/operation.ts';
import { type Queued, writeQueued } from '../operations/queue_operation.ts';
import type { DueSchedule, ScheduleStore } from './schedule.ts';
import { nextStart } from './schedules.ts';

type Stores = WithOutbox<{
  destinations: DestinationStore;
  schedules: ScheduleStore;
  operations: OperationStore;
  logs: LogStore;
}>;

type Deps = Given<Stores> & { wake: () => void; config: { startsPerSecond: number } };

/** Max starts per transaction: a hundred rows are a dozen statements and some ten milliseconds. */
const BATCH = 100;

/** `waitMs`: when to run again; null when nothing is due any more. */
export type Round = { due: number; waitMs: number | null };

/**
 * One round of the scheduler; any number of replicas run it concurrently.
 *
 * One transaction locks the due rows, moves them to their next future tick, and writes their operations. So a tick
 * starts exactly one operation whichever process dies, and a pause, which locks the same row, runs before or after.
 * After a day of downtime an object gets one read, not a hundred. Rows that are locked by another replica, or by a read
 * that commits a page, are skipped until the next round. So nobody waits, and the object's row is always the first
 * lock.
 *
 * After an outage everything is due at once. A round starts a hundred reads and then pauses, so that each replica works
 * off the backlog at `startsPerSecond`, longest overdue first. The rest stays a due schedule and not an operation, so a
 * pause still stops it.
 *
 * If the object's destination is inactive, the missed start is noted (destinations/destination.ts).
 */
export function makeStartDueReads({ stores, clock, newId, wake, config }: Deps) {
  return async function startDueReads(): Promise<Round> {
    const due = await stores.transaction(lockAndStart);
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
    const queued: Queued[] = [];
    const skipped: LogLine[] = [];
    const missed: DueSchedule[] = [];
    const destinations = await s.destinations.listOf(due);
    for (const schedule of due) {
      const others = open.get(keyOf(schedule)) ?? [];
      const unfinished = others.find(({ readType }) => readType === 'scheduled');
      const state = placeInLine(others, MAX_WAITING);
      if (unfinished) skipped.push(skippedLine(schedule, unfinished, dbNow));
      else if (takesNothing(destinationOf(schedule, destinations))) missed.push(schedule);
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

  /** A tick during an unfinished read adds nothing: that read, or the next, covers both. */
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
