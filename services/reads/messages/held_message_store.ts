import type { Knex } from 'knex';
import type { ObjectKey } from '../object_key.ts';
import type { HeldMessageStore } from './message.ts';

type Row = { message_id: string; operation_id: string; sequence: number };

/** Callers of `release` hold the object's lock, so two calls never release the same messages. */
export function sqlHeldMessageStore(db: Knex): HeldMessageStore {
  return {
    async release({ projectId, installationId, objectName }, limit) {
      const rows: Row[] = await db('held_messages')
        .where({ project_id: projectId, installation_id: installationId, object_name: objectName })
        .orderBy('sequence')
        .limit(limit)
        .select('message_id', 'operation_id', 'sequence');
      const ids = rows.map((row) => row.message_id);
      if (ids.length > 0) {
        await db('held_messages').whereIn('message_id', ids).del();
        await db('messages').whereIn('id', ids).where({ state: 'held' }).update({ state: 'pending' });
      }
      return rows.map((row) => ({ id: row.message_id, operationId: row.operation_id, sequence: row.sequence }));
    },
    async hasAny({ projectId, installationId, objectName }) {
      const of = { project_id: projectId, installation_id: installationId, object_name: objectName };
      return (await db('held_messages').where(of).first('message_id')) !== undefined;
    },
    async listOwing(limit) {
      const rows: Record<'project_id' | 'installation_id' | 'object_name', string>[] = await db('schedules')
        .where('page_credit', '>', 0)
        .whereExists(
          db('held_messages')
            .whereRaw('?? = ??', ['held_messages.installation_id', 'schedules.installation_id'])
            .whereRaw('?? = ??', ['held_messages.object_name', 'schedules.object_name'])
            .select(db.raw('1')),
        )
        .limit(limit)
        .select('project_id', 'installation_id', 'object_name');
      return rows.map(
        (row): ObjectKey => ({
          projectId: row.project_id,
          installationId: row.installation_id,
          objectName: row.object_name,
        }),
      );
    },
    async discardAll(projectId, installationId, settleTime) {
      const of = { project_id: projectId, installation_id: installationId };
      const rows: { operation_id: string; records: number }[] = await db('messages')
        .whereIn('id', db('held_messages').where(of).select('message_id'))
        .groupBy('operation_id')
        .select('operation_id')
        .sum({ records: 'num_records' });
      await db('messages')
        .whereIn('id', db('held_messages').where(of).select('message_id'))
        .update({ state: 'settled', settle_time: settleTime, is_undelivered: true });
      await db('held_messages').where(of).del();
      return rows.map(({ operation_id: operationId, records }) => ({ operationId, records: Number(records) }));
    },
  };
}
