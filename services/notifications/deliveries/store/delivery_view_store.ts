import type { Knex } from 'knex';
import { listRanges, type ListOptions } from '../../../../lib/db/list_ranges.ts';
import type { DeliverySource, DeliveryState } from '../domain/delivery.ts';
import type { AttemptView, DeliveryFilter, DeliveryView, DeliveryViewStore } from '../domain/delivery_view.ts';
import { deliveryRows, type DeliveryRow } from './delivery_row.ts';

const COLUMNS = [
  'id',
  'project_id',
  'destination_id',
  'source',
  'state',
  'attempt',
  'next_time',
  'last_error',
  'installation_id',
  'object_name',
  'operation_id',
  'event_type',
  'create_time',
  'update_time',
] as const;
type Row = Pick<DeliveryRow, (typeof COLUMNS)[number]>;

/**
 * Rows of each state that a page examines when it filters by a column without an index: some milliseconds of reading.
 */
const LOOK = 5_000;

/** Deliveries as builders see them. Each state is one range of the index deliveries_listed. */
export function sqlDeliveryViewStore(db: Knex, look = LOOK): DeliveryViewStore {
  return {
    async list(projectId, destinationId, { filter, after, limit }) {
      const ranges = filter.states.map((state) =>
        inTime(deliveryRows(db).where({ project_id: projectId, destination_id: destinationId, state }), filter),
      );
      const { rows, next } = await listRanges<Row>(ranges, {
        order: ['create_time', 'id'],
        columns: COLUMNS,
        after: after && { create_time: after.createTime, id: after.id },
        limit,
        look,
        filter: filterOf(filter),
      });
      return {
        deliveries: rows.map(toView),
        next: next && { createTime: Number(next['create_time']), id: String(next['id']) },
      };
    },
    async find(projectId, id) {
      const row = await deliveryRows(db)
        .where({ project_id: projectId, id })
        .first(...COLUMNS);
      return row && toView(row);
    },
    async attempts(projectId, id) {
      const rows: AttemptRow[] = await db('attempts')
        .whereIn('delivery_id', deliveryRows(db).where({ project_id: projectId, id }).select('id'))
        .orderBy('attempt')
        .orderBy('fence')
        .select('attempt', 'start_time', 'end_time', 'status', 'error', 'answer');
      return rows.map(toAttempt);
    },
  };
}

type AttemptRow = Omit<AttemptView, 'startTime' | 'endTime'> & { start_time: number; end_time: number };

function inTime(query: Knex.QueryBuilder, { since, until }: DeliveryFilter): Knex.QueryBuilder {
  if (since !== undefined) query.where('create_time', '>=', since);
  if (until !== undefined) query.where('create_time', '<', until);
  return query;
}

function filterOf({ installationId, objectName }: DeliveryFilter): ListOptions['filter'] {
  if (installationId === undefined && objectName === undefined) return undefined;
  const wanted = {
    ...(installationId !== undefined && { installation_id: installationId }),
    ...(objectName !== undefined && { object_name: objectName }),
  };
  return (query) => void query.where(wanted);
}

function toView(row: Row): DeliveryView {
  return {
    id: row.id,
    projectId: row.project_id,
    destinationId: row.destination_id,
    source: row.source as DeliverySource,
    state: row.state as DeliveryState,
    attemptCount: row.attempt,
    lastError: row.last_error,
    nextTime: row.next_time,
    createTime: row.create_time,
    updateTime: row.update_time,
    ...(row.installation_id && { installationId: row.installation_id }),
    ...(row.object_name && { objectName: row.object_name }),
    ...(row.operation_id && { operationId: row.operation_id }),
    ...(row.event_type && { eventType: row.event_type }),
  };
}

function toAttempt({ start_time: startTime, end_time: endTime, ...rest }: AttemptRow): AttemptView {
  return { ...rest, startTime, endTime };
}
