import type { Knex } from 'knex';
import type { Backlog, BacklogStore } from '../domain/backlog.ts';
import type { DeliveryState } from '../domain/delivery.ts';
import { deliveryRows } from './delivery_row.ts';

type Rows = { count: number; oldestTime: number | null };

/** Counts in the index deliveries_listed, one range for each destination and state. */
export function sqlBacklogStore(db: Knex): BacklogStore {
  async function rowsOf(projectId: string, destinationId: string, state: DeliveryState, limit: number): Promise<Rows> {
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
