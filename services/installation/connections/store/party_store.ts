import type { Knex } from 'knex';
import type { PartyStore } from '../domain/connection.ts';

/** Groups and consumers have the same columns: a ref that is unique in the project, and a name. */
export function sqlPartyStore(db: Knex, table: 'groups' | 'consumers'): PartyStore {
  return {
    async upsert(projectId, { ref, name, time }) {
      const row = { project_id: projectId, ref, name: name || ref, create_time: time, update_time: null };
      await db(table).insert(row).onConflict(['project_id', 'ref']).ignore();
      if (name)
        await db(table).where({ project_id: projectId, ref }).whereNot({ name }).update({ name, update_time: time });
    },
  };
}
