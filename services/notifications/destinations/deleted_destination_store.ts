import type { Knex } from 'knex';
import { dbNow } from '../../../lib/db/now.ts';
import { tableRecord, textCell } from '../../../lib/db/record.ts';
import type { DeletedDestination, DeletedDestinationStore } from './destination.ts';

const deletedRecord = tableRecord<DeletedDestination>({ id: textCell, projectId: textCell, name: textCell });

export function sqlDeletedDestinationStore(db: Knex): DeletedDestinationStore {
  const deleted = () => db('deleted_destinations');
  return {
    async add(destination) {
      const row = { ...deletedRecord.toRow(destination), delete_time: dbNow(db) };
      await deleted().insert(row).onConflict('id').ignore();
    },
    async list(projectId, limit) {
      const newest = deleted().where({ project_id: projectId }).orderBy('delete_time', 'desc');
      return newest.limit(limit).pluck('id');
    },
    async find(projectId, id) {
      const row = await deleted().where({ project_id: projectId, id }).first(deletedRecord.columns);
      return row && deletedRecord.fromRow(row);
    },
    async purge(before, limit) {
      const ids: string[] = await deleted()
        .where('delete_time', '<', before)
        .orderBy('delete_time')
        .limit(limit)
        .pluck('id');
      return ids.length === 0 ? 0 : deleted().whereIn('id', ids).del();
    },
  };
}
