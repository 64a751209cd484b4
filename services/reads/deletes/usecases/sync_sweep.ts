import type { Schedule } from '../../schedules/domain/schedule.ts';
import type { ReadPlan } from '../../domain/read_plan.ts';
import type { SweepStore } from '../domain/sweep_store.ts';
import { sweepScope } from '../domain/sweep_scope.ts';
import { nextStart } from '../../schedules/usecases/next_start.ts';

type Stores = { sweeps: SweepStore };

/** Updates an object's sweep to its plan, in the transaction of its schedule. Without a sweep no ids are known. */
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
