import type { Knex } from 'knex';
import { lockRows, rowsInOrder } from '../../../lib/db/claim.ts';
import { dbNow } from '../../../lib/db/now.ts';
import { flag, integer, optional, record, text, time, word } from '../../../lib/db/record.ts';
import { listOperationRows } from '../../../lib/work/list_operation_rows.ts';
import type { Operation, OperationStore, SealedBodies } from './operation.ts';

const summary = {
  id: text,
  projectId: text,
  integrationId: text,
  installationId: text,
  connectionId: text,
  configId: text,
  objectName: text,
  mappedObjectName: text,
  writeType: word<Operation['writeType']>(),
  isAsync: flag,
  createdBy: text,
  state: word<Operation['state']>(),
  result: optional(text),
  outcome: word<Operation['outcome']>(),
  recordId: optional(text),
  recordsTotal: integer,
  recordsWritten: integer,
  recordsFailed: integer,
  attempts: integer,
  lastAttemptTime: optional(time),
  deadlineTime: optional(time),
  tellState: word<Operation['tellState']>(),
  createTime: time,
  updateTime: time,
};
const listed = record<Operation>(summary);
const whole = record<Operation & SealedBodies>({
  ...summary,
  sealedRequest: optional(text),
  sealedResponse: optional(text),
});

const ENDED = ['success', 'failure'];

export function sqlOperationStore(db: Knex): OperationStore {
  const one = ({ projectId, id }: Pick<Operation, 'projectId' | 'id'>) =>
    db('operations').where({ project_id: projectId, id });

  async function first(query: Knex.QueryBuilder): Promise<(Operation & SealedBodies) | undefined> {
    const row = await query.first(whole.columns);
    return row && whole.fromRow(row);
  }

  return {
    insert: async (operation) => {
      await db('operations').insert({ ...whole.toRow(operation), begin_time: dbNow(db) });
    },
    find: (projectId, id) => first(one({ projectId, id })),
    lock: (projectId, id) => first(one({ projectId, id }).forUpdate()),
    async list(projectId, { filter: { recordId, ...filter }, ...page }) {
      const { rows, nextId } = await listOperationRows<Record<string, unknown>>(db, 'operations', {
        ...page,
        projectId,
        filter,
        columns: listed.columns,
        also: recordId === undefined ? undefined : (query) => query.where({ record_id: recordId }),
      });
      return { operations: rows.map(listed.fromRow), nextId };
    },
    async finish(operation, { now, ...end }) {
      const set = { ...whole.toRow({ ...end, tellState: 'due', updateTime: now, lastAttemptTime: now }) };
      return Number(await one(operation).where({ state: 'running' }).update(set)) > 0;
    },
    async count(operation, { written, failed, attempts, now }) {
      const set = { recordsWritten: written, recordsFailed: failed, attempts, lastAttemptTime: now, updateTime: now };
      await one(operation).update(listed.toRow(set));
    },
    async noteAttempt(operation, now) {
      await one(operation).update({ attempts: db.raw('?? + 1', ['attempts']), last_attempt_time: now });
    },
    async listAbandoned(agoMs, limit) {
      const rows = await db('operations')
        .where({ state: 'running', is_async: false })
        .where('begin_time', '<', dbNow(db, -agoMs))
        .orderBy('begin_time')
        .limit(limit)
        .select(whole.columns);
      return rows.map(whole.fromRow);
    },
    async lockUnreported(limit) {
      const unreported = rowsInOrder(db, {
        table: 'operations',
        state: { column: 'tell_state', is: 'due' },
        orderColumn: 'id',
        index: 'operations_untold',
      });
      const rows = await lockRows<Record<string, unknown>>(db, unreported.select(listed.columns).limit(limit));
      return rows.map(listed.fromRow);
    },
    markReported: async (ids) => {
      await db('operations')
        .whereIn('id', ids as string[])
        .update({ tell_state: 'told' });
    },
    async dropBodies(before, limit) {
      // The index (bodies_dropped, update_time) does not contain the state. So the database also reads the few open
      // operations of this age, and skips them.
      const ids = await endedBefore(before, limit).where({ bodies_dropped: false }).pluck('id');
      const dropped = { sealed_request: null, sealed_response: null, bodies_dropped: true };
      if (ids.length > 0) await db('operations').whereIn('id', ids).update(dropped);
      return ids.length;
    },
    async dropOlder(before, limit) {
      const ids = await endedBefore(before, limit).pluck('id');
      if (ids.length === 0) return 0;
      for (const table of ['operation_logs', 'queued_records']) await db(table).whereIn('operation_id', ids).del();
      await db('operations').whereIn('id', ids).del();
      return ids.length;
    },
  };

  function endedBefore(before: number, limit: number) {
    return db('operations')
      .whereIn('state', ENDED)
      .where('update_time', '<', before)
      .orderBy('update_time')
      .limit(limit);
  }
}
