import type { Knex } from 'knex';
import { lockRows, rowsInOrder } from '../../../lib/db/claim.ts';
import { dbNow } from '../../../lib/db/now.ts';
import { flagCell, intCell, nullableCell, tableRecord, textCell, timeCell, wordCell } from '../../../lib/db/record.ts';
import { listOperationRows } from '../../../lib/work/list_operation_rows.ts';
import type { Operation, OperationStore, SealedBodies } from './operation.ts';

const summaryCells = {
  id: textCell,
  projectId: textCell,
  integrationId: textCell,
  installationId: textCell,
  connectionId: textCell,
  configId: textCell,
  objectName: textCell,
  mappedObjectName: textCell,
  writeType: wordCell<Operation['writeType']>(),
  isAsync: flagCell,
  createdBy: textCell,
  state: wordCell<Operation['state']>(),
  result: nullableCell(textCell),
  outcome: wordCell<Operation['outcome']>(),
  recordId: nullableCell(textCell),
  recordsTotal: intCell,
  recordsWritten: intCell,
  recordsFailed: intCell,
  attempts: intCell,
  lastAttemptTime: nullableCell(timeCell),
  deadlineTime: nullableCell(timeCell),
  tellState: wordCell<Operation['tellState']>(),
  createTime: timeCell,
  updateTime: timeCell,
};
const listedRecord = tableRecord<Operation>(summaryCells);
const wholeRecord = tableRecord<Operation & SealedBodies>({
  ...summaryCells,
  sealedRequest: nullableCell(textCell),
  sealedResponse: nullableCell(textCell),
});

const ENDED_STATES = ['success', 'failure'];

export function sqlOperationStore(db: Knex): OperationStore {
  const one = ({ projectId, id }: Pick<Operation, 'projectId' | 'id'>) =>
    db('operations').where({ project_id: projectId, id });
  const unreported = () =>
    rowsInOrder(db, {
      table: 'operations',
      state: { column: 'tell_state', is: 'due' },
      orderColumn: 'id',
      index: 'operations_untold',
    });

  async function first(query: Knex.QueryBuilder): Promise<(Operation & SealedBodies) | undefined> {
    const row = await query.first(wholeRecord.columns);
    return row && wholeRecord.fromRow(row);
  }

  return {
    insert: async (operation) => {
      await db('operations').insert({ ...wholeRecord.toRow(operation), begin_time: dbNow(db) });
    },
    find: (projectId, id) => first(one({ projectId, id })),
    lock: (projectId, id) => first(one({ projectId, id }).forUpdate()),
    async list(projectId, { filter: { recordId, ...filter }, ...page }) {
      const { rows, nextId } = await listOperationRows<Record<string, unknown>>(db, 'operations', {
        ...page,
        projectId,
        filter,
        columns: listedRecord.columns,
        also: recordId === undefined ? undefined : (query) => query.where({ record_id: recordId }),
      });
      return { operations: rows.map(listedRecord.fromRow), nextId };
    },
    async finish(operation, { now, ...end }) {
      const set = { ...wholeRecord.toRow({ ...end, tellState: 'due', updateTime: now, lastAttemptTime: now }) };
      return Number(await one(operation).where({ state: 'running' }).update(set)) > 0;
    },
    async count(operation, { written, failed, attempts, now }) {
      const set = { recordsWritten: written, recordsFailed: failed, attempts, lastAttemptTime: now, updateTime: now };
      await one(operation).update(listedRecord.toRow(set));
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
        .select(wholeRecord.columns);
      return rows.map(wholeRecord.fromRow);
    },
    hasUnreported: async () => (await unreported().first('id')) !== undefined,
    async lockUnreported(limit) {
      const rows = await lockRows<Record<string, unknown>>(db, unreported().select(listedRecord.columns).limit(limit));
      return rows.map(listedRecord.fromRow);
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
      .whereIn('state', ENDED_STATES)
      .where('update_time', '<', before)
      .orderBy('update_time')
      .limit(limit);
  }
}
