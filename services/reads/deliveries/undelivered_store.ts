import type { Knex } from 'knex';
import type { ObjectKey } from '../object_key.ts';
import type { UndeliveredStore } from './undelivered.ts';

type Row = { undelivered_from: number | null; reread_operation_id: string | null; reread_time: number | null };

export function sqlUndeliveredStore(db: Knex): UndeliveredStore {
  const one = ({ projectId, installationId, objectName }: ObjectKey) =>
    db('schedules').where({ project_id: projectId, installation_id: installationId, object_name: objectName });
  return {
    async listDue(now, limit) {
      const rows: { project_id: string; installation_id: string; object_name: string }[] = await db('schedules')
        .where('reread_time', '<=', now)
        .orderBy('reread_time')
        .limit(limit)
        .select('project_id', 'installation_id', 'object_name');
      return rows.map((row) => ({
        projectId: row.project_id,
        installationId: row.installation_id,
        objectName: row.object_name,
      }));
    },
    async find(key) {
      const row: Row | undefined = await one(key).first('undelivered_from', 'reread_operation_id', 'reread_time');
      return {
        from: row?.undelivered_from ?? null,
        operationId: row?.reread_operation_id ?? null,
        nextTime: row?.reread_time ?? null,
      };
    },
    async save(key, { from, operationId, nextTime }) {
      await one(key).update({ undelivered_from: from, reread_operation_id: operationId, reread_time: nextTime });
    },
    async addHeld(key, by) {
      const row: { records_held: number } | undefined = await one(key).first('records_held');
      const before = row?.records_held ?? 0;
      const after = Math.max(0, before + by);
      await one(key).update({ records_held: after });
      return { before, after };
    },
  };
}
