import type { Knex } from 'knex';
import { dbNow } from '../../../lib/db/now.ts';
import type { ClaimedDelivery, DeliveryState } from '../deliveries/delivery.ts';
import { type DeliveryRow, deliveryRows, endState, toSettled } from '../deliveries/delivery_row_store.ts';
import type { HeldDelivery, HoldStore } from './hold.ts';

type HoldRow = { delivery_id: string; is_refused: number };
type LockedRow = Pick<DeliveryRow, (typeof LOCKED_COLUMNS)[number]>;

const LOCKED_COLUMNS = [
  'id',
  'project_id',
  'destination_id',
  'source',
  'order_number',
  'hold_seq',
  'is_delivered',
  'create_time',
] as const;

/** The final state of a held delivery when its retention ends, by source. */
const STATE_AFTER_RETENTION = { read: 'undelivered', notification: 'lost' } as const;

export function sqlHoldStore(db: Knex): HoldStore {
  const deliveries = () => deliveryRows(db);
  const holds = () => db('holds');

  async function pick(ids: string[]): Promise<LockedRow[]> {
    return deliveries()
      .whereIn('id', ids)
      .forUpdate()
      .select(...LOCKED_COLUMNS);
  }

  /** Holds deliveries. The caller has locked `rows`. */
  async function hold(rows: LockedRow[], change: Partial<DeliveryRow>, isRefused: boolean): Promise<HeldDelivery[]> {
    if (rows.length === 0) return [];
    await deliveries()
      .whereIn('id', idsOf(rows))
      .update({ ...change, state: 'held', lease_until: null, hold_seq: db.raw('?? + 1', ['hold_seq']) });
    await holds().insert(
      rows.map((row) => ({
        delivery_id: row.id,
        project_id: row.project_id,
        destination_id: row.destination_id,
        destination_name: '',
        order_number: row.order_number,
        is_refused: isRefused,
        hold_time: dbNow(db),
        create_time: row.create_time,
      })),
    );
    return rows.map((row) => toHeld(row, isRefused, 1));
  }

  /** Deletes the `holds` rows of held deliveries, and locks their delivery rows. Keeps the order of `found`. */
  async function takeOut(found: HoldRow[]): Promise<{ row: LockedRow; isRefused: boolean }[]> {
    if (found.length === 0) return [];
    const ids = found.map(({ delivery_id }) => delivery_id);
    await holds().whereIn('delivery_id', ids).del();
    const rows = new Map((await pick(ids)).map((row) => [row.id, row]));
    return found.flatMap(({ delivery_id, is_refused }) => {
      const row = rows.get(delivery_id);
      return row ? [{ row, isRefused: Boolean(is_refused) }] : [];
    });
  }

  /**
   * Assigns deliveries that are held for a name to the destination that has this name now, so that a release orders
   * them together with the destination's other deliveries.
   */
  async function adopt(awaiting: object, destinationId: string, limit: number): Promise<void> {
    for (;;) {
      const ids: string[] = await holds().where(awaiting).limit(limit).pluck('delivery_id');
      if (ids.length > 0)
        await holds().whereIn('delivery_id', ids).update({ destination_id: destinationId, destination_name: '' });
      if (ids.length < limit) return;
    }
  }

  return {
    async holdPending(destinationId, { limit, updateTime }) {
      const rows: LockedRow[] = await deliveries()
        .where({ state: 'pending', destination_id: destinationId })
        .orderBy('next_time')
        .limit(limit)
        .forUpdate()
        .select(...LOCKED_COLUMNS);
      return hold(rows, { last_error: 'destination', update_time: updateTime }, false);
    },
    async holdLeased(held: ClaimedDelivery[], { isRefused, lastError, attempt, updateTime }) {
      const rows = await pick(held.map(({ id }) => id));
      return hold(rows, { attempt, last_error: lastError, update_time: updateTime }, isRefused);
    },
    async release({ destinationId, projectId, dueTime, createTime }, { name, limit, updateTime }) {
      await adopt({ destination_id: '', project_id: projectId, destination_name: name }, destinationId, limit);
      const found: HoldRow[] = await holds()
        .where({ destination_id: destinationId })
        .whereNot((again) => again.where({ is_refused: true }).where('hold_time', '>', createTime))
        .orderBy([{ column: 'order_number' }, { column: 'delivery_id' }])
        .limit(limit)
        .forUpdate()
        .select('delivery_id', 'is_refused');
      const taken = await takeOut(found);
      if (taken.length === 0) return [];
      const cases = taken.map(() => 'when ? then ?').join(' ');
      await deliveries()
        .whereIn('id', idsOf(taken.map(({ row }) => row)))
        .update({
          state: 'pending',
          destination_id: destinationId,
          attempt: 0,
          last_error: null,
          update_time: updateTime,
          hold_seq: db.raw('?? + 1', ['hold_seq']),
          next_time: db.raw(
            `case id ${cases} end`,
            taken.flatMap(({ row }, i) => [row.id, dueTime + 1 + i] as const),
          ) as unknown as number,
        });
      return taken.map(({ row, isRefused }) => toHeld({ ...row, destination_id: destinationId }, isRefused, 1));
    },
    async cancel(destinationId, { limit, updateTime }) {
      const found: HoldRow[] = await holds()
        .where({ destination_id: destinationId })
        .limit(limit)
        .forUpdate()
        .select('delivery_id', 'is_refused');
      const taken = await takeOut(found);
      await finish(taken, destinationId === '' ? 'undelivered' : 'cancelled', updateTime);
      return taken.map(({ row }) => toSettled(row));
    },
    async hasExpired(before) {
      return (await holds().where('create_time', '<', before).first('delivery_id')) !== undefined;
    },
    async expire(before, { limit, updateTime }) {
      const found: HoldRow[] = await holds()
        .where('create_time', '<', before)
        .orderBy('create_time')
        .limit(limit)
        .forUpdate()
        .select('delivery_id', 'is_refused');
      const taken = await takeOut(found);
      for (const source of ['read', 'notification'] as const)
        await finish(
          taken.filter(({ row }) => row.source === source),
          STATE_AFTER_RETENTION[source],
          updateTime,
        );
      return taken.map(({ row, isRefused }) => toHeld(row, isRefused, 0));
    },
  };

  async function finish(taken: { row: LockedRow }[], state: DeliveryState, updateTime: number): Promise<void> {
    if (taken.length === 0) return;
    await deliveries()
      .whereIn('id', idsOf(taken.map(({ row }) => row)))
      .update({ state: endState(db, state), update_time: updateTime });
  }
}

function idsOf(rows: LockedRow[]): string[] {
  return rows.map(({ id }) => id);
}

/**
 * `step`: 1 if the statement after the read has incremented `hold_seq` in the database, so that the read value is one
 * too low; otherwise 0.
 */
function toHeld(row: LockedRow, isRefused: boolean, step: 0 | 1): HeldDelivery {
  return {
    ...toSettled(row),
    destinationId: row.destination_id,
    isRefused,
    holdSeq: row.hold_seq + step,
  };
}
