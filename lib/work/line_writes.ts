import type { Knex } from 'knex';
import { dbNow } from '../db/now.ts';
import { inTransaction } from '../db/transaction.ts';
import type { ColumnValues } from './held_writes.ts';
import { OPEN_STATES, type WorkOwner } from './states.ts';
import type { WorkTables } from './tables.ts';
import { joinLine, turnRowOf } from './turn_rows.ts';

/** A new operation. `activeKey`: only one operation per key may be active; further operations are `waiting`. */
export type NewOperationRow = WorkOwner & {
  id: string;
  state: 'ready' | 'waiting';
  activeKey: string;
  createTime: number;
  columns: ColumnValues;
};
type QueuePlace = WorkOwner & { activeKey: string };

/** The writes that need no lease. Each write runs in its own transaction, or joins the caller's transaction. */
export type QueueWrites = {
  insertAll(operations: readonly NewOperationRow[]): Promise<void>;
  /** Makes the owner's oldest waiting operation whose columns equal `same` ready. Returns its id; undefined if none. */
  promote(place: QueuePlace, same: ColumnValues): Promise<string | undefined>;
  /**
   * Returns a deferred operation to the queue. Returns `ready`, `waiting`, or null when it is not deferred any more.
   */
  resume(place: QueuePlace & { id: string }, set?: ColumnValues): Promise<'ready' | 'waiting' | null>;
  /** Deferred operations of all projects whose wait is over, longest overdue first. Does not lock them. */
  listDeferred<Row>(limit: number, columns: readonly string[]): Promise<Row[]>;
  /** Lets a deferred operation wait until `waitMs` from now. */
  deferLonger(operation: { projectId: string; id: string }, waitMs: number, set?: ColumnValues): Promise<void>;
  /**
   * Ends all open operations of an owner, even if workers hold their leases. It also raises the fences, so that these
   * workers can write nothing more. Returns the rows as they were before.
   */
  cancelAll<Row extends { id: string }>(
    owner: WorkOwner,
    end: { result: string; now: number },
    columns: readonly string[],
  ): Promise<Row[]>;
};

export function queueWrites(db: Knex, tables: WorkTables): QueueWrites {
  const { operations: table, ownerColumn } = tables;
  const ofOwner = ({ projectId, ownerId }: WorkOwner) => ({ project_id: projectId, [ownerColumn]: ownerId });

  return {
    insertAll: (operations) =>
      inTransaction(db, async (trx) => {
        if (operations.length === 0) return;
        await trx(table).insert(operations.map((one) => ({ ...newRow(trx, one), ...ofOwner(one) })));
        await joinLine(
          trx,
          tables,
          operations.filter(({ state }) => state === 'ready'),
        );
      }),
    promote: (place, same) =>
      inTransaction(db, async (trx) => {
        const oldest: { id: string } | undefined = await trx(table)
          .where({ ...ofOwner(place), ...same, state: 'waiting' })
          .orderBy('id')
          .first('id');
        if (!oldest) return undefined;
        await trx(table)
          .where({ id: oldest.id })
          .update({ state: 'ready', active_key: place.activeKey, next_time: dbNow(trx) });
        await joinLine(trx, tables, [place]);
        return oldest.id;
      }),
    resume: (place, set) =>
      inTransaction(db, async (trx) => {
        const { id, projectId, activeKey } = place;
        const isFree = !(await trx(table).where({ active_key: activeKey }).first('id'));
        const ready = { state: 'ready', active_key: activeKey, next_time: dbNow(trx) };
        const changed = await trx(table)
          .where({ project_id: projectId, id, state: 'putOff' })
          .update({ ...(isFree ? ready : { state: 'waiting' }), ...set });
        if (Number(changed) === 0) return null;
        if (isFree) await joinLine(trx, tables, [place]);
        return isFree ? 'ready' : 'waiting';
      }),
    async listDeferred<Row>(limit: number, columns: readonly string[]) {
      const rows: object[] = await db(table)
        .where({ state: 'putOff' })
        .where('next_time', '<=', dbNow(db))
        .orderBy('next_time')
        .limit(limit)
        .select(...columns);
      return rows as Row[];
    },
    deferLonger: async ({ projectId, id }, waitMs, set) => {
      await db(table)
        .where({ project_id: projectId, id, state: 'putOff' })
        .update({ next_time: dbNow(db, waitMs), ...set });
    },
    cancelAll: (owner, { result, now }, columns) =>
      inTransaction(db, async (trx) => {
        const rows = await trx(table)
          .where(ofOwner(owner))
          .whereIn('state', OPEN_STATES)
          .orderBy('id')
          .select('id', ...columns);
        const end = { state: 'failure', active_key: null, result, update_time: now };
        const ids = rows.map(({ id }) => id);
        await trx(table)
          .whereIn('id', ids)
          .update({ ...end, fence: trx.raw('?? + 1', ['fence']) });
        await turnRowOf(trx, tables, owner).del();
        return rows;
      }),
  };
}

/** The only place that sets an operation's initial values. */
function newRow(db: Knex, { id, state, activeKey, createTime, columns }: NewOperationRow) {
  return {
    ...columns,
    id,
    state,
    active_key: state === 'ready' ? activeKey : null,
    next_time: dbNow(db),
    create_time: createTime,
    update_time: createTime,
  };
}
