import { eventOf } from '../../../lib/events/event.ts';
import type { InboxStore } from '../../../lib/events/inbox.ts';
import type { Log } from '../../../lib/log/log.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { ClockAndIds, UseCaseContext, WithOutbox } from '../../../lib/use_case/use_case_context.ts';
import type { ArchiveStore } from '../archive/archived_page.ts';
import type { BackfillMissing } from '../backfills/backfill_missing.ts';
import type { BoundaryStore } from '../boundary/boundary_note.ts';
import { endIncomplete } from '../deletes/note_list_end.ts';
import type { SweepStore } from '../deletes/sweep.ts';
import { INSTALLATION_DELETED, type InstallationClient } from '../installation.ts';
import type { HeldMessageStore } from '../messages/message.ts';
import type { Operation } from '../operations/operation.ts';
import { operationChanged, type QueueStores } from '../operations/queue_operation.ts';
import { keepLatest, type ReadPlan } from '../read_plan.ts';
import { readEnded } from '../runs/logged_notes.ts';
import type { Schedule, ScheduleStore } from '../schedules/schedule.ts';
import { forgetRefusals, pauseSchedule } from '../schedules/schedules.ts';
import type { InstallationRef, SyncInstallation, SyncStores } from './sync_installation.ts';

type Stores = SyncStores & {
  inbox: InboxStore;
};

type Deps = UseCaseContext<Stores> & {
  installation: InstallationClient;
  syncInstallation: SyncInstallation;
  wake: () => void;
};

/** Max tries. A retry is only needed when another writer changed the same rows meanwhile. */
const MAX_TRIES = 5;

/**
 * Handles the creation or change of an installation. The plans are fetched before the transaction, never inside it.
 * When the rows seem to hold newer plans, the plans are fetched again, because clocks may differ and the rows may be
 * wrong.
 */
export function makeFollowInstallation({ stores, installation, syncInstallation, wake }: Deps) {
  return async function followInstallation(eventId: string, ref: InstallationRef, eventTime = 0): Promise<void> {
    let seenTime: number | null = null;
    for (let tries = 1; ; tries += 1) {
      seenTime = await tryOnce(eventId, ref, { changeTime: eventTime, seenTime });
      if (seenTime === null) break;
      if (tries === MAX_TRIES) throw new Error('The installation changes faster than its schedules can be updated.');
    }
    wake();
  };

  /** Returns the result of syncInstallation; when it is a time, nothing was changed. */
  async function tryOnce(
    eventId: string,
    ref: InstallationRef,
    times: { changeTime: number; seenTime: number | null },
  ): Promise<number | null> {
    const plans = await plansOf(ref);
    return stores
      .transaction(async (s) => {
        if (!(await s.inbox.accept(eventId, 'installation')) || !plans) return null;
        const known = await syncInstallation(s, ref, plans, times);
        if (known !== null) throw new SeemsOlder(known);
        return null;
      })
      .catch(seenBy);
  }

  /** Null when the installation is already deleted; the event of its deletion follows. */
  async function plansOf({ projectId, installationId }: InstallationRef): Promise<ReadPlan[] | null> {
    try {
      return await installation.listPlans(projectId, installationId);
    } catch (error) {
      if (error instanceof Problem && error.kind === 'notFound') return null;
      throw error;
    }
  }
}

/** Thrown to roll back the transaction, which also removes the event id from the inbox. Always caught in this file. */
class SeemsOlder extends Error {
  readonly known: number;
  constructor(known: number) {
    super('The plans seem to be older than the stored ones.');
    this.known = known;
  }
}

function seenBy(error: unknown): number {
  if (error instanceof SeemsOlder) return error.known;
  throw error;
}

type FollowConnectionStores = QueueStores & {
  schedules: ScheduleStore;
  inbox: InboxStore;
};

type FollowConnectionDeps = UseCaseContext<FollowConnectionStores> & {
  wake: () => void;
  backfillMissing: BackfillMissing;
};
type ConnectionRef = { projectId: string; connectionId: string };

/**
 * Handles new credentials of a connection. Resumes reads that were paused or deferred because the old credentials were
 * refused, and queues failed backfills again.
 */
export function makeFollowConnection({ stores, clock, wake, backfillMissing }: FollowConnectionDeps) {
  return async function followConnection(eventId: string, { projectId, connectionId }: ConnectionRef): Promise<void> {
    await stores.transaction(async (s) => {
      if (!(await s.inbox.accept(eventId, 'installation'))) return;
      for (const listed of await s.schedules.listOfConnection(projectId, connectionId)) {
        const schedule = await s.schedules.lock(listed);
        if (!schedule) continue;
        await forgetRefusals(s, schedule, clock.now());
        await backfillMissing.tryAgain(s, schedule, clock.now());
      }
    });
    wake();
  };
}

type ForgetStores = QueueStores & {
  sweeps: SweepStore;
  schedules: ScheduleStore;
  heldMessages: HeldMessageStore;
  archive: ArchiveStore;
  boundary: BoundaryStore;
  inbox: InboxStore;
};

type ForgetDeps = UseCaseContext<ForgetStores>;

/**
 * Handles the deletion of an installation: no more operations start, waiting operations end, and running operations
 * find their lease lost at the next page. Committed messages are still delivered, except held messages.
 */
export function makeForgetInstallation({ stores, clock, newId }: ForgetDeps) {
  return async function forgetInstallation(
    eventId: string,
    { projectId, installationId }: InstallationRef,
  ): Promise<void> {
    await stores.transaction(async (s) => {
      if (!(await s.inbox.accept(eventId, 'installation'))) return;
      const now = clock.now();
      const plans = new Map(
        (await s.schedules.list(projectId, installationId)).map(({ objectName, plan }) => [objectName, plan]),
      );
      await s.schedules.deleteAll(projectId, installationId);
      await s.sweeps.removeAll(projectId, installationId);
      await s.archive.dropKey({ projectId, installationId });
      await s.boundary.deleteAll(projectId, installationId);
      const discarded = await s.heldMessages.discardAll(projectId, installationId, now);
      for (const operation of await s.operations.cancelAll(projectId, installationId, {
        result: INSTALLATION_DELETED,
        now,
      })) {
        await reportCancelled(s, operation, plans.get(operation.objectName), now);
      }
      const counts = discarded.map(({ operationId, records }) => ({ operationId, delivered: 0, undelivered: records }));
      await s.operations.countSettled(projectId, counts);
    });
  };

  async function reportCancelled(
    s: ForgetStores,
    operation: Operation,
    plan: ReadPlan | undefined,
    now: number,
  ): Promise<void> {
    const { id, projectId, createTime } = operation;
    await s.logs.add(projectId, id, [
      { id: newId(), time: now, severity: 'ERROR', msg: 'Cancelled.', error: INSTALLATION_DELETED },
    ]);
    await s.outbox.add(operationChanged(operation, 'failure', Math.max(now, createTime + 1), { newId, now }));
    const endedEvent = plan && readEnded(plan, operation, INSTALLATION_DELETED, { newId, now });
    if (endedEvent) await s.outbox.add(endedEvent);
  }
}

type RestoreDeps = ClockAndIds & {
  stores: { schedules: ScheduleStore };
  installation: InstallationClient;
  followInstallation: (eventId: string, ref: InstallationRef) => Promise<void>;
  log: Log;
};

/** The pause after all installations were checked. Ms. */
const RESTORE_PAUSE_MS = 24 * 3_600_000;

/**
 * Creates the schedules of installations that have none. This happens when the database of the service `reads` was
 * damaged or deleted, but the database of the installation service was not: no event announces these installations
 * again. An installation that reads nothing is checked in every round and stays without schedules.
 *
 * A round handles one page of installations. After a failure the next round handles the same page. Any number of
 * replicas may run it.
 */
export function makeRestoreSchedules({ stores, installation, followInstallation, newId, log }: RestoreDeps) {
  let after = '';
  return async function restoreSchedules(stopping?: AbortSignal): Promise<boolean | number> {
    const page = await installation.listInstallations(after);
    const missing = await stores.schedules.notFollowed(page);
    for (const ref of missing) {
      if (stopping?.aborted) return false;
      await followInstallation(newId(), ref);
    }
    const restored = missing.length - (await stores.schedules.notFollowed(missing)).length;
    if (restored > 0) log.warn('schedules rebuilt from installations, everything is read again', { count: restored });
    after = page.at(-1)?.installationId ?? '';
    return after === '' ? RESTORE_PAUSE_MS : true;
  };
}

type PauseDroppedStores = WithOutbox<{ schedules: ScheduleStore; inbox: InboxStore }>;

type PauseDroppedDeps = UseCaseContext<PauseDroppedStores>;

type DroppedObjects = {
  projectId: string;
  integrationId: string;
  /** The provider's names of the objects. */
  objectNames: readonly string[];
  /** Creation time of the revision that drops the objects, Unix ms. */
  deployTime: number;
  /**
   * The service that published the event: `installation` publishes the first event, and `reads` publishes the events of
   * the next batches.
   */
  producer: 'installation' | 'reads';
  /** The id of the last processed row of the first object. */
  after?: string;
};

/** Max installations per transaction. The transaction locks their rows, and in SQLite it blocks every other writer. */
const INSTALLATIONS_PER_TRANSACTION = 200;

const DROPPED_NOTE = 'A destructive deploy removed this object from the integration.';

/**
 * Pauses the scheduled reads of objects that an integration no longer contains, in all its installations. Events may
 * arrive late and in any order. A row is not changed when its plan comes from a later revision that contains the object
 * again. A row with an earlier plan stores the time of this revision, so that an older plan that arrives later does not
 * end the pause.
 *
 * The work is done in batches: each batch writes the event of the next batch in the same transaction. So after a crash
 * the current batch is repeated or the next batch runs; no batch is lost.
 */
export function makePauseDroppedObjects({ stores, clock, newId }: PauseDroppedDeps) {
  return async function pauseDroppedObjects(eventId: string, dropped: DroppedObjects): Promise<void> {
    const { projectId, integrationId, objectNames, producer, after = '' } = dropped;
    const [objectName, ...others] = objectNames;
    await stores.transaction(async (s) => {
      if (!(await s.inbox.accept(eventId, producer)) || objectName === undefined) return;
      const page = { after, limit: INSTALLATIONS_PER_TRANSACTION };
      const listed = await s.schedules.listOfObject(projectId, { integrationId, objectName }, page);
      for (const one of listed) {
        const schedule = await s.schedules.lock(one);
        if (schedule) await drop(s, schedule, dropped);
      }
      const last = listed.at(-1);
      if (last && listed.length === INSTALLATIONS_PER_TRANSACTION)
        await queueNextBatch(s, { ...dropped, after: last.id });
      else if (others.length > 0) await queueNextBatch(s, { ...dropped, objectNames: others, after: '' });
    });
  };

  /** The event of the next batch has the time of the first event, because both belong to the same deploy. */
  async function queueNextBatch(
    s: PauseDroppedStores,
    { projectId, deployTime: time, ...rest }: Required<DroppedObjects>,
  ): Promise<void> {
    const { integrationId, objectNames, after } = rest;
    const payload = { integrationId, objectNames: [...objectNames], after };
    await s.outbox.add(eventOf('read.objects.dropped', { id: newId(), projectId, time, payload }));
  }

  async function drop(s: PauseDroppedStores, schedule: Schedule, { deployTime }: DroppedObjects): Promise<void> {
    const now = clock.now();
    const { cadence, plan: known } = schedule;
    const leftOut: ReadPlan = { ...known, isLeftOut: true, latestRevisionTime: deployTime };
    const plan = keepLatest(leftOut, known);
    if (!plan.isLeftOut) return;
    await s.schedules.replan(schedule, { plan, cadence, nextTime: null, updateTime: now });
    await pauseSchedule(s, schedule, { cause: 'dropped', note: DROPPED_NOTE }, { newId, now });
    await endIncomplete(s, schedule, { newId, now });
  }
}
