import type { Knex } from 'knex';
import { type ListOptions, listRanges } from '../db/list_ranges.ts';
import { lowestIdAt } from '../ids/ids.ts';
import { type OperationFilter, workStatesOf } from './states.ts';

/** Max rows of each range that a page examines when it filters by a column without an index. */
const MAX_EXAMINED = 5_000;

type Query = {
  projectId: string;
  filter: OperationFilter;
  /** The last operation of the page before; empty for the first page. */
  beforeId: string;
  limit: number;
  columns: readonly string[];
  maxExamined?: number | undefined;
  /** Adds conditions on columns without an index. */
  also?: ((query: Knex.QueryBuilder) => void) | undefined;
};

/** A page of a service's operations, newest first. `nextId`: `beforeId` of the next page; empty on the last page. */
export async function listOperationRows<Row extends object>(
  db: Knex,
  table: string,
  { projectId, filter, beforeId, limit, columns, maxExamined = MAX_EXAMINED, also }: Query,
): Promise<{ rows: Row[]; nextId: string }> {
  const { rows, next } = await listRanges<Row>(rangesOf(db, table, projectId, filter), {
    order: ['id'],
    columns,
    after: beforeId ? { id: beforeId } : null,
    limit,
    maxExamined,
    filter: restOf(filter, also),
  });
  return { rows, nextId: next ? String(next['id']) : '' };
}

/** One range per installation (index `newest`), or one per state of the project (index `listed`); see tables.ts. */
function rangesOf(db: Knex, table: string, projectId: string, filter: OperationFilter): Knex.QueryBuilder[] {
  const { integrationId, states = workStatesOf('') } = filter;
  const installationIds = installationsIn(filter);
  const project = () => inTime(db(table).where({ project_id: projectId }), filter);
  if (installationIds === undefined) return states.map((state) => project().where({ state }));
  const ofIntegration = integrationId !== undefined && { integration_id: integrationId };
  return installationIds.map((id) => project().where({ installation_id: id, ...ofIntegration }));
}

/** The installations that the filter names; undefined for all installations of the project. */
function installationsIn({ installationId, installationIds }: OperationFilter): readonly string[] | undefined {
  return installationId === undefined ? installationIds : [installationId];
}

function inTime(query: Knex.QueryBuilder, { since, until }: OperationFilter): Knex.QueryBuilder {
  if (since !== undefined) query.where('id', '>=', lowestIdAt(since));
  if (until !== undefined) query.where('id', '<', lowestIdAt(until));
  return query;
}

/** The conditions of the filter that `rangesOf` does not contain. */
function restOf(filter: OperationFilter, also: Query['also']): ListOptions['filter'] {
  const { integrationId, objectName, states } = filter;
  const isOfProject = installationsIn(filter) === undefined;
  const integration = isOfProject ? integrationId : undefined;
  const rest = isOfProject ? undefined : states;
  if (integration === undefined && objectName === undefined && rest === undefined && !also) return undefined;
  return (query) => {
    if (integration !== undefined) query.where({ integration_id: integration });
    if (rest !== undefined) query.whereIn('state', rest as string[]);
    if (objectName !== undefined)
      query.where((either) => either.where({ object_name: objectName }).orWhere({ mapped_object_name: objectName }));
    also?.(query);
  };
}
