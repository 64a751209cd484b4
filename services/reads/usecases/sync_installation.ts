import type { NewId } from '../../../lib/ids/ids.ts';
import type { Rules } from '../../../lib/rules/rules.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import { NONE_FAILED } from '../domain/failed_reads.ts';
import { dateOf, keepLatest, type ReadPlan } from '../domain/read_plan.ts';
import { cronOf, type Schedule } from '../domain/schedule.ts';
import type { Stores } from '../domain/stores.ts';
import type { BackfillMissing } from './backfill_missing.ts';
import { forgetRefusals } from './forget_refusals.ts';
import { nextStart } from './next_start.ts';
import { endCause } from './pause_schedule.ts';
import { releaseHeld } from './release_held.ts';
import { syncSweep } from './sync_sweep.ts';

/** More messages than an object can have. */
const EVERYTHING = 2 ** 50;

type Deps = { clock: Clock; newId: NewId; rules: Rules; backfillMissing: BackfillMissing };
export type InstallationRef = { projectId: string; installationId: string };

/**
 * Brings the schedules of an installation in line with what it reads now, inside the caller's transaction: a row for
 * each object, its cron, a backfill of what of its history is wanted and was not read yet. An object that is read no more keeps
 * its row (its sequence goes on if it comes back) and starts no more. Safe to repeat, and in any order: rows that
 * seem to know newer plans keep them, also when the older ones read their object no more. Which are newer is told by
 * times of clocks that may be apart; so whoever is refused asks once more. What is asked for after the rows were looked
 * at is at least as new as they are, whatever it is dated.
 */
export function makeSyncInstallation({ clock, newId, rules, backfillMissing }: Deps) {
  return async function syncInstallation(
    s: Stores,
    { projectId, installationId }: InstallationRef,
    plans: readonly ReadPlan[],
    {
      changeTime = 0,
      seenTime = null,
    }: {
      /** When the change happened that brought the news: plans asked for after it are at least as new. Unix ms. */
      changeTime?: number;
      /** What this answered before the plans were asked for. */
      seenTime?: number | null;
    } = {},
    /** The date of what the rows know, where that seems to be newer: nothing was changed. */
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

  async function syncObject(s: Stores, told: ReadPlan, { now, dbNow }: Times): Promise<void> {
    const before = await s.schedules.lock(told);
    const plan = before ? keepLatest(told, before.plan) : told;
    const cron = rules.holds('disabled') ? cronOf(plan) : plan.schedule;
    if (!before) {
      const id = newId();
      await s.schedules.insert({
        id,
        plan,
        cron,
        nextTime: nextStart(id, cron, dbNow, rules),
        watermark: now,
        createTime: now,
      });
    } else if (dateOf(plan) >= dateOf(before.plan)) {
      const nextTime = cron === before.cron ? null : nextStart(before.id, cron, dbNow, rules);
      await s.schedules.replan(before, { plan, cron, nextTime, updateTime: now });
      if (cron !== before.cron && before.failures > 0) await s.schedules.setFailures(before, NONE_FAILED);
      await endCauses(s, before, plan, now);
      if (plan.deliveryMode !== before.plan.deliveryMode) await changeDelivery(s, { ...before, plan }, now);
    }
    const schedule = before ?? (await s.schedules.lock(plan));
    if (schedule) await syncSweep(s, { plan, before: before?.plan, schedule }, dbNow);
    if (schedule) await backfillMissing.queueMissing(s, plan, schedule, now);
  }

  /** What kept it paused may be over: its credentials are others, or a deploy has it again. */
  async function endCauses(s: Stores, before: Schedule, plan: ReadPlan, now: number): Promise<void> {
    if (plan.connectionId !== before.plan.connectionId) {
      const schedule = await s.schedules.lock(plan);
      if (schedule) await forgetRefusals(s, schedule, { now, rules });
    }
    if (before.pauseCauses.includes('dropped') && !plan.isLeftOut && rules.holds('causeGone')) {
      const schedule = await s.schedules.lock(plan);
      if (schedule) await endCause(s, schedule, 'dropped', now);
    }
  }

  /**
   * What was held goes once nobody needs to ask any more, the oldest at once and before anything new, the others with the
   * next commits and by deliverOwing; who begins to ask begins with nothing.
   */
  async function changeDelivery(s: Stores, schedule: Schedule, now: number): Promise<void> {
    const isOnRequest = schedule.plan.deliveryMode === 'onRequest';
    await s.schedules.setCredit(schedule, isOnRequest ? 0 : EVERYTHING);
    if (isOnRequest || !rules.holds('heldFirst')) return;
    await releaseHeld(s, schedule, { credit: EVERYTHING, newId, now, rules });
  }

  /** Its plan is dated, so that news from before do not set it going again. */
  async function retire(s: Stores, listed: Schedule, { asOf, updateTime }: { asOf: number; updateTime: number }) {
    const schedule = await s.schedules.lock(listed);
    if (!schedule || dateOf(schedule.plan) > asOf) return;
    const plan = { ...schedule.plan, sweepSchedule: '', backfillDays: 0, asOf };
    if (schedule.plan.sweepSchedule) await s.sweeps.remove(schedule);
    await s.schedules.replan(schedule, { plan, cron: '', nextTime: null, updateTime });
  }
}

function isOlder({ objectName, installationUpdateTime }: ReadPlan, before: readonly Schedule[]): boolean {
  const known = before.find((schedule) => schedule.objectName === objectName)?.plan;
  return known !== undefined && installationUpdateTime < known.installationUpdateTime;
}

export type SyncInstallation = ReturnType<typeof makeSyncInstallation>;
