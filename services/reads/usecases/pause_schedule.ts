import type { NewId } from '../../../lib/ids/ids.ts';
import type { Schedule } from '../domain/schedule.ts';
import type { Stores } from '../domain/stores.ts';
import { schedulePaused } from './read_events.ts';

/** Pauses an object that is locked and not paused, and tells the builder why: both or neither. */
export async function pauseSchedule(
  s: Stores,
  schedule: Schedule,
  note: string,
  { newId, now }: { newId: NewId; now: number },
): Promise<void> {
  await s.schedules.setPaused(schedule, { isPaused: true, note, state: 'paused', nextTime: null, updateTime: now });
  await s.outbox.add(schedulePaused(schedule.plan, note, { newId, now }));
}
