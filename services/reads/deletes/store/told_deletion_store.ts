import type { Knex } from 'knex';
import type { ToldDeletionStore } from '../domain/told_deletion_store.ts';

/** Rows per statement: below every engine's max number of placeholders. */
const BATCH = 100;

export function sqlToldDeletionStore(db: Knex): ToldDeletionStore {
  return {
    async add(told) {
      for (let at = 0; at < told.length; at += BATCH)
        await db('told_deletions')
          .insert(
            told
              .slice(at, at + BATCH)
              .map(({ messageId, recordId }) => ({ message_id: messageId, record_id: recordId })),
          )
          .onConflict(['message_id', 'record_id'])
          .ignore();
    },
    list: (messageIds) =>
      db('told_deletions')
        .whereIn('message_id', messageIds as string[])
        .pluck('record_id'),
  };
}
