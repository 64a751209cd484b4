import type { Knex } from 'knex';
import { columnsOfObject, type ObjectKey } from '../object_key.ts';
import type { BoundaryStore, DeliveredVersion } from './boundary_note.ts';

type Row = {
  record_key: string;
  fingerprint: string;
  origin_id: string;
  record_time: number | null;
  message_id: string | null;
};

const COLUMNS = ['record_key', 'fingerprint', 'origin_id', 'record_time', 'message_id'] as const;
const MAX_IDS_PER_QUERY = 500;

/**
 * Only the holder of the lease on the object's operation adds rows, so additions never overlap. The rows of undelivered
 * messages may be deleted at any time, under the object's lock.
 */
export function sqlBoundaryStore(db: Knex): BoundaryStore {
  const records = (object: ObjectKey) => db('boundary_records').where(columnsOfObject(object));
  return {
    async find(object, keys) {
      const found: Row[] = [];
      for (const some of insertSlices(keys))
        found.push(
          ...(await records(object)
            .whereIn('record_key', some)
            .select<Row[]>(...COLUMNS)),
        );
      return found.map(toNote);
    },
    async count(object) {
      const [row] = await records(object).count({ n: '*' });
      return Number(row?.['n'] ?? 0);
    },
    async put(object, operationId, notes) {
      const row = ({ key, fingerprint, originId, time, messageId }: DeliveredVersion) => ({
        ...columnsOfObject(object),
        record_key: key,
        fingerprint,
        origin_id: originId,
        operation_id: operationId,
        record_time: time,
        message_id: messageId ?? null,
      });
      for (const some of insertSlices(notes))
        await db('boundary_records')
          .insert(some.map(row))
          .onConflict(['installation_id', 'object_name', 'record_key'])
          .merge(['fingerprint', 'origin_id', 'operation_id', 'record_time', 'message_id']);
    },
    async markSeen(object, operationId, keys) {
      for (const some of insertSlices(keys))
        await records(object).whereIn('record_key', some).update({ operation_id: operationId });
    },
    async settle(object, operationId, from) {
      await records(object)
        .where((either) => either.whereNot('operation_id', operationId).orWhere('record_time', '<', from))
        .del();
    },
    async forgetMessages(object, messageIds) {
      // Rows of version 0.1.0 have no message id, so this deletes all of these rows. Their records may then be
      // delivered twice, which is harmless.
      for (const some of insertSlices(messageIds))
        await records(object)
          .where((either) => either.whereIn('message_id', some).orWhereNull('message_id'))
          .del();
    },
    async deleteAll(projectId, installationId) {
      await db('boundary_records').where({ project_id: projectId, installation_id: installationId }).del();
    },
  };
}

function insertSlices<T>(all: readonly T[]): T[][] {
  const count = Math.ceil(all.length / MAX_IDS_PER_QUERY);
  return Array.from({ length: count }, (_, i) => all.slice(i * MAX_IDS_PER_QUERY, (i + 1) * MAX_IDS_PER_QUERY));
}

function toNote({ record_key, fingerprint, origin_id, record_time, message_id }: Row): DeliveredVersion {
  return { key: record_key, fingerprint, originId: origin_id, time: record_time, messageId: message_id };
}
