import type { FailedReads } from './failed_reads.ts';
import type { PauseCause } from './pause.ts';
import type { ReadPlan } from './read_plan.ts';
import type { Schedule, ScheduleState } from './schedule.ts';
import type { ObjectKey } from './stores.ts';

/** A schedule whose time has come, with what its operation is made of. `dueTime`: Unix ms, by the database's clock. */
export type DueSchedule = ObjectKey & {
  id: string;
  integrationId: string;
  mappedObjectName: string;
  configId: string;
  cron: string;
  dueTime: number;
};

export type ScheduleStore = {
  /** Takes the object's row until the transaction ends: the lock of all that starts, ends or commits its reads. */
  lock(key: ObjectKey): Promise<Schedule | undefined>;
  list(projectId: string, installationId: string): Promise<Schedule[]>;
  /** Of all installations of an integration the next `limit` rows of an object (the provider's name), by id, `after` one. */
  listOfObject(
    projectId: string,
    object: { integrationId: string; objectName: string },
    page: { after: string; limit: number },
  ): Promise<Schedule[]>;
  /** Those whose reads use a connection. */
  listOfConnection(projectId: string, connectionId: string): Promise<Schedule[]>;
  /** Nothing when the object has a row already. `watermark`: Unix ms from which changes matter. */
  insert(schedule: {
    id: string;
    plan: ReadPlan;
    cron: string;
    nextTime: number | null;
    watermark: number;
    createTime: number;
  }): Promise<void>;
  /** Takes over a newer plan; `nextTime` null leaves the next start as it is. */
  replan(
    schedule: Schedule,
    change: { plan: ReadPlan; cron: string; nextTime: number | null; updateTime: number },
  ): Promise<void>;
  setPaused(
    schedule: Schedule,
    change: {
      /** None of them: not paused. */
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
  setBackfillFrom(schedule: Schedule, backfillFrom: number): Promise<void>;
  /**
   * Takes `count` sequences, from `first` on, and holds the object's lock until the transaction ends. `pageCredit` as of
   * a Schedule.
   */
  takeSequences(key: ObjectKey, count: number): Promise<{ first: number; pageCredit: number } | undefined>;
  /** `lagMillis`: how far the provider's clock was behind, which the watermark allows for already. */
  advanceWatermark(key: ObjectKey, to: { watermark: number; lagMillis: number }): Promise<void>;
  /** Those that are due, longest first, held until the transaction ends; what others hold is passed over. */
  lockDue(limit: number): Promise<DueSchedule[]>;
  setNextTimes(changes: readonly { id: string; projectId: string; nextTime: number | null }[]): Promise<void>;
  deleteAll(projectId: string, installationId: string): Promise<number>;
  /** Now by the database's clock, Unix ms. */
  now(): Promise<number>;
};
