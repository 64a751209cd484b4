import type { NewId } from '../../../../lib/ids/ids.ts';
import type { ReadPlan } from '../../domain/read_plan.ts';
import type { Schedule } from '../domain/schedule.ts';
import type { ScheduleStore } from '../domain/schedule_store.ts';

type Stores = { schedules: ScheduleStore };

/**
 * Locks the object's row until the transaction ends. Creates a missing row: a request can arrive before the event that
 * announces the installation.
 */
export async function lockObject(
  s: Stores,
  plan: ReadPlan,
  { newId, now }: { newId: NewId; now: number },
): Promise<Schedule> {
  const known = await s.schedules.lock(plan);
  if (known) return known;
  await s.schedules.insert({ id: newId(), plan, cadence: null, nextTime: null, watermark: now, createTime: now });
  const made = await s.schedules.lock(plan);
  if (!made) throw new Error('The object has no row after its insert.');
  return made;
}
