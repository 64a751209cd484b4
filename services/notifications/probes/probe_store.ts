import type { Knex } from 'knex';
import { dbNow } from '../../../lib/db/now.ts';
import {
  CLAIMED_COLUMNS,
  type DeliveryRow,
  deliveryRows,
  endState,
  toClaimed,
} from '../deliveries/delivery_row_store.ts';
import { destinationRecord } from '../destinations/destination_store.ts';
import type { ProbeStore } from './probe.ts';

const HELD_COLUMNS = [...CLAIMED_COLUMNS, 'hold_seq', 'is_delivered'] as const;

export function sqlProbeStore(db: Knex): ProbeStore {
  const destinations = () => db('destinations');
  // `next_probe_time` alone is not enough: a replica of an earlier version leaves it unchanged when it enables or
  // disables a destination.
  const probed = { status: 'disabled', disabled_reason: 'failures' };
  return {
    async listDue(types, limit) {
      const rows = await destinations()
        .where(probed)
        .whereIn('type', types)
        .where('next_probe_time', '<=', dbNow(db))
        .orderBy('next_probe_time')
        .limit(limit)
        .select(destinationRecord.columns);
      return rows.map(destinationRecord.fromRow);
    },
    async claim({ projectId, id, nextProbeTime }, leaseMs) {
      const one = () => destinations().where({ project_id: projectId, id, ...probed });
      const changed = await one()
        .where({ next_probe_time: nextProbeTime })
        .update({ next_probe_time: dbNow(db, leaseMs) });
      if (changed === 0) return undefined;
      const row = await one().whereNotNull('next_probe_time').first(destinationRecord.columns);
      return row && destinationRecord.fromRow(row);
    },
    async postpone({ projectId, id }, { delayMs, step }) {
      await destinations()
        .where({ project_id: projectId, id })
        .update({ next_probe_time: dbNow(db, delayMs), probe_step: step });
    },
    async oldestHeld(projectId, destinationId, now) {
      const hold: { delivery_id: string } | undefined = await db('holds')
        .where({ destination_id: destinationId })
        .orderBy([{ column: 'order_number' }, { column: 'delivery_id' }])
        .first('delivery_id');
      const row: Pick<DeliveryRow, (typeof HELD_COLUMNS)[number]> | undefined =
        hold &&
        (await deliveryRows(db)
          .where({ project_id: projectId, id: hold.delivery_id, state: 'held' })
          .first(...HELD_COLUMNS));
      return row && { ...toClaimed(row, now), holdSeq: row.hold_seq, isDelivered: Boolean(row.is_delivered) };
    },
    async lockHeld({ id, projectId, fence, holdSeq }) {
      // The row of `holds` is locked before the delivery, as in a release.
      const hold = await db('holds').where({ delivery_id: id }).forUpdate().first('delivery_id');
      const row = await deliveryRows(db)
        .where({ project_id: projectId, id, state: 'held', fence, hold_seq: holdSeq })
        .forUpdate()
        .first('id');
      return hold !== undefined && row !== undefined;
    },
    async noteAttempt({ id, projectId, attempt, fence, holdSeq }, { end, lastError, updateTime }) {
      if (end) await db('holds').where({ project_id: projectId, delivery_id: id }).del();
      await deliveryRows(db)
        .where({ project_id: projectId, id })
        .update({
          attempt: attempt + 1,
          fence: fence + 1,
          last_error: lastError,
          update_time: updateTime,
          ...(end && { state: endState(db, end), hold_seq: holdSeq + 1 }),
        });
    },
  };
}
