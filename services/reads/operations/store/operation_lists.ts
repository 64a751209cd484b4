import type { Knex } from 'knex';
import { listRanges, type ListOptions } from '../../../../lib/db/list_ranges.ts';
import { lowestIdAt } from '../../../../lib/ids/ids.ts';
import { statesOf } from '../../../../lib/work/domain/states.ts';
import type { OperationFilter, OperationStore } from '../domain/operation_store.ts';
import { COLUMNS, toOperation, type OperationRow } from './operation_row.ts';

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
