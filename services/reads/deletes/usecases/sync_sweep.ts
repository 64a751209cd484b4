import { type Cadence, cadenceOf, isSameCadence } from '../../../../lib/cron/cadence.ts';
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
  const cadence = sweepOf(plan);
  if (isSameCadence(cadence, sweepOf(before))) return;
  if (cadence === null) return s.sweeps.remove(plan);
  const nextTime = nextStart(schedule.id, cadence, dbNow);
  await s.sweeps.save(plan, { id: schedule.id, cadence, nextTime, scope: sweepScope(plan) });
}

function sweepOf(plan: ReadPlan | undefined): Cadence | null {
  return plan === undefined || plan.disabled ? null : cadenceOf(plan.sweepSchedule ?? '');
}
