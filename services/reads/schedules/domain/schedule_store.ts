import type { Cadence } from '../../../../lib/cron/cadence.ts';
import type { DestinationOf } from '../../destinations/domain/destination.ts';
import type { FailedReads } from './failed_reads.ts';
import type { PauseCause } from './pause.ts';
import type { ReadPlan } from '../../domain/read_plan.ts';
import type { Schedule, ScheduleState } from './schedule.ts';
import type { ObjectKey } from '../../domain/object_key.ts';

/** A due schedule, with the data its operation needs. `dueTime`: Unix ms of the database's clock. */
export type DueSchedule = ObjectKey & {
  id: string;
  integrationId: string;
  mappedObjectName: string;
  configId: string;
  cadence: Cadence | null;
  dueTime: number;
} & DestinationOf;

/** An object of a project, with the destination of its plan. */
export type ListedSchedule = ObjectKey & DestinationOf & { id: string };

export type ScheduleStore = {
  /** Locks the object's row until the transaction ends. Every start, end and commit of its reads takes this lock. */
  lock(key: ObjectKey): Promise<Schedule | undefined>;
  list(projectId: string, installationId: string): Promise<Schedule[]>;
  /**
   * The next `limit` rows of an object (the provider's name) over all installations of an integration, ordered by id,
   * with ids above `after`.
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
  /** Does nothing when the object already has a row. `watermark`: Unix ms from which changes are read. */
  insert(schedule: {
    id: string;
    plan: ReadPlan;
    cadence: Cadence | null;
    nextTime: number | null;
    watermark: number;
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
      /** Empty: not paused. */
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
  /** Null: the lists are complete. */
  setIncomplete(schedule: Schedule, incomplete: Schedule['incomplete']): Promise<void>;
  setBackfillFrom(schedule: Schedule, backfillFrom: number): Promise<void>;
  /**
   * Takes `count` sequences starting at `first`, and holds the object's lock until the transaction ends. `pageCredit`
   * as in Schedule.
   */
  takeSequences(key: ObjectKey, count: number): Promise<{ first: number; pageCredit: number } | undefined>;
  /** `lagMs`: the lag of the provider's clock, which the watermark already includes. */
  advanceWatermark(key: ObjectKey, to: { watermark: number; lagMs: number }): Promise<void>;
  /** Locks due schedules until the transaction ends, longest overdue first. Skips rows that others have locked. */
  lockDue(limit: number): Promise<DueSchedule[]>;
  setNextTimes(changes: readonly { id: string; projectId: string; nextTime: number | null }[]): Promise<void>;
  /** Notes starts that wait for their destination. */
  noteMissed(schedules: readonly { id: string; projectId: string }[]): Promise<void>;
  /** Makes the schedule due when a start was missed. */
  startMissed(schedule: Schedule): Promise<void>;
  deleteAll(projectId: string, installationId: string): Promise<number>;
  /** The database's clock, Unix ms. */
  now(): Promise<number>;
};

/** When schedules start next, apart from the rest: a start changes it alone. */
export type NextStartStore = {
  /** By the id of the schedule; those that do not start are missing. Unix ms of the database's clock. */
  ofInstallation(projectId: string, installationId: string): Promise<Map<string, number>>;
};
