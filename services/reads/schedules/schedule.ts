import { type Cadence, cadenceOf } from '../../../lib/cron/cadence.ts';
import type { PlanDestination } from '../destinations/destination.ts';
import type { ObjectKey } from '../object_key.ts';
import type { ReadPlan } from '../read_plan.ts';
import type { FailedReads } from './failed_reads.ts';

/**
 * One readable object of one installation: its schedule, its progress, and the sequence of its messages. Its row is
 * also the object's lock: every transaction that starts, ends or commits a read of the object takes it first.
 */
export type Schedule = FailedReads & {
  id: string;
  projectId: string;
  integrationId: string;
  installationId: string;
  objectName: string;
  mappedObjectName: string;
  /** Null when the object is only read by trigger. */
  cadence: Cadence | null;
  isPaused: boolean;
  /** Empty when the object is not paused. */
  pauseCauses: readonly PauseCause[];
  pauseNote: string;
  /** Provider time at the start of the last read that brought the object up to date, Unix ms. */
  watermark: number;
  /** The lag of the provider's clock at the time of the watermark, ms. The watermark already includes the lag. */
  lagMs: number;
  /** The newest backfill of the object; empty when there was none. */
  backfillOperationId: string;
  /** How far back the object's finished backfills reach, Unix ms; 0 for everything, null while none has finished. */
  backfillFrom: number | null;
  /**
   * `time`: since when the object's lists may be incomplete. `from`: the earliest `since` of the incomplete reads; 0
   * when a read without `since` was incomplete. Unix ms. Null when the lists are complete.
   */
  incomplete: { time: number; from: number } | null;
  /** The number of requested messages that do not exist yet. Only for delivery on request. */
  pageCredit: number;
  /** The last known plan, used for events. A read fetches the current plan. */
  plan: ReadPlan;
};

/** `armed`: reads start when due. In the other states no scheduled read starts. */
export type ScheduleState = 'armed' | 'paused' | 'idle';

export function scheduleState({ cadence, isPaused }: { cadence: Cadence | null; isPaused: boolean }): ScheduleState {
  if (isPaused) return 'paused';
  return cadence ? 'armed' : 'idle';
}

/** The schedule of a plan's object; null when the object is disabled or only read by trigger. */
export function cadenceOfPlan({ schedule, disabled }: ReadPlan): Cadence | null {
  return disabled ? null : cadenceOf(schedule);
}

const MAX_JITTER_MS = 60_000;

/**
 * The delay of a schedule's start after its cron tick, ms. The delay keeps a thousand installations of one integration
 * from starting at once. Each schedule has a fixed delay. It is at most one minute, and at most a tenth of the
 * interval.
 */
export function jitterMs(id: string, intervalMs: number): number {
  const limit = Math.min(MAX_JITTER_MS, Math.floor(intervalMs / 10));
  return limit > 0 ? hashOfText(id) % limit : 0;
}

function hashOfText(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return value;
}

/** A due schedule, with the data that its operation needs. `dueTime`: Unix ms of the database's clock. */
export type DueSchedule = ObjectKey & {
  id: string;
  integrationId: string;
  mappedObjectName: string;
  configId: string;
  cadence: Cadence | null;
  dueTime: number;
} & PlanDestination;

/** An object of a project, with the destination of its plan. */
type ListedSchedule = ObjectKey & PlanDestination & { id: string };

export type ScheduleStore = {
  /** Locks the object's row until the transaction ends. Every start, end and commit of its reads takes this lock. */
  lock(key: ObjectKey): Promise<Schedule | undefined>;
  list(projectId: string, installationId: string): Promise<Schedule[]>;
  /**
   * Lists the next `limit` rows of an object (by the provider's name) in all installations of an integration, ordered
   * by id, with ids above `after`.
   */
  listOfObject(
    projectId: string,
    object: { integrationId: string; objectName: string },
    page: { after: string; limit: number },
  ): Promise<Schedule[]>;
  /** The next `limit` rows of a project, ordered by id, with ids above `after`. */
  listOfProject(projectId: string, page: { after: string; limit: number }): Promise<ListedSchedule[]>;
  /** The schedules whose reads use a connection. */
  listOfConnection(projectId: string, connectionId: string): Promise<Schedule[]>;
  /** Does nothing when the object already has a row. `watermark`: changes are read from this time on, Unix ms. */
  insert(schedule: {
    id: string;
    plan: ReadPlan;
    cadence: Cadence | null;
    nextTime: number | null;
    watermark: number;
    /** The sequence number of the object's first message. */
    firstSequence: number;
    createTime: number;
  }): Promise<void>;
  /** Stores a newer plan. A null `nextTime` leaves the next start unchanged. */
  replan(
    schedule: Schedule,
    change: { plan: ReadPlan; cadence: Cadence | null; nextTime: number | null; updateTime: number },
  ): Promise<void>;
  setPaused(
    schedule: Schedule,
    change: {
      /** Empty when the object is not paused. */
      causes: readonly PauseCause[];
      note: string;
      state: ScheduleState;
      nextTime: number | null;
      updateTime: number;
    },
  ): Promise<void>;
  setFailures(schedule: Schedule, failed: FailedReads): Promise<void>;
  setCredit(schedule: Schedule, pageCredit: number): Promise<void>;
  setBackfill(schedule: Schedule, operationId: string): Promise<void>;
  /** Stores the time since which the lists are incomplete; null when they are complete. */
  setIncomplete(schedule: Schedule, incomplete: Schedule['incomplete']): Promise<void>;
  setBackfillFrom(schedule: Schedule, backfillFrom: number): Promise<void>;
  /**
   * Takes `count` sequence numbers starting at `first`, and holds the object's lock until the transaction ends.
   * `pageCredit`: see Schedule.
   */
  takeSequences(key: ObjectKey, count: number): Promise<{ first: number; pageCredit: number } | undefined>;
  /** `lagMs`: the lag of the provider's clock, which the watermark already includes. */
  advanceWatermark(key: ObjectKey, to: { watermark: number; lagMs: number }): Promise<void>;
  hasDue(): Promise<boolean>;
  /** Locks due schedules until the transaction ends, longest overdue first. Skips rows that others have locked. */
  lockDue(limit: number): Promise<DueSchedule[]>;
  setNextTimes(changes: readonly { id: string; projectId: string; nextTime: number | null }[]): Promise<void>;
  /** Stores that starts were missed because the destination is inactive. */
  noteMissed(schedules: readonly { id: string; projectId: string }[]): Promise<void>;
  /** Makes the schedule due when a start was missed. */
  startMissed(schedule: Schedule): Promise<void>;
  /**
   * Returns the installations of which no event was handled yet: they have no rows, or only rows that a request
   * created.
   */
  notFollowed<I extends { projectId: string; installationId: string }>(installations: readonly I[]): Promise<I[]>;
  /**
   * Makes a postponed read of undelivered records due at `now`. Does nothing when the read waits for a change of the
   * destination.
   */
  bringRereadForward(schedule: Schedule, now: number): Promise<void>;
  deleteAll(projectId: string, installationId: string): Promise<number>;
  /** The database's clock, Unix ms. */
  now(): Promise<number>;
  /** When the database was created, Unix ms. */
  databaseTime(): Promise<number>;
};

/**
 * Reads the next starts of schedules. The type Schedule does not contain the next start, because each start changes
 * only this value.
 */
export type NextStartStore = {
  /**
   * Returns the next start of each schedule, keyed by schedule id. Omits schedules that do not start. Unix ms of the
   * database's clock.
   */
  ofInstallation(projectId: string, installationId: string): Promise<Map<string, number>>;
};

/**
 * Why an object's scheduled reads are paused. The object stays paused while it has at least one cause: a new sign-in
 * does not end a pause that a person requested. An unpause request ends all of them.
 *
 * `asked`: paused by a request; also the cause of pauses from before causes were stored. `failures`: too many reads
 * failed in a row. `refusals`: the latest reads failed because the credentials were refused; new credentials end the
 * pause. `dropped`: a destructive deploy removed the object; a later deploy that contains the object ends the pause.
 */
export type PauseCause = (typeof PAUSE_CAUSES)[number];

const PAUSE_CAUSES = ['asked', 'failures', 'refusals', 'dropped'] as const;

export function isPauseCause(word: string): word is PauseCause {
  return (PAUSE_CAUSES as readonly string[]).includes(word);
}
