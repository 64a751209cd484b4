import { isSameCadence } from '../../../lib/cron/cadence.ts';
import type { ClockAndIds, WithOutbox } from '../../../lib/use_case/use_case_context.ts';
import type { LogStore } from '../../../lib/work/operation_log.ts';
import type { BackfillMissing } from '../backfills/backfill_missing.ts';
import type { SweepStore } from '../deletes/sweep.ts';
import { syncSweep } from '../deletes/sweeps.ts';
import type { UndeliveredStore } from '../deliveries/undelivered.ts';
import { type DestinationStore, destinationOf } from '../destinations/destination.ts';
import { inactiveDestination } from '../destinations/destinations.ts';
import { releaseHeld } from '../messages/held_messages.ts';
import type { HeldMessageStore } from '../messages/message.ts';
import type { OperationStore } from '../operations/operation.ts';
import { dateOf, keepLatest, type ReadPlan } from '../read_plan.ts';
import { NONE_FAILED } from '../schedules/failed_reads.ts';
import { cadenceOfPlan, type Schedule, type ScheduleStore } from '../schedules/schedule.ts';
import { endCause, firstPosition, forgetRefusals, nextStart } from '../schedules/schedules.ts';
import { applyDestination, applyFailing, endDestinationReason } from './apply_destination.ts';

export type SyncStores = WithOutbox<{
  destinations: DestinationStore;
  undelivered: UndeliveredStore;
  sweeps: SweepStore;
  schedules: ScheduleStore;
  operations: OperationStore;
  logs: LogStore;
  heldMessages: HeldMessageStore;
}>;

/** A credit that no object can use up: an object never has so many messages. */
const UNLIMITED_CREDIT = 2 ** 50;

type Deps = ClockAndIds & { backfillMissing: BackfillMissing };
export type InstallationRef = { projectId: string; installationId: string };

/**
 * Updates the schedules of an installation to its current plans, inside the caller's transaction: a row per object, its
 * cron, and a backfill of the missing history. An object that is no longer read keeps its row, so that its sequence
 * continues if it is read again, but its reads no longer start.
 *
 * Calls may be repeated, and may arrive in any order: rows that seem to hold newer plans keep these plans, even when
 * the older plans no longer read the object. The dates that decide which plan is newer come from clocks that may
 * differ. So a rejected caller fetches the plans once more: plans fetched after the rows were read are at least as new
 * as the rows, whatever their dates.
 */
export function makeSyncInstallation({ clock, newId, backfillMissing }: Deps) {
  return async function syncInstallation(
    s: SyncStores,
    { projectId, installationId }: InstallationRef,
    plans: readonly ReadPlan[],
    {
      changeTime = 0,
      seenTime = null,
    }: {
      /**
       * Time of the change that caused this update, Unix ms. Plans that are fetched after this time are at least as
       * new.
       */
      changeTime?: number;
      /** The result of the previous call, which was made before the plans were fetched. */
      seenTime?: number | null;
    } = {},
    /**
     * Returns null after the update. If the rows seem to hold newer plans, it changes nothing and returns the date of
     * the newer plans.
     */
  ): Promise<number | null> {
    const now = clock.now();
    const dbNow = await s.schedules.now();
    const before = await s.schedules.list(projectId, installationId);
    const known = Math.max(0, ...before.map(({ plan }) => dateOf(plan)));
    const isNewer = known === seenTime;
    const asOf = Math.max(changeTime, ...plans.map(dateOf), isNewer ? known + 1 : 0);
    if (!isNewer && (known > asOf || plans.some((plan) => isOlder(plan, before)))) return known;
    for (const plan of plans) await syncObject(s, { ...plan, asOf }, { now, dbNow });
    const names = new Set(plans.map(({ objectName }) => objectName));
    for (const schedule of before) {
      if (!names.has(schedule.objectName)) await retire(s, schedule, { asOf, updateTime: now });
    }
    return null;
  };

  type Times = { now: number; dbNow: number };

  async function syncObject(s: SyncStores, received: ReadPlan, { now, dbNow }: Times): Promise<void> {
    const before = await s.schedules.lock(received);
    const plan = before ? keepLatest(received, before.plan) : received;
    const cadence = cadenceOfPlan(plan);
    if (!before) {
      const id = newId();
      await s.schedules.insert({
        id,
        plan,
        cadence,
        nextTime: nextStart(id, cadence, dbNow),
        ...(await firstPosition(s, plan, now)),
        createTime: now,
      });
    } else if (dateOf(plan) >= dateOf(before.plan)) {
      const isSame = isSameCadence(cadence, before.cadence);
      const nextTime = isSame ? null : nextStart(before.id, cadence, dbNow);
      await s.schedules.replan(before, { plan, cadence, nextTime, updateTime: now });
      if (!isSame && before.failures > 0) await s.schedules.setFailures(before, NONE_FAILED);
      await endCauses(s, before, plan, now);
      if (plan.deliveryMode !== before.plan.deliveryMode) await changeDelivery(s, { ...before, plan }, now);
    }
    const schedule = before ?? (await s.schedules.lock(plan));
    if (schedule) await followDestination(s, schedule, before?.plan, plan, now);
    if (schedule) await syncSweep(s, { plan, before: before?.plan, schedule }, dbNow);
    if (schedule) await backfillMissing.queueMissing(s, plan, schedule, now);
  }

  /**
   * Stops or continues the reads of an object that is new or has moved to another destination, as the state of the
   * destination demands, and reports the health reasons.
   */
  async function followDestination(
    s: SyncStores,
    schedule: Schedule,
    before: ReadPlan | undefined,
    plan: ReadPlan,
    now: number,
  ): Promise<void> {
    const isSame =
      before?.destinationName === plan.destinationName && (before.destinationId ?? '') === (plan.destinationId ?? '');
    if (isSame) return;
    const destination = await inactiveDestination(s, plan);
    if (before || destination)
      await applyDestination(s, { ...schedule, plan }, destination ?? undefined, { newId, now });
    const known = await s.destinations.listOf(before ? [before, plan] : [plan]);
    const isFailing = known.some(({ failing }) => failing);
    // This is reported now, because the previous destination no longer reports to this object when it recovers.
    if (before || isFailing) await applyFailing(s, { ...schedule, plan }, destinationOf(plan, known), { newId, now });
  }

  /**
   * Ends a pause when its cause has ended: the credentials were replaced, or a later deploy contains the object again.
   */
  async function endCauses(s: SyncStores, before: Schedule, plan: ReadPlan, now: number): Promise<void> {
    if (plan.connectionId !== before.plan.connectionId) {
      const schedule = await s.schedules.lock(plan);
      if (schedule) await forgetRefusals(s, schedule, now);
    }
    if (before.pauseCauses.includes('dropped') && !plan.isLeftOut) {
      const schedule = await s.schedules.lock(plan);
      if (schedule) await endCause(s, schedule, 'dropped', now);
    }
  }

  /**
   * A switch to automatic delivery releases the held messages: the oldest at once and before any new message, the
   * others with the next commits and by deliverOwing. A switch to delivery on request sets the credit to zero.
   */
  async function changeDelivery(s: SyncStores, schedule: Schedule, now: number): Promise<void> {
    const isOnRequest = schedule.plan.deliveryMode === 'onRequest';
    await s.schedules.setCredit(schedule, isOnRequest ? 0 : UNLIMITED_CREDIT);
    if (isOnRequest) return;
    await releaseHeld(s, schedule, { credit: UNLIMITED_CREDIT, newId, now });
  }

  /**
   * Stops the schedule of an object. The object's plan gets a date, so that older events do not start the schedule
   * again.
   */
  async function retire(s: SyncStores, listed: Schedule, { asOf, updateTime }: { asOf: number; updateTime: number }) {
    const schedule = await s.schedules.lock(listed);
    if (!schedule || dateOf(schedule.plan) > asOf) return;
    const plan = { ...schedule.plan, sweepSchedule: '', backfillDays: 0, isRetired: true, asOf };
    if (schedule.plan.sweepSchedule) await s.sweeps.remove(schedule);
    await s.schedules.replan(schedule, { plan, cadence: null, nextTime: null, updateTime });
    if (await inactiveDestination(s, plan)) await endDestinationReason(s, schedule, { newId, now: updateTime });
  }
}

function isOlder({ objectName, installationUpdateTime }: ReadPlan, before: readonly Schedule[]): boolean {
  const known = before.find((schedule) => schedule.objectName === objectName)?.plan;
  return known !== undefined && installationUpdateTime < known.installationUpdateTime;
}

export type SyncInstallation = ReturnType<typeof makeSyncInstallation>;
