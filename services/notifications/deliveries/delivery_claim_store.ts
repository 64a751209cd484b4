import type { Knex } from 'knex';
import { claim } from '../../../lib/db/claim.ts';
import { dbNow } from '../../../lib/db/now.ts';
import { traitsOf } from '../../../lib/db/traits.ts';
import { destinationRecord } from '../destinations/destination_store.ts';
import type { DeliveryStore } from './delivery.ts';
import { CLAIMED_COLUMNS, type DeliveryRow, deliveryRows, toClaimed } from './delivery_row_store.ts';

type Claims = Pick<DeliveryStore, 'lanes' | 'claim' | 'claimProbe' | 'reclaim' | 'reclaimAtStart'>;

/**
 * Chooses the next deliveries. A claim never scans the whole queue: it first selects destinations with due deliveries,
 * then a few rows of each in index order. A backlog of a million rows for a dead destination costs the others one index
 * probe.
 */
export function deliveryClaims(db: Knex): Claims {
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
    async claim(destinationId, { limit, leaseMs }) {
      const rows = await claim<DeliveryRow>(db, {
        table: 'deliveries',
        state: { column: 'state', from: 'pending', to: 'leased' },
        dueColumn: 'next_time',
        index: 'deliveries_due',
        limit,
        leaseMs,
        columns: CLAIMED_COLUMNS,
        and: (query) => query.where('destination_id', destinationId),
      });
      return rows.map(toClaimed);
    },
    async claimProbe({ projectId, id, openUntil }, spareMs) {
      const changed = await destinations()
        .where({ project_id: projectId, id, open_until: openUntil })
        .update({ open_until: dbNow(db, spareMs) });
      return changed > 0;
    },
    async reclaim(limit) {
      const rows = await claim<DeliveryRow>(db, {
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
