import type { Schedule } from '../domain/schedule.ts';
import type { ReadPlan } from '../domain/read_plan.ts';
import type { Stores } from '../domain/stores.ts';
import { sweepScope } from './sweep_scope.ts';
import { nextStart } from './next_start.ts';

/** Brings an object's sweep in line with its plan, in the transaction of its schedule. Who is swept no more knows nothing. */
export async function syncSweep(
  s: Stores,
  { plan, before, schedule }: { plan: ReadPlan; before: ReadPlan | undefined; schedule: Schedule },
  dbNow: number,
): Promise<void> {
  const cron = plan.disabled ? '' : (plan.sweepSchedule ?? '');
  if (cron === sweepOf(before)) return;
  if (cron === '') return s.sweeps.remove(plan);
  const nextTime = nextStart(schedule.id, cron, dbNow);
  await s.sweeps.save(plan, { id: schedule.id, cron, nextTime, scope: sweepScope(plan) });
}

function sweepOf(plan: ReadPlan | undefined): string {
  return plan === undefined || plan.disabled ? '' : (plan.sweepSchedule ?? '');
}
