import type { Knex } from 'knex';
import { claimRows } from '../../../lib/db/claim.ts';
import { dbNow } from '../../../lib/db/now.ts';
import { traitsOf } from '../../../lib/db/traits.ts';
import { destinationRecord } from '../destinations/destination_store.ts';
import type { ClaimedDelivery, DeliveryStore, NewDelivery } from './delivery.ts';
import {
  CLAIMED_COLUMNS,
  type DeliveryRow,
  deliveryRows,
  endState,
  toClaimed,
  toSettled,
} from './delivery_row_store.ts';

const ROWS_PER_INSERT = 50;

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
      for (let at = 0; at < news.length; at += ROWS_PER_INSERT) {
        const rows = news.slice(at, at + ROWS_PER_INSERT).map((delivery) => ({
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
          traceparent: delivery.traceparent ?? null,
          create_time: delivery.createTime,
          update_time: delivery.createTime,
        }));
        await deliveries().insert(rows).onConflict('id').ignore();
        await insertHolds(news.slice(at, at + ROWS_PER_INSERT).filter(({ state }) => state === 'held'));
      }
    },
    async makeDue(destinationId, { limit, updateTime }) {
      const ids: string[] = await deliveries()
        .where({ state: 'pending', destination_id: destinationId })
        .where('next_time', '>', dbNow(db))
        .orderBy('next_time')
        .limit(limit)
        .forUpdate()
        .pluck('id');
      if (ids.length === 0) return 0;
      const createdOrNow = db.raw('case when create_time < ? then create_time else ? end', [dbNow(db), dbNow(db)]);
      return deliveries()
        .whereIn('id', ids)
        .update({ next_time: createdOrNow as unknown as number, attempt: 0, update_time: updateTime });
    },
    async close(destinationId, state, { limit, updateTime }) {
      const rows = await deliveries()
        .where({ state: 'pending', destination_id: destinationId })
        .orderBy('next_time')
        .limit(limit)
        .forUpdate()
        .select('id', 'project_id', 'source', 'is_delivered');
      const ids = rows.map(({ id }) => id);
      if (ids.length > 0)
        await deliveries()
          .whereIn('id', ids)
          .update({ state: endState(db, state), last_error: 'destination', update_time: updateTime });
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

type DeliveryResults = Pick<DeliveryStore, 'stillClaimed' | 'addAttempts' | 'finish' | 'retry'>;

/**
 * Only the worker that holds a delivery may record its result. Many deliveries finish in one transaction. So the rows
 * are locked and their fences compared once, instead of in each update (lib/db/fence.ts); later updates need no
 * condition.
 */
function deliveryResults(db: Knex): DeliveryResults {
  const deliveries = () => deliveryRows(db);
  return {
    async stillClaimed(held) {
      const rows = await deliveries().whereIn('id', idsOf(held)).forUpdate().select('id', 'state', 'fence');
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
        .whereIn('id', idsOf(held))
        .update({
          state: endState(db, state),
          attempt,
          lease_until: null,
          last_error: lastError,
          update_time: updateTime,
        });
    },
    async retry({ id }, { attempt, delayMs, lastError, updateTime, recoveryId }) {
      await deliveries()
        .where({ id })
        .update({
          state: 'pending',
          attempt,
          lease_until: null,
          last_error: lastError,
          update_time: updateTime,
          next_time: dbNow(db, delayMs) as unknown as number,
          ...(recoveryId !== undefined && { recovery_id: recoveryId }),
        });
    },
  };
}

function idsOf(held: ClaimedDelivery[]): string[] {
  return held.map(({ id }) => id);
}

type DeliveryClaims = Pick<DeliveryStore, 'lanes' | 'claim' | 'claimProbe' | 'reclaim' | 'reclaimAtStart'>;

/**
 * Claims the next deliveries. A claim never scans the whole queue: it first selects destinations with due deliveries,
 * then a few rows of each destination in index order. A backlog of a million rows for a dead destination costs the
 * other destinations one index probe.
 */
function deliveryClaims(db: Knex): DeliveryClaims {
  const destinations = () => db('destinations');
  return {
    async lanes({ types, afterId, except, limit }) {
      const open = () =>
        destinations()
          .where({ status: 'active' })
          .whereIn('type', types)
          .whereNotIn('id', except)
          .where((spared) => void spared.whereNull('open_until').orWhere('open_until', '<=', dbNow(db)))
          .whereExists(
            db('deliveries')
              .where({ state: 'pending' })
              .whereRaw('?? = ??', ['deliveries.destination_id', 'destinations.id'])
              .where('next_time', '<=', dbNow(db))
              .select('deliveries.id'),
          )
          .orderBy('id')
          .limit(limit)
          .select(destinationRecord.columns);
      const rows = await open().where('id', '>', afterId);
      const wrapped = afterId && rows.length < limit ? await open().where('id', '<=', afterId) : [];
      return [...rows, ...wrapped].slice(0, limit).map(destinationRecord.fromRow);
    },
    async claim(destinationId, { limit, leaseMs, now }) {
      const rows = await claimRows<DeliveryRow>(db, {
        table: 'deliveries',
        state: { column: 'state', from: 'pending', to: 'leased' },
        dueColumn: 'next_time',
        index: 'deliveries_due',
        limit,
        leaseMs,
        columns: CLAIMED_COLUMNS,
        and: (query) => query.where('destination_id', destinationId),
      });
      return rows.map((row) => toClaimed(row, now));
    },
    async claimProbe({ projectId, id, openUntil }, breakerOpenMs) {
      const changed = await destinations()
        .where({ project_id: projectId, id, open_until: openUntil })
        .update({ open_until: dbNow(db, breakerOpenMs) });
      return changed > 0;
    },
    async reclaim(limit) {
      const rows = await claimRows<DeliveryRow>(db, {
        table: 'deliveries',
        state: { column: 'state', from: 'leased', to: 'pending' },
        dueColumn: 'lease_until',
        index: 'deliveries_lease',
        limit,
        leaseMs: 0,
        columns: ['id'],
        set: { lease_until: null, next_time: dbNow(db) } as Record<string, Knex.Value>,
      });
      return rows.length;
    },
    async reclaimAtStart() {
      if (traitsOf(db).engine !== 'sqlite') return 0;
      return deliveryRows(db)
        .where({ state: 'leased' })
        .update({
          state: 'pending',
          lease_until: null,
          fence: db.raw('fence + 1'),
          next_time: dbNow(db) as unknown as number,
        });
    },
  };
}
