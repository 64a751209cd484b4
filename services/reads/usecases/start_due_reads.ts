import type { NewId } from '../../../lib/ids/ids.ts';
import type { Rules } from '../../../lib/rules/rules.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import { toIso } from '../../../lib/time/iso.ts';
import type { NewOperation } from '../domain/operation.ts';
import type { LogLine, ObjectKey, Stores } from '../domain/stores.ts';
import type { DueSchedule } from '../domain/schedule_store.ts';
import type { OpenOperation } from '../domain/operation_store.ts';
import { nextStart } from './next_start.ts';
import { placeInLine, writeQueued, type Queued } from './queue_operation.ts';

type Deps = {
  stores: Stores;
  clock: Clock;
  newId: NewId;
  rules: Rules;
  wake: () => void;
  config: { startsPerSecond: number };
};

/** What one transaction starts: a hundred rows are a dozen statements and some ten milliseconds. */
const BATCH = 100;

/** `waitMillis`: when to look again; null when nothing is left that is due. */
export type Round = { due: number; waitMillis: number | null };

/**
 * One round of the scheduler; any number of replicas run it side by side.
 *
 * In one transaction the due rows are locked, moved to their first tick that is still to come, and their operations
 * written. So a tick starts exactly one operation whoever dies when, and a pause, which takes the same row, comes
 * before or after. A scheduler that was away for a day starts one read of an object, not a hundred. Rows that another
 * replica holds, or a read that commits a page, are passed over and met in the next round: nobody waits for anybody,
 * and the object's row is always the first thing locked.
 *
 * After an outage everything is due at once. A round takes a hundred and then gives way for as long as a hundred starts
 * may take, so a backlog drains at `startsPerSecond` a replica, longest overdue first. What is left waits as a schedule
 * that is due, not as an operation: a pause still stops it.
 */
export function makeStartDueReads({ stores, clock, newId, rules, wake, config }: Deps) {
  return async function startDueReads(): Promise<Round> {
    const due = await (rules.holds('once') ? stores.transaction(lockAndStart) : lookThenStart());
    if (due > 0) wake();
    const isPaced = rules.holds('pace');
    return { due, waitMillis: due < BATCH ? null : isPaced ? (BATCH * 1_000) / config.startsPerSecond : 0 };
  };

  async function lockAndStart(s: Stores): Promise<number> {
    const locked = await s.schedules.lockDue(BATCH);
    if (locked.length > 0) await start(s, locked);
    return locked.length;
  }

  /** Without the rule "once": what was looked at may be somebody else's by the time it starts. */
  async function lookThenStart(): Promise<number> {
    const seen = await stores.schedules.lockDue(BATCH);
    await stores.transaction((s) => start(s, seen));
    return seen.length;
  }

  async function start(s: Stores, due: readonly DueSchedule[]): Promise<void> {
    const dbNow = await s.schedules.now();
    await s.schedules.setNextTimes(due.map((one) => ({ ...one, nextTime: nextTimeOf(one, dbNow) })));
    const open = openByObject(await s.operations.listOpenOf(due));
    const queued: Queued[] = [];
    const skipped: LogLine[] = [];
    for (const schedule of due) {
      const others = open.get(keyOf(schedule)) ?? [];
      const unfinished = others.find(({ readType }) => readType === 'scheduled');
      const state = placeInLine(others);
      if (unfinished) skipped.push(skippedLine(schedule, unfinished, dbNow));
      else if (state) queued.push({ operation: operationOf(schedule), state, details: dueDetails(schedule, dbNow) });
    }
    await s.logs.addAll(skipped);
    await writeQueued(s, queued, newId);
  }

  function nextTimeOf({ id, cron, dueTime }: DueSchedule, dbNow: number): number | null {
    return nextStart(id, cron, rules.holds('coalesce') ? dbNow : dueTime, rules);
  }

  function operationOf({ projectId, integrationId, installationId, ...rest }: DueSchedule): NewOperation {
    const { configId, objectName, mappedObjectName } = rest;
    const whose = { projectId, integrationId, installationId, configId, objectName, mappedObjectName };
    const span = { sinceTime: null, untilTime: null };
    return { ...whose, ...span, id: newId(), readType: 'scheduled', createTime: clock.now() };
  }

  /** A tick that finds the last one's read unfinished adds nothing to it: that read, or the next, covers both. */
  function skippedLine(due: DueSchedule, unfinished: OpenOperation, dbNow: number): LogLine {
    const msg = 'A scheduled start was skipped: this read had not finished.';
    const line = { id: newId(), time: clock.now(), severity: 'INFO' as const, msg, details: dueDetails(due, dbNow) };
    return { ...line, projectId: due.projectId, operationId: unfinished.id };
  }
}

function dueDetails({ dueTime }: DueSchedule, dbNow: number): Record<string, string> {
  return { dueTime: toIso(dueTime), lateMillis: String(dbNow - dueTime) };
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
