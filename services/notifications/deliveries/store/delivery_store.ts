import type { Knex } from 'knex';
import { dbNow } from '../../../../lib/db/now.ts';
import type { DeliveryStore, NewDelivery } from '../domain/delivery.ts';
import { deliveryClaims } from './delivery_claims.ts';
import { deliveryResults } from './delivery_results.ts';
import { deliveryRows, toSettled } from './delivery_row.ts';

const INSERTED_AT_ONCE = 50;

export function sqlDeliveryStore(db: Knex): DeliveryStore {
  const deliveries = () => deliveryRows(db);

  async function insertHolds(held: NewDelivery[]): Promise<void> {
    if (held.length === 0) return;
    const rows = held.map((delivery) => ({
      delivery_id: delivery.id,
      project_id: delivery.projectId,
      destination_id: delivery.destinationId,
      destination_name: delivery.destinationName ?? '',
      order_number: delivery.orderNumber ?? 0,
      is_refused: false,
      hold_time: dbNow(db),
      create_time: delivery.createTime,
    }));
    await db('holds').insert(rows).onConflict('delivery_id').ignore();
  }

  return {
    ...deliveryClaims(db),
    ...deliveryResults(db),
    async insert(news) {
      for (let at = 0; at < news.length; at += INSERTED_AT_ONCE) {
        const rows = news.slice(at, at + INSERTED_AT_ONCE).map((delivery) => ({
          id: delivery.id,
          project_id: delivery.projectId,
          destination_id: delivery.destinationId,
          source: delivery.source,
          source_id: delivery.sourceId,
          state: delivery.state,
          attempt: 0,
          next_time: dbNow(db) as unknown as number,
          fence: 0,
          lease_until: null,
          last_error: delivery.lastError,
          order_number: delivery.orderNumber ?? 0,
          hold_seq: delivery.state === 'held' ? 1 : 0,
          installation_id: delivery.installationId ?? null,
          object_name: delivery.objectName ?? null,
          operation_id: delivery.operationId ?? null,
          event_type: delivery.eventType ?? null,
          create_time: delivery.createTime,
          update_time: delivery.createTime,
        }));
        await deliveries().insert(rows).onConflict('id').ignore();
        await insertHolds(news.slice(at, at + INSERTED_AT_ONCE).filter(({ state }) => state === 'held'));
      }
    },
    async close(destinationId, state, { limit, updateTime }) {
      const rows = await deliveries()
        .where({ state: 'pending', destination_id: destinationId })
        .orderBy('next_time')
        .limit(limit)
        .forUpdate()
        .select('id', 'project_id', 'source');
      const ids = rows.map(({ id }) => id);
      if (ids.length > 0)
        await deliveries().whereIn('id', ids).update({ state, last_error: 'destination', update_time: updateTime });
      return rows.map(toSettled);
    },
    async hasOpen(destinationId) {
      const open = async (state: string) => deliveries().where({ state, destination_id: destinationId }).first('id');
      return Boolean((await open('pending')) ?? (await open('leased')));
    },
    async purge(before, limit) {
      const old: string[] = [];
      for (const state of ['delivered', 'failed', 'cancelled', 'undelivered', 'lost']) {
        if (old.length >= limit) break;
        const ids = deliveries().where({ state }).where('update_time', '<', before).orderBy('update_time');
        old.push(...(await ids.limit(limit - old.length).pluck('id')));
      }
      if (old.length === 0) return 0;
      await db('attempts').whereIn('delivery_id', old).del();
      return deliveries().whereIn('id', old).del();
    },
  };
}
