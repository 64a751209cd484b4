import type { Knex } from 'knex';
import { isDuplicate } from '../../../lib/db/errors.ts';
import { dbNow } from '../../../lib/db/now.ts';
import type { IdempotencyKeyRef, IdempotencyKeyStore } from './idempotency_key.ts';

type Row = { fingerprint: string; operation_id: string | null; status: number; sealed_body: string | null };

export function sqlIdempotencyKeyStore(db: Knex): IdempotencyKeyStore {
  const keys = () => db('idempotency_keys');
  const one = ({ projectId, keyHash }: IdempotencyKeyRef) => keys().where({ project_id: projectId, key_hash: keyHash });

  const of = ({ projectId, id }: { projectId: string; id: string }) =>
    keys().where({ project_id: projectId, operation_id: id });

  return {
    async take(key, fingerprint) {
      for (;;) {
        const row: Row | undefined = await one(key).first('fingerprint', 'operation_id', 'status', 'sealed_body');
        if (row)
          return {
            fingerprint: row.fingerprint,
            operationId: row.operation_id,
            status: Number(row.status),
            sealedBody: row.sealed_body,
          };
        try {
          const names = { project_id: key.projectId, key_hash: key.keyHash };
          await keys().insert({ ...names, fingerprint, status: 0, begin_time: dbNow(db) });
          return null;
        } catch (err) {
          if (!isDuplicate(err)) throw err; // Another request took the key in between.
        }
      }
    },
    bind: async (key, operationId) => {
      await one(key).update({ operation_id: operationId });
    },
    answer: async (operation, { status, sealedBody, keepMs }) => {
      await of(operation).update({ status, sealed_body: sealedBody, expire_time: dbNow(db, keepMs) });
    },
    freeUnbound: async (key) => {
      await one(key).whereNull('operation_id').del();
    },
    freeOf: async (operation) => {
      await of(operation).del();
    },
    keep: async (operation, keepMs) => {
      await of(operation).update({ expire_time: dbNow(db, keepMs) });
    },
    async dropExpired(abandonedMs, limit) {
      const expired = keys().where('expire_time', '<', dbNow(db)).limit(limit);
      const abandoned = keys()
        .whereNull('expire_time')
        .whereNull('operation_id')
        .where('begin_time', '<', dbNow(db, -abandonedMs))
        .limit(limit);
      const rows: { project_id: string; key_hash: string }[] = [
        ...(await expired.select('project_id', 'key_hash')),
        ...(await abandoned.select('project_id', 'key_hash')),
      ];
      for (const { project_id, key_hash } of rows) await one({ projectId: project_id, keyHash: key_hash }).del();
      return rows.length;
    },
  };
}
