import type { Db } from '../lib/db/open.ts';
import { newId } from '../lib/ids/ids.ts';
import { aReadPlan } from './reads_fixture.ts';

type Many = {
  count: number;
  cron: string;
  /** Unix ms. */
  nextTime(i: number): number;
  /** The number of installations per project; ten by default. */
  aProject?: number;
};

const AT_ONCE = 1_000;

/** Inserts thousands of armed schedules, each with a plan of typical size and an installation of its own. */
export async function insertSchedules(db: Db, { count, cron, nextTime, aProject = 10 }: Many): Promise<void> {
  let projectId = newId();
  for (let from = 0; from < count; from += AT_ONCE) {
    const rows = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, i) => {
      if ((from + i) % aProject === 0) projectId = newId();
      return scheduleRow(projectId, cron, nextTime(from + i));
    });
    await db.batchInsert('schedules', rows, 200);
  }
}

function scheduleRow(projectId: string, cron: string, nextTime: number) {
  const plan = aReadPlan({ projectId, schedule: cron });
  return {
    id: newId(),
    project_id: projectId,
    integration_id: plan.integrationId,
    installation_id: plan.installationId,
    object_name: plan.objectName,
    mapped_object_name: plan.mappedObjectName,
    state: 'armed',
    cron,
    next_time: nextTime,
    is_paused: false,
    pause_note: '',
    watermark: 0,
    next_sequence: 1,
    backfill_operation_id: '',
    plan: JSON.stringify(plan),
    create_time: 1,
    update_time: 1,
  };
}
