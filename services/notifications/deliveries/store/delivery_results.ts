import type { Knex } from 'knex';
import { dbNow } from '../../../../lib/db/now.ts';
import type { DeliveryStore, ClaimedDelivery } from '../domain/delivery.ts';
import { deliveryRows } from './delivery_row.ts';

type Results = Pick<DeliveryStore, 'stillClaimed' | 'addAttempts' | 'finish' | 'retry'>;

/**
 * Only the worker that holds a delivery may record its result. Many deliveries finish in one transaction, so instead of
 * a fenced update for each (lib/db/fence.ts) the rows are locked and their fences compared once; later updates need no
 * condition.
 */
export function deliveryResults(db: Knex): Results {
  const deliveries = () => deliveryRows(db);
  return {
    async stillClaimed(held) {
      const rows = await deliveries().whereIn('id', ids(held)).forUpdate().select('id', 'state', 'fence');
      const fences = new Map(rows.map(({ id, state, fence }) => [id, state === 'leased' ? fence : -1]));
      return held.filter(({ id, fence }) => fences.get(id) === fence);
    },
    async addAttempts(attempted) {
      await db('attempts').insert(
        attempted.map(({ delivery, outcome }) => ({
          delivery_id: delivery.id,
          attempt: delivery.attempt + 1,
          fence: delivery.fence,
          start_time: outcome.startTime,
          end_time: outcome.endTime,
          status: outcome.status,
          error: outcome.error,
          answer: outcome.answer ?? null,
        })),
      );
    },
    async finish(held, state, { attempt, lastError, updateTime }) {
      await deliveries()
        .whereIn('id', ids(held))
        .update({ state, attempt, lease_until: null, last_error: lastError, update_time: updateTime });
    },
    async retry({ id }, { attempt, delayMs, lastError, updateTime }) {
      await deliveries()
        .where({ id })
        .update({
          state: 'pending',
          attempt,
          lease_until: null,
          last_error: lastError,
          update_time: updateTime,
          next_time: dbNow(db, delayMs) as unknown as number,
        });
    },
  };
}

function ids(held: ClaimedDelivery[]): string[] {
  return held.map(({ id }) => id);
}
