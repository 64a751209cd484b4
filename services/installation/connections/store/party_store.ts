import type { Knex } from 'knex';
import { optional, record, text, time } from '../../../../lib/db/record.ts';
import type { Party, PartyStore } from '../domain/connection.ts';

/** Groups and consumers have the same columns: a ref that is unique in the project, and a name. */
export const parties = record<Party>({
  projectId: text,
  ref: text,
  name: text,
  createTime: time,
  updateTime: optional(time),
});

export function sqlPartyStore(db: Knex, table: 'groups' | 'consumers'): PartyStore {
  return {
    async upsert(projectId, { ref, name, time: now }) {
      const row = parties.toRow({ projectId, ref, name: name || ref, createTime: now, updateTime: null });
      await db(table).insert(row).onConflict(['project_id', 'ref']).ignore();
      if (name)
        await db(table)
          .where({ project_id: projectId, ref })
          .whereNot({ name })
          .update(parties.toRow({ name, updateTime: now }));
    },
  };
}
