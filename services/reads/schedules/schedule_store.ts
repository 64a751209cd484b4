import type { Knex } from 'knex';
import { lockRows, rowsInOrder } from '../../../lib/db/claim.ts';
import { databaseCreateTime } from '../../../lib/db/migrate.ts';
import { dbNow, readNow } from '../../../lib/db/now.ts';
import { columnsOfObject } from '../object_key.ts';
import { type NextStartStore, type ScheduleStore, scheduleState } from './schedule.ts';
import {
  COLUMNS,
  DESTINATION_OF_PLAN,
  DUE_COLUMNS,
  type DueRow,
  type ListedRow,
  planColumns,
  type Row,
  toDestinationOf,
  toDueSchedule,
  toSchedule,
} from './schedule_row_store.ts';

export function sqlScheduleStore(db: Knex): ScheduleStore {
  const schedules = () => db('schedules');
  const one = ({ projectId, id }: { projectId: string; id: string }) =>
    schedules().where({ project_id: projectId, id });
  const due = () =>
    rowsInOrder(db, {
      table: 'schedules',
      state: { column: 'state', is: 'armed' },
      orderColumn: 'next_time',
      index: 'schedules_due',
    }).where('next_time', '<=', dbNow(db));

  return {
    async lock(key) {
      const row: Row | undefined = await schedules()
        .where(columnsOfObject(key))
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
    async listOfObject(projectId, { integrationId, objectName }, { after, limit }) {
      const rows: Row[] = await schedules()
        .where({ project_id: projectId, integration_id: integrationId, object_name: objectName })
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .select(...COLUMNS);
      return rows.map(toSchedule);
    },
    async listOfProject(projectId, { after, limit }) {
      const rows: ListedRow[] = await schedules()
        .where({ project_id: projectId })
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .select('id', 'project_id', 'installation_id', 'object_name')
        .jsonExtract(DESTINATION_OF_PLAN);
      return rows.map((row) => ({
        id: row.id,
        projectId: row.project_id,
        installationId: row.installation_id,
        objectName: row.object_name,
        ...toDestinationOf(row),
      }));
    },
    async listOfConnection(projectId, connectionId) {
      const rows: Row[] = await schedules()
        .where({ project_id: projectId, connection_id: connectionId })
        .orderBy('id')
        .select(...COLUMNS);
      return rows.map(toSchedule);
    },
    async insert({ id, plan, cadence, nextTime, watermark, firstSequence, createTime }) {
      await schedules()
        .insert({
          id,
          project_id: plan.projectId,
          integration_id: plan.integrationId,
          installation_id: plan.installationId,
          object_name: plan.objectName,
          state: scheduleState({ cadence, isPaused: false }),
          next_time: nextTime,
          watermark,
          next_sequence: firstSequence,
          backfill_operation_id: '',
          create_time: createTime,
          ...planColumns(plan, cadence, createTime),
        })
        .onConflict(['installation_id', 'object_name'])
        .ignore();
    },
    async replan(schedule, { plan, cadence, nextTime, updateTime }) {
      await one(schedule).update({
        ...planColumns(plan, cadence, updateTime),
        state: scheduleState({ cadence, isPaused: schedule.isPaused }),
        ...(nextTime !== null && { next_time: nextTime }),
      });
    },
    async setPaused(schedule, { causes, note, state, nextTime, updateTime }) {
      await one(schedule).update({
        is_paused: causes.length > 0,
        pause_causes: causes.join(' '),
        pause_note: note,
        update_time: updateTime,
        state,
        ...(nextTime !== null && { next_time: nextTime }),
      });
    },
    async setFailures(schedule, { failures, refusals }) {
      await one(schedule).update({ failures, refusals });
    },
    async setCredit(schedule, pageCredit) {
      await one(schedule).update({ page_credit: pageCredit });
    },
    async setBackfill(schedule, operationId) {
      await one(schedule).update({ backfill_operation_id: operationId });
    },
    async setBackfillFrom(schedule, backfillFrom) {
      await one(schedule).update({ backfill_from: backfillFrom });
    },
    async setIncomplete(schedule, incomplete) {
      const { time, from } = incomplete ?? { time: null, from: null };
      await one(schedule).update({ incomplete_time: time, incomplete_from: from });
    },
    async takeSequences(key, count) {
      // The write comes first, so that this transaction holds the row's lock when it reads.
      await schedules().where(columnsOfObject(key)).increment('next_sequence', count);
      const row: (Pick<Row, 'page_credit'> & { next_sequence: number }) | undefined = await schedules()
        .where(columnsOfObject(key))
        .first('next_sequence', 'page_credit');
      return row && { first: row.next_sequence - count, pageCredit: row.page_credit };
    },
    async advanceWatermark(key, { watermark, lagMs }) {
      await schedules().where(columnsOfObject(key)).update({ watermark, lag_millis: lagMs });
    },
    hasDue: async () => (await due().first('id')) !== undefined,
    async lockDue(limit) {
      const locked = due()
        .select(DUE_COLUMNS)
        // Reads single values of the plan, because the plan contains the whole config and up to a hundred rows are
        // read.
        .jsonExtract([['plan', '$.configId', 'config_id'], ...DESTINATION_OF_PLAN])
        .limit(limit);
      const rows = await lockRows<DueRow>(db, locked);
      return rows.map(toDueSchedule);
    },
    async setNextTimes(changes) {
      if (changes.length === 0) return;
      const cases = changes.map(() => 'when ? then ?').join(' ');
      await schedules()
        .whereIn('project_id', [...new Set(changes.map(({ projectId }) => projectId))])
        .whereIn(
          'id',
          changes.map(({ id }) => id),
        )
        .update({
          next_time: db.raw(
            `case id ${cases} end`,
            changes.flatMap(({ id, nextTime }) => [id, nextTime] as const),
          ),
        });
    },
    async noteMissed(missed) {
      if (missed.length === 0) return;
      await schedules()
        .whereIn(
          'id',
          missed.map(({ id }) => id),
        )
        .whereNull('missed_time')
        .update({ missed_time: dbNow(db) });
    },
    async startMissed(schedule) {
      await one(schedule)
        .where({ state: 'armed' })
        .whereNotNull('missed_time')
        .update({ missed_time: null, next_time: dbNow(db) });
    },
    async notFollowed(installations) {
      const rows: { installation_id: string; as_of: number | null }[] = await schedules()
        .whereIn('project_id', [...new Set(installations.map(({ projectId }) => projectId))])
        .whereIn(
          'installation_id',
          installations.map(({ installationId }) => installationId),
        )
        .select('installation_id')
        .jsonExtract([['plan', '$.asOf', 'as_of']]);
      const followed = new Set(rows.filter((row) => row.as_of !== null).map((row) => row.installation_id));
      return installations.filter(({ installationId }) => !followed.has(installationId));
    },
    async bringRereadForward(schedule, now) {
      await one(schedule).where('reread_time', '>', now).update({ reread_time: now });
    },
    deleteAll: (projectId, installationId) =>
      schedules().where({ project_id: projectId, installation_id: installationId }).del(),
    now: () => readNow(db),
    databaseTime: () => databaseCreateTime(db),
  };
}

export function sqlNextStartStore(db: Knex): NextStartStore {
  return {
    async ofInstallation(projectId, installationId) {
      const rows: { id: string; next_time: number }[] = await db('schedules')
        .where({ project_id: projectId, installation_id: installationId, state: 'armed' })
        .whereNotNull('next_time')
        .select('id', 'next_time');
      return new Map(rows.map(({ id, next_time: time }) => [id, Number(time)]));
    },
  };
}
