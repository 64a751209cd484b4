import type { Knex } from 'knex';
import { type ListOptions, listRanges } from '../../../lib/db/list_ranges.ts';
import { lowestIdAt } from '../../../lib/ids/ids.ts';
import { workPurge } from '../../../lib/work/purge.ts';
import { statesOf } from '../../../lib/work/states.ts';
import type { OperationFilter, OperationStore } from './operation.ts';
import { COLUMNS, type OperationRow, READ_TABLES, toOperation } from './operation_row_store.ts';

/** Rows of each range that a page examines when it filters by a column without an index. */
const LOOK = 5_000;

/** Lists of operations. Ids are ordered by time of creation. */
export function operationLists(db: Knex, look = LOOK): Pick<OperationStore, 'list' | 'findAll'> {
  return {
    async list(projectId, { filter, beforeId, limit }) {
      const { rows, next } = await listRanges<OperationRow>(rangesOf(db, projectId, filter), {
        order: ['id'],
        columns: COLUMNS,
        after: beforeId ? { id: beforeId } : null,
        limit,
        look,
        filter: restOf(filter),
      });
      return { operations: rows.map(toOperation), nextId: next ? String(next['id']) : '' };
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

/** An installation is one range of the index operations_newest, a state of a project one of operations_listed. */
function rangesOf(db: Knex, projectId: string, filter: OperationFilter): Knex.QueryBuilder[] {
  const { installationId, integrationId, states = statesOf('') } = filter;
  const project = () => inTime(db('operations').where({ project_id: projectId }), filter);
  if (installationId === undefined) return states.map((state) => project().where({ state }));
  const installation = project().where({ installation_id: installationId });
  return [integrationId === undefined ? installation : installation.where({ integration_id: integrationId })];
}

function inTime(query: Knex.QueryBuilder, { since, until }: OperationFilter): Knex.QueryBuilder {
  if (since !== undefined) query.where('id', '>=', lowestIdAt(since));
  if (until !== undefined) query.where('id', '<', lowestIdAt(until));
  return query;
}

/** The conditions that the range does not have. */
function restOf({ installationId, integrationId, objectName, states }: OperationFilter): ListOptions['filter'] {
  const isOfProject = installationId === undefined;
  const integration = isOfProject ? integrationId : undefined;
  const rest = isOfProject ? undefined : states;
  if (integration === undefined && objectName === undefined && rest === undefined) return undefined;
  return (query) => {
    if (integration !== undefined) query.where({ integration_id: integration });
    if (rest !== undefined) query.whereIn('state', rest as string[]);
    if (objectName !== undefined)
      query.where((either) => either.where({ object_name: objectName }).orWhere({ mapped_object_name: objectName }));
  };
}

/** The tables with an operation's rows, besides its log, and the columns of their keys. */
const CHILDREN = [
  { table: 'messages', key: 'id' },
  { table: 'replays', key: 'operation_id' },
  { table: 'operation_pages', key: 'page_seq' },
  { table: 'kept_pages', key: 'page_seq' },
];

/**
 * Deletes old operations; see lib/work/purge.ts. An operation is deleted when it finished before the given time,
 * unless
 *
 * - it is the newest of its object and read type, and the object is still read (it has a schedule);
 * - the schedule names it as its backfill;
 * - one of its messages still has a body: it is being delivered, waits, or its own retention is not over.
 */
export function operationPurge(db: Knex): OperationStore['purge'] {
  return workPurge(db, READ_TABLES, { children: CHILDREN, expendable: (query) => expendable(query, db) });
}

function expendable(query: Knex.QueryBuilder, db: Knex): void {
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
