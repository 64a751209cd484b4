import type { Knex } from 'knex';
import { claim } from '../../../lib/db/claim.ts';
import { readNow } from '../../../lib/db/now.ts';
import type { ReadPlan } from '../domain/read_plan.ts';
import { scheduleState, type Schedule } from '../domain/schedule.ts';
import type { DueSchedule, ObjectKey, ScheduleStore } from '../domain/stores.ts';

type Row = {
  id: string;
  project_id: string;
  integration_id: string;
  installation_id: string;
  object_name: string;
  mapped_object_name: string;
  cron: string;
  is_paused: number;
  pause_note: string | null;
  watermark: number;
  backfill_operation_id: string;
  page_credit: number;
  plan: string;
};
type DueRow = Pick<Row, 'id' | 'project_id' | 'installation_id' | 'object_name' | 'cron'>;

const COLUMNS = [
  'id',
  'project_id',
  'integration_id',
  'installation_id',
  'object_name',
  'mapped_object_name',
  'cron',
  'is_paused',
  'pause_note',
  'watermark',
  'backfill_operation_id',
  'page_credit',
  'plan',
] as const;

export function sqlScheduleStore(db: Knex): ScheduleStore {
  const schedules = () => db('schedules');
  const one = ({ projectId, id }: { projectId: string; id: string }) =>
    schedules().where({ project_id: projectId, id });

  return {
    async lock(key) {
      const row: Row | undefined = await schedules()
        .where(where(key))
        .forUpdate()
        .first(...COLUMNS);
      return row && toSchedule(row);
    },
    async list(projectId, installationId) {
      const rows: Row[] = await schedules()
        .where({ project_id: projectId, installation_id: installationId })
        .orderBy('object_name')
        .select(...COLUMNS);
      return rows.map(toSchedule);
    },
    async listOfObjects(projectId, integrationId, objectNames) {
      const rows: Row[] = await schedules()
        .where({ project_id: projectId, integration_id: integrationId })
        .whereIn('object_name', objectNames)
        .orderBy('id')
        .select(...COLUMNS);
      return rows.map(toSchedule);
    },
    async insert({ id, plan, cron, nextTime, watermark, createTime }) {
      await schedules()
        .insert({
          id,
          project_id: plan.projectId,
          integration_id: plan.integrationId,
          installation_id: plan.installationId,
          object_name: plan.objectName,
          state: scheduleState({ cron, isPaused: false }),
          next_time: nextTime,
          watermark,
          next_sequence: 1,
          backfill_operation_id: '',
          create_time: createTime,
          ...planned(plan, cron, createTime),
        })
        .onConflict(['installation_id', 'object_name'])
        .ignore();
    },
    async replan(schedule, { plan, cron, nextTime, updateTime }) {
      await one(schedule).update({
        ...planned(plan, cron, updateTime),
        state: scheduleState({ cron, isPaused: schedule.isPaused }),
        ...(nextTime !== null && { next_time: nextTime }),
      });
    },
    async setPaused(schedule, { isPaused, note, nextTime, updateTime }) {
      await one(schedule).update({
        is_paused: isPaused,
        pause_note: note,
        update_time: updateTime,
        state: scheduleState({ cron: schedule.cron, isPaused }),
        ...(nextTime !== null && { next_time: nextTime }),
      });
    },
    async setCredit(schedule, pageCredit) {
      await one(schedule).update({ page_credit: pageCredit });
    },
    async setBackfill(schedule, operationId) {
      await one(schedule).update({ backfill_operation_id: operationId });
    },
    async takeSequences(key, count) {
      // Written first, so that the row is this transaction's until it ends; read second, so that nobody is in between.
      await schedules().where(where(key)).increment('next_sequence', count);
      const row: { next_sequence: number } | undefined = await schedules().where(where(key)).first('next_sequence');
      return row && row.next_sequence - count;
    },
    async advanceWatermark(key, watermark) {
      await schedules().where(where(key)).where('watermark', '<', watermark).update({ watermark });
    },
    async claimDue(limit) {
      const rows = await claim<DueRow>(db, {
        table: 'schedules',
        state: { column: 'state', from: 'armed', to: 'armed' },
        dueColumn: 'next_time',
        index: 'schedules_due',
        limit,
        leaseMs: 0,
        columns: ['project_id', 'installation_id', 'object_name', 'cron'],
      });
      return rows.map(toDue);
    },
    async setNextTime(due, nextTime) {
      await one(due).update({ next_time: nextTime });
    },
    deleteAll: (projectId, installationId) =>
      schedules().where({ project_id: projectId, installation_id: installationId }).del(),
    now: () => readNow(db),
  };
}

function where({ projectId, installationId, objectName }: ObjectKey) {
  return { project_id: projectId, installation_id: installationId, object_name: objectName };
}

function planned(plan: ReadPlan, cron: string, updateTime: number) {
  return { mapped_object_name: plan.mappedObjectName, cron, plan: JSON.stringify(plan), update_time: updateTime };
}

function toSchedule(row: Row): Schedule {
  return {
    id: row.id,
    projectId: row.project_id,
    integrationId: row.integration_id,
    installationId: row.installation_id,
    objectName: row.object_name,
    mappedObjectName: row.mapped_object_name,
    cron: row.cron,
    isPaused: Boolean(row.is_paused),
    pauseNote: row.pause_note ?? '',
    watermark: row.watermark,
    backfillOperationId: row.backfill_operation_id,
    pageCredit: row.page_credit,
    plan: JSON.parse(row.plan) as ReadPlan,
  };
}

function toDue({ id, project_id, installation_id, object_name, cron }: DueRow): DueSchedule {
  return { id, projectId: project_id, installationId: installation_id, objectName: object_name, cron };
}
