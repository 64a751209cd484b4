import type { Knex } from 'knex';
import { byKeyset } from '../../../lib/db/by_keyset.ts';
import { dbNow } from '../../../lib/db/now.ts';
import { cellIn, intCell, nullableCell, tableRecord, textCell, timeCell, wordCell } from '../../../lib/db/record.ts';
import type { DeliverySource } from '../deliveries/delivery.ts';
import { type DeliveryRow, deliveryRows } from '../deliveries/delivery_row_store.ts';
import type { Recovery, RecoveryState, RecoveryStore } from './recovery.ts';

const recoveryRecord = tableRecord<Recovery>({
  id: textCell,
  projectId: textCell,
  destinationId: textCell,
  state: wordCell<RecoveryState>(),
  since: cellIn('since_time', timeCell),
  until: cellIn('until_time', timeCell),
  found: intCell,
  released: intCell,
  delivered: intCell,
  withoutBody: intCell,
  createTime: timeCell,
  endTime: nullableCell(timeCell),
});

/**
 * States of deliveries that a recovery sends again. A pending delivery that is due for its first attempt is left out,
 * because no attempt has failed.
 */
const STATES_SENT_AGAIN = ['held', 'failed', 'undelivered', 'pending'];
/** States of deliveries that ended and have no body to send. */
const STATES_WITHOUT_BODY = ['lost', 'cancelled'];
const LOCKED_COLUMNS = ['id', 'project_id', 'destination_id', 'source', 'state', 'hold_seq'] as const;

/**
 * Released deliveries get due times that start a day ago and are a millisecond apart. So they are claimed in their
 * order, and before newer messages.
 */
const DAY_MS = 24 * 3_600_000;

type RecoveryPosition = { position_time: number; position_id: string; due_time: number };
type Candidate = Pick<DeliveryRow, 'id' | 'state' | 'create_time' | 'order_number'>;
type LockedRow = Pick<DeliveryRow, (typeof LOCKED_COLUMNS)[number]>;

export function sqlRecoveryStore(db: Knex): RecoveryStore {
  const recoveries = () => db('recoveries');
  const deliveries = () => deliveryRows(db);

  /**
   * Lists the next deliveries of the time range, ordered by creation time and id. Each state is one range of the index
   * deliveries_listed.
   */
  async function candidatesOf({ destinationId, until }: Recovery, position: RecoveryPosition, limit: number) {
    const found: Candidate[] = [];
    for (const state of [...STATES_SENT_AGAIN, ...STATES_WITHOUT_BODY]) {
      const rows: Candidate[] = await deliveries()
        .where({ destination_id: destinationId, state })
        .where('create_time', '>=', position.position_time)
        .where('create_time', '<', until)
        .where(
          (it) => void it.where('create_time', '>', position.position_time).orWhere('id', '>', position.position_id),
        )
        .orderBy(['create_time', 'id'])
        .limit(limit)
        .select('id', 'state', 'create_time', 'order_number');
      found.push(...rows);
    }
    return found.toSorted((a, b) => a.create_time - b.create_time || (a.id < b.id ? -1 : 1)).slice(0, limit);
  }

  /**
   * Locks the deliveries that must be sent. Locks the rows of `holds` first, in the same order as `expire` of the hold
   * store.
   */
  async function pick(candidates: Candidate[]): Promise<LockedRow[]> {
    const ids = candidates.map(({ id }) => id);
    await db('holds').whereIn('delivery_id', ids).forUpdate().select('delivery_id');
    const rows: LockedRow[] = await deliveries()
      .whereIn('id', ids)
      .where((it) => {
        void it
          .whereIn('state', ['held', 'failed', 'undelivered'])
          .orWhere(
            (waits) =>
              void waits
                .where({ state: 'pending' })
                .where((tried) => void tried.where('attempt', '>', 0).orWhere('next_time', '>', dbNow(db))),
          );
      })
      .forUpdate()
      .select(...LOCKED_COLUMNS);
    const place = new Map(candidates.toSorted(compareByOrder).map(({ id }, n) => [id, n]));
    return rows.toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
  }

  async function release(rows: LockedRow[], { id }: Recovery, dueTime: number, updateTime: number): Promise<void> {
    if (rows.length === 0) return;
    const ids = rows.map((row) => row.id);
    await db('holds').whereIn('delivery_id', ids).del();
    const cases = ids.map(() => 'when ? then ?').join(' ');
    await deliveries()
      .whereIn('id', ids)
      .update({
        state: 'pending',
        attempt: 0,
        last_error: null,
        recovery_id: id,
        update_time: updateTime,
        // `hold_seq` is odd while the delivery is held, and also after its hold has ended with its retention.
        hold_seq: db.raw('?? + ?? % 2', ['hold_seq', 'hold_seq']),
        next_time: db.raw(
          `case id ${cases} end`,
          ids.flatMap((one, n) => [one, dueTime + 1 + n]),
        ) as unknown as number,
      });
  }

  return {
    async insert(recovery) {
      await recoveries().insert({
        ...recoveryRecord.toRow(recovery),
        position_time: recovery.since,
        position_id: '',
        due_time: dbNow(db, -DAY_MS),
      });
    },
    async find(projectId, destinationId, id) {
      const row = await recoveries()
        .where({ id, project_id: projectId, destination_id: destinationId })
        .first(recoveryRecord.columns);
      return row && recoveryRecord.fromRow(row);
    },
    async findRunning(projectId, destinationId) {
      const row = await recoveries()
        .where({ project_id: projectId, destination_id: destinationId, state: 'running' })
        .first(recoveryRecord.columns);
      return row && recoveryRecord.fromRow(row);
    },
    async findNewest(projectId, destinationId) {
      const row = await recoveries()
        .where({ project_id: projectId, destination_id: destinationId })
        .orderBy('id', 'desc')
        .first(recoveryRecord.columns);
      return row && recoveryRecord.fromRow(row);
    },
    async list(projectId, destinationId, keyset) {
      const own = recoveries().where({ project_id: projectId, destination_id: destinationId });
      return (await byKeyset(own, keyset).select(recoveryRecord.columns)).map(recoveryRecord.fromRow);
    },
    async listRunning(limit) {
      const rows = await recoveries().where({ state: 'running' }).limit(limit).select(recoveryRecord.columns);
      return rows.map(recoveryRecord.fromRow);
    },
    async recoverNext(recovery, { limit, updateTime }) {
      const { id } = recovery;
      const row = await recoveries().where({ id }).first('position_time', 'position_id', 'due_time');
      const position: RecoveryPosition = {
        ...row,
        position_time: Number(row.position_time),
        due_time: Number(row.due_time),
      };
      const candidates = await candidatesOf(recovery, position, limit);
      const last = candidates.at(-1);
      if (!last) return { lookedAt: 0, released: 0, withoutBody: 0, held: [] };
      const rows = await pick(candidates);
      const withoutBody = candidates.filter(({ state }) => STATES_WITHOUT_BODY.includes(state)).length;
      await release(rows, recovery, position.due_time, updateTime);
      // The recovery is updated last, in the same order as when attempt results are counted, so that two transactions
      // do not deadlock.
      await recoveries()
        .where({ id })
        .increment({ found: rows.length + withoutBody, released: rows.length, without_body: withoutBody })
        .update({
          position_time: last.create_time,
          position_id: last.id,
          due_time: position.due_time + rows.length,
        });
      const held = rows.filter(({ state }) => state === 'held').map(toHeld);
      return { lookedAt: candidates.length, released: rows.length, withoutBody, held };
    },
    async end(id, state, endTime) {
      await recoveries().where({ id }).update({ state, end_time: endTime });
    },
    async count(id, { delivered, withoutBody, released }) {
      await recoveries()
        .where({ id })
        .increment({ found: released, delivered, without_body: withoutBody, released: released - withoutBody });
    },
    async purge(before, limit) {
      const ids: string[] = await recoveries()
        .whereIn('state', ['finished', 'cancelled'])
        .where('end_time', '<', before)
        .limit(limit)
        .pluck('id');
      return ids.length === 0 ? 0 : recoveries().whereIn('id', ids).del();
    },
  };
}

/** Orders messages by time; messages of the same time by their sequence. */
function compareByOrder(a: Candidate, b: Candidate): number {
  return a.create_time - b.create_time || a.order_number - b.order_number || (a.id < b.id ? -1 : 1);
}

function toHeld({ id, project_id, destination_id, source, hold_seq }: LockedRow) {
  return {
    id,
    projectId: project_id,
    destinationId: destination_id,
    source: source as DeliverySource,
    isRefused: false,
    holdSeq: hold_seq + (hold_seq % 2),
  };
}
