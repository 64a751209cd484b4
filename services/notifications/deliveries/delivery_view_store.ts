import type { Knex } from 'knex';
import { type ListOptions, listRanges } from '../../../lib/db/list_ranges.ts';
import {
  cellIn,
  type Row as DatabaseRow,
  intCell,
  nullableCell,
  tableRecord,
  textCell,
  timeCell,
  wordCell,
} from '../../../lib/db/record.ts';
import type { DeliveryState, DeliverySubject } from './delivery.ts';
import { deliveryRows } from './delivery_row_store.ts';
import type {
  AttemptView,
  Backlog,
  BacklogStore,
  DeliveryFilter,
  DeliveryView,
  DeliveryViewStore,
} from './delivery_view.ts';

type ViewRow = Omit<DeliveryView, keyof DeliverySubject> & Record<keyof DeliverySubject, string | null>;

const deliveryRecord = tableRecord<ViewRow>({
  id: textCell,
  projectId: textCell,
  destinationId: textCell,
  source: wordCell(),
  state: wordCell(),
  attemptCount: cellIn('attempt', intCell),
  lastError: nullableCell(textCell),
  nextTime: nullableCell(timeCell),
  createTime: timeCell,
  updateTime: timeCell,
  installationId: nullableCell(textCell),
  objectName: nullableCell(textCell),
  operationId: nullableCell(textCell),
  eventType: nullableCell(textCell),
});
const attemptRecord = tableRecord<AttemptView>({
  attempt: intCell,
  startTime: timeCell,
  endTime: timeCell,
  status: intCell,
  error: nullableCell(textCell),
  answer: nullableCell(textCell),
});

/**
 * Max rows of each state that a page examines when it filters by a column without an index. This takes some
 * milliseconds.
 */
const MAX_EXAMINED = 5_000;

/** Deliveries as builders see them. Each state of each destination is one range of the index deliveries_listed. */
export function sqlDeliveryViewStore(db: Knex, look = MAX_EXAMINED): DeliveryViewStore {
  return {
    async list(projectId, destinationIds, { filter, after, limit }) {
      const ranges = destinationIds.flatMap((destinationId) =>
        filter.states.map((state) =>
          whereCreatedInRange(
            deliveryRows(db).where({ project_id: projectId, destination_id: destinationId, state }),
            filter,
          ),
        ),
      );
      const { rows, next } = await listRanges<DatabaseRow>(ranges, {
        order: ['create_time', 'id'],
        columns: deliveryRecord.columns,
        after: after && { create_time: after.createTime, id: after.id },
        limit,
        maxExamined: look,
        filter: filterOf(filter),
      });
      return {
        deliveries: rows.map(toView),
        next: next && { createTime: Number(next['create_time']), id: String(next['id']) },
      };
    },
    async find(projectId, id) {
      const row: DatabaseRow | undefined = await db('deliveries')
        .where({ project_id: projectId, id })
        .first(deliveryRecord.columns);
      return row && toView(row);
    },
    async attempts(projectId, id) {
      const rows = await db('attempts')
        .whereIn('delivery_id', deliveryRows(db).where({ project_id: projectId, id }).select('id'))
        .orderBy('fence') // grows with each claim; `attempt` restarts at 1 after a release or a resend
        .orderBy('attempt')
        .select(attemptRecord.columns);
      return rows.map(attemptRecord.fromRow);
    },
  };
}

function whereCreatedInRange(query: Knex.QueryBuilder, { since, until }: DeliveryFilter): Knex.QueryBuilder {
  if (since !== undefined) query.where('create_time', '>=', since);
  if (until !== undefined) query.where('create_time', '<', until);
  return query;
}

function filterOf({ installationIds, objectName, operationId }: DeliveryFilter): ListOptions['filter'] {
  if (installationIds === undefined && objectName === undefined && operationId === undefined) return undefined;
  const wanted = {
    ...(objectName !== undefined && { object_name: objectName }),
    ...(operationId !== undefined && { operation_id: operationId }),
  };
  return (query) => {
    query.where(wanted);
    if (installationIds) query.whereIn('installation_id', installationIds);
  };
}

function toView(row: DatabaseRow): DeliveryView {
  const { installationId, objectName, operationId, eventType, ...view } = deliveryRecord.fromRow(row);
  return {
    ...view,
    ...(installationId && { installationId }),
    ...(objectName && { objectName }),
    ...(operationId && { operationId }),
    ...(eventType && { eventType }),
  };
}

type RowCount = { count: number; oldestTime: number | null };

/** Counts with the index deliveries_listed, which has one range for each destination and state. */
export function sqlBacklogStore(db: Knex): BacklogStore {
  async function rowsOf(
    projectId: string,
    destinationId: string,
    state: DeliveryState,
    limit: number,
  ): Promise<RowCount> {
    const rows = deliveryRows(db)
      .where({ project_id: projectId, destination_id: destinationId, state })
      .orderBy('create_time')
      .limit(limit + 1)
      .select('create_time');
    const [row] = await db
      .from(rows.as('waiting'))
      .select(db.raw('count(*) as ??', ['rows']), db.raw('min(??) as ??', ['create_time', 'oldest']));
    return { count: Number(row.rows), oldestTime: row.oldest === null ? null : Number(row.oldest) };
  }

  return {
    async list(projectId, destinationIds, limit) {
      const backlogs: Backlog[] = [];
      for (const destinationId of destinationIds) {
        const of = (state: DeliveryState) => rowsOf(projectId, destinationId, state, limit);
        const pending = await of('pending');
        const leased = await of('leased');
        const held = await of('held');
        const waiting = pending.count + leased.count;
        if (waiting + held.count === 0) continue;
        const oldest = [pending, leased, held].flatMap(({ oldestTime }) => (oldestTime === null ? [] : [oldestTime]));
        backlogs.push({
          destinationId,
          waiting: Math.min(waiting, limit),
          held: Math.min(held.count, limit),
          isMore: waiting > limit || held.count > limit,
          oldestTime: Math.min(...oldest),
        });
      }
      return backlogs;
    },
  };
}
