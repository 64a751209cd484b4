import type { Knex } from 'knex';
import type { ObjectKey } from '../object_key.ts';
import type { KnownRecordStore, ReportedDeletionStore } from './sweep.ts';

/** Rows per statement: below every engine's max number of placeholders. */
const BATCH = 100;

export function sqlKnownRecordStore(db: Knex): KnownRecordStore {
  const of = ({ projectId, installationId, objectName }: ObjectKey) => ({
    project_id: projectId,
    installation_id: installationId,
    object_name: objectName,
  });
  const records = (key: ObjectKey) => db('known_records').where(of(key));
  const countSeen = async (key: ObjectKey, from: number, sweep?: number): Promise<number> => {
    const query = records(key).where('seen_sweep', '>=', from).count({ n: '*' });
    const [row] = (await (sweep === undefined ? query : query.where('seen_sweep', '<', sweep))) as { n: number }[];
    return Number(row?.n ?? 0);
  };

  return {
    async see(key, ids, sweep) {
      for (const some of sortedBatches(ids))
        await db('known_records')
          .insert(some.map((id) => ({ ...of(key), record_id: id, seen_sweep: sweep })))
          .onConflict(['installation_id', 'object_name', 'record_id'])
          .merge(['seen_sweep']);
    },
    async forget(key, ids) {
      for (const some of sortedBatches(ids)) await records(key).whereIn('record_id', some).del();
    },
    async count(key, { from, sweep, earlier }) {
      return {
        known: await countSeen(key, from),
        missed: await countSeen(key, from, sweep),
        missedTwice: await countSeen(key, from, earlier),
      };
    },
    async list(key, { from, before }, limit) {
      const rows: { record_id: string }[] = await records(key)
        .where('seen_sweep', '>=', from)
        .where('seen_sweep', '<', before)
        .limit(limit)
        .select('record_id');
      return rows.map(({ record_id }) => record_id);
    },
  };
}

/** Sorts the ids, so that two writers of the same rows lock these rows in the same order. */
function sortedBatches(ids: readonly string[]): string[][] {
  const sorted = [...new Set(ids)].sort();
  const count = Math.ceil(sorted.length / BATCH);
  return Array.from({ length: count }, (_, i) => sorted.slice(i * BATCH, (i + 1) * BATCH));
}

export function sqlReportedDeletionStore(db: Knex): ReportedDeletionStore {
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
