import type { Knex } from 'knex';
import { fencedUpdate } from './fence.ts';
import { dbNow } from './now.ts';
import { traitsOf } from './traits.ts';
import { inTransaction } from './transaction.ts';

/**
 * Work in rows: many workers, each row done by one at a time, and by another when its worker dies.
 *
 * A claim takes due rows of one state in the order of an index and gives each a lease (how long it may be worked on)
 * and a higher fence (the number that every later write to it must name; fence.ts). `reclaim` takes rows whose lease
 * ran out. The clock is the database's alone.
 *
 * On MySQL rows that others hold are skipped. That locks just what it returns only if the rows are read in index
 * order: with a sort or an OR over two states InnoDB locks everything it looked at, and the workers queue up behind
 * each other. Hence one state a query and `index`, the key over (state, due) that the server is made to use. SQLite
 * has one writer, which is enough.
 */
export type Claim = {
  table: string;
  /** The primary key; `id` unless said. */
  key?: string;
  state: { column: string; from: string; to: string };
  /** Unix ms; rows with a later value wait, and so do those without one. */
  dueColumn: string;
  leaseColumn?: string;
  fenceColumn?: string;
  /** The name of the index over (state, due), for MySQL. */
  index?: string;
  limit: number;
  /** A number, or an SQL expression over the row as it was before the claim. */
  leaseMs: number | Knex.Raw;
  /** What to read; the key and the fence are always among it. */
  columns: readonly string[];
  /** Further columns to set, such as the number of the attempt. */
  set?: Record<string, Knex.Value | Knex.Raw>;
  /** Further conditions. Each costs locks on the rows it passes over, so: few. */
  and?: (query: Knex.QueryBuilder) => Knex.QueryBuilder;
};

/** Takes rows of state `from` that are due and moves them to `to`. Empty when there are none, or others hold them. */
export async function claim<Row extends object>(db: Knex, order: Claim): Promise<Row[]> {
  return take<Row>(db, order, { state: order.state.from, column: order.dueColumn });
}

/** Takes rows of state `to` whose lease ran out. `index` here is the one over (state, lease). */
export async function reclaim<Row extends object>(db: Knex, order: Claim): Promise<Row[]> {
  return take<Row>(db, order, { state: order.state.to, column: order.leaseColumn ?? 'lease_until' });
}

export type Lease = {
  table: string;
  key?: string;
  id: string;
  fence: number;
  leaseMs: number;
  leaseColumn?: string;
  fenceColumn?: string;
  /** The state the row must still be in. */
  state?: { column: string; is: string };
};

/** Prolongs a lease from now on; false when it is lost. Call at a third of the lease. */
export async function renewLease(db: Knex, lease: Lease): Promise<boolean> {
  const { table, key = 'id', id, fence, leaseMs, leaseColumn = 'lease_until', fenceColumn = 'fence', state } = lease;
  const row = db(table).where({ [key]: id, ...(state && { [state.column]: state.is }) });
  return fencedUpdate(row.update({ [leaseColumn]: dbNow(db, leaseMs) }), fence, fenceColumn);
}

/** Rows of one state in the order of an index, for claims of more than one step. */
export type Ordered = {
  table: string;
  key?: string;
  state: { column: string; is: string };
  orderColumn: string;
  /** The name of the index that begins with what the query names and ends with `orderColumn`, for MySQL. */
  index?: string | undefined;
  limit: number;
  columns: readonly string[];
  and?: ((query: Knex.QueryBuilder) => Knex.QueryBuilder) | undefined;
};

/** Locks such rows until the transaction ends; those that others hold are passed over. */
export async function lockInOrder<Row extends object>(trx: Knex, order: Ordered): Promise<Row[]> {
  const { key = 'id', state, orderColumn, limit, columns, and } = order;
  const query = trx
    .select([...new Set([key, ...columns])])
    .from(source(trx, order))
    .where(state.column, state.is)
    .orderBy(orderColumn)
    .limit(limit);
  and?.(query);
  return traitsOf(trx).engine === 'mysql' ? query.forUpdate().skipLocked() : query;
}

/** Gives rows that this transaction has locked a lease and a higher fence each. */
export async function leaseRows(
  trx: Knex.Transaction,
  { table, key = 'id', state, leaseColumn = 'lease_until', fenceColumn = 'fence', leaseMs, set }: Leasing,
  keys: readonly string[],
): Promise<void> {
  await trx(table)
    .whereIn(key, keys)
    .update({
      [state.column]: state.to,
      [leaseColumn]: typeof leaseMs === 'number' ? dbNow(trx, leaseMs) : trx.raw('? + ?', [dbNow(trx), leaseMs]),
      [fenceColumn]: trx.raw('?? + 1', [fenceColumn]), // after the lease: MySQL sets columns one after the other
      ...set,
    });
}

export type Leasing = Pick<Claim, 'table' | 'key' | 'leaseColumn' | 'fenceColumn' | 'leaseMs' | 'set'> & {
  state: { column: string; to: string };
};

type Due = { state: string; column: string };

async function take<Row extends object>(db: Knex, order: Claim, due: Due): Promise<Row[]> {
  const { key = 'id', fenceColumn = 'fence' } = order;
  return inTransaction(db, async (trx) => {
    const rows = await pick(trx, order, due);
    if (rows.length > 0)
      await leaseRows(
        trx,
        order,
        rows.map((row) => row[key] as string),
      );
    return rows.map((row) => ({ ...row, [fenceColumn]: Number(row[fenceColumn]) + 1 })) as unknown as Row[];
  });
}

async function pick(trx: Knex.Transaction, order: Claim, due: Due): Promise<Record<string, unknown>[]> {
  const { fenceColumn = 'fence', state, columns, and } = order;
  return lockInOrder<Record<string, unknown>>(trx, {
    ...order,
    state: { column: state.column, is: due.state },
    orderColumn: due.column,
    columns: [fenceColumn, ...columns],
    and: (query) => {
      query.where(due.column, '<=', dbNow(trx));
      return and ? and(query) : query;
    },
  });
}

function source(trx: Knex, { table, index }: Pick<Ordered, 'table' | 'index'>): string | Knex.Raw {
  return index && traitsOf(trx).engine === 'mysql' ? trx.raw('?? force index (??)', [table, index]) : table;
}
