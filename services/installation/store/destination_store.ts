import type { Knex } from 'knex';
import type { DestinationStore } from '../domain/destination.ts';

export function sqlDestinationStore(db: Knex): DestinationStore {
  return {
    async save(projectId, { id, name, deleted, time }) {
      const row = { id, project_id: projectId, name, deleted: deleted ? 1 : 0, event_time: time };
      await db('destinations').insert(row).onConflict('id').ignore();
      await db('destinations')
        .where({ project_id: projectId, id })
        .where('event_time', '<', time)
        .update({ name, deleted: row.deleted, event_time: time });
    },
    async listNames(projectId) {
      return db('destinations').where({ project_id: projectId, deleted: 0 }).orderBy('id').pluck('name');
    },
  };
}
