import type { Knex } from 'knex';
import { listOperationRows } from '../../../lib/work/list_operation_rows.ts';
import { workPurge } from '../../../lib/work/purge.ts';
import type { OperationStore } from './operation.ts';
import { COLUMNS, type OperationRow, READ_TABLES, toOperation } from './operation_row_store.ts';

/** The queries that list operations. The ids of operations are in the order of their creation. */
export function operationLists(db: Knex, look?: number): Pick<OperationStore, 'list' | 'findAll'> {
  return {
    async list(projectId, query) {
      const { rows, nextId } = await listOperationRows<OperationRow>(db, 'operations', {
        ...query,
        projectId,
        columns: COLUMNS,
        maxExamined: look,
      });
      return { operations: rows.map(toOperation), nextId };
    },
    async findAll(projectId, ids) {
      if (ids.length === 0) return [];
      const rows: OperationRow[] = await db('operations')
        .where({ project_id: projectId })
        .whereIn('id', ids as string[])
        .orderBy('id', 'desc')
        .select(...COLUMNS);
      return rows.map(toOperation);
    },
  };
}

/** The tables that have rows of an operation, except its log, and their key columns. */
const CHILD_TABLES = [
  { table: 'messages', key: 'id' },
  { table: 'replays', key: 'operation_id' },
  { table: 'operation_pages', key: 'page_seq' },
  { table: 'kept_pages', key: 'page_seq' },
];

/**
 * Deletes old operations; see lib/work/purge.ts. An operation is deleted when it finished before the given time, unless
 *
 * - it is the newest operation of its object and read type, and the object is still read (it has a schedule);
 * - the schedule names it as its backfill;
 * - one of its messages still has a body, because the message is being delivered or waits, or its retention is not
 *   over.
 */
export function operationPurge(db: Knex): OperationStore['purge'] {
  return workPurge(db, READ_TABLES, { children: CHILD_TABLES, expendable: (query) => whereExpendable(query, db) });
}

function whereExpendable(query: Knex.QueryBuilder, db: Knex): void {
  const schedule = () =>
    db('schedules')
      .select(db.raw('1'))
      .whereRaw('?? = ??', ['schedules.installation_id', 'operations.installation_id'])
      .whereRaw('?? = ??', ['schedules.object_name', 'operations.object_name']);
  const newer = db('operations as newer')
    .select(db.raw('1'))
    .whereRaw('?? = ??', ['newer.installation_id', 'operations.installation_id'])
    .whereRaw('?? = ??', ['newer.object_name', 'operations.object_name'])
    .whereRaw('?? = ??', ['newer.read_type', 'operations.read_type'])
    .whereRaw('?? > ??', ['newer.id', 'operations.id'])
    .whereNull('newer.replay_of');
  const bodies = db('messages')
    .select(db.raw('1'))
    .whereRaw('?? = ??', ['messages.operation_id', 'operations.id'])
    .whereNot('messages.state', 'dropped');
  query
    .where((any) => any.whereNotNull('operations.replay_of').orWhereNotExists(schedule()).orWhereExists(newer))
    .whereNotExists(schedule().whereRaw('?? = ??', ['schedules.backfill_operation_id', 'operations.id']))
    .whereNotExists(bodies);
}
