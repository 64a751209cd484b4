import type { Knex } from 'knex';
import { fencedUpdate } from './fence.ts';
import { dbNow } from './now.ts';
import { traitsOf } from './traits.ts';
import { inTransaction } from './transaction.ts';

/**
 * A work queue in a table. One worker at a time processes a row. If the worker dies, another worker processes the row.
 *
 * A claim takes due rows of one state in index order and gives each a lease (the time in which it may be processed) and
 * a higher fence (the number that every later write to the row must name; fence.ts). `reclaim` takes rows whose lease
 * has expired. Only the database's clock is used.
 *
 * On MySQL, a claim skips rows that other transactions have locked. InnoDB locks only the returned rows if it reads the
 * rows in index order. With a sort or an OR over two states, InnoDB locks all examined rows, and workers block each
 * other. So each query covers one state and forces `index`, the key over (state, due). SQLite needs no row locks,
 * because it has only one writer.
 */
export type ClaimOrder = {
  table: string;
  /** The primary key; default `id`. */
  key?: string;
  state: { column: string; from: string; to: string };
  /** Unix ms. Rows with a later value or null are not due. */
  dueColumn: string;
  leaseColumn?: string;
  fenceColumn?: string;
  /** The name of the index over (state, due), for MySQL. */
  index?: string;
  limit: number;
  /** Ms, as a number or as an SQL expression over the row before the claim. */
  leaseMs: number | Knex.Raw;
  /** Columns to read, in addition to key and fence. */
  columns: readonly string[];
  /** A row is probably due, because the claim was woken: it begins its transaction without looking first. */
  isExpected?: boolean;
  /** Further columns to set, such as the number of the attempt. */
  set?: Record<string, Knex.Value | Knex.Raw>;
  /** Adds further conditions. Each condition also locks rows that it filters out, so add few conditions. */
  and?: (query: Knex.QueryBuilder) => Knex.QueryBuilder;
};

/**
 * Claims due rows of state `from` and moves them to `to`. Returns [] when no row is due, or when other transactions
 * have locked all due rows.
 */
export async function claimRows<Row extends object>(db: Knex, order: ClaimOrder): Promise<Row[]> {
  return takeRows<Row>(db, order, { state: order.state.from, column: order.dueColumn });
}

/**
 * Whether a row of state `from` is due. Ask this before a transaction that claims such rows and does more: most polls
 * find nothing, and then need no transaction.
 */
export async function hasDueRow(db: Knex, order: DueRowsOrder): Promise<boolean> {
  const due = { state: order.state.from, column: order.dueColumn };
  return (await dueRows(db, order, due).first(order.key ?? 'id')) !== undefined;
}

/** Claims rows of state `to` whose lease has expired. Here `index` is the key over (state, lease). */
export async function reclaimRows<Row extends object>(db: Knex, order: ClaimOrder): Promise<Row[]> {
  return takeRows<Row>(db, order, { state: order.state.to, column: order.leaseColumn ?? 'lease_until' });
}

type HeldLease = {
  table: string;
  key?: string;
  id: string;
  fence: number;
  leaseMs: number;
  leaseColumn?: string;
  fenceColumn?: string;
  /** The state that the row must still have. */
  state?: { column: string; is: string };
};

/** Extends a lease to `leaseMs` from now. Returns false when the lease is lost. Call it every `leaseMs` / 3. */
export async function renewLease(db: Knex, lease: HeldLease): Promise<boolean> {
  const { table, key = 'id', id, fence, leaseMs, leaseColumn = 'lease_until', fenceColumn = 'fence', state } = lease;
  const row = db(table).where({ [key]: id, ...(state && { [state.column]: state.is }) });
  return fencedUpdate(row.update({ [leaseColumn]: dbNow(db, leaseMs) }), fence, fenceColumn);
}

/**
 * The rows of one state, in the order of an index. The caller adds columns, further conditions and a limit. For MySQL,
 * `index` names the index over (state, further conditions, `orderColumn`).
 */
export function rowsInOrder(db: Knex, { table, state, orderColumn, index }: IndexOrder): Knex.QueryBuilder {
  const from = index && traitsOf(db).engine === 'mysql' ? db.raw('?? force index (??)', [table, index]) : table;
  return db(from as string)
    .where(state.column, state.is)
    .orderBy([orderColumn].flat());
}

type IndexOrder = {
  table: string;
  state: { column: string; is: string };
  /** One column, or several in the order of the index. */
  orderColumn: string | readonly string[];
  index?: string | undefined;
};

/** Runs the query and locks its rows until the transaction ends. Skips rows that other transactions have locked. */
export async function lockRows<Row extends object>(trx: Knex, query: Knex.QueryBuilder): Promise<Row[]> {
  return traitsOf(trx).engine === 'mysql' ? query.forUpdate().skipLocked() : query;
}

/** Sets a lease and a higher fence on rows that this transaction has locked. */
export async function leaseRows(
  trx: Knex.Transaction,
  { table, key = 'id', state, leaseColumn = 'lease_until', fenceColumn = 'fence', leaseMs, set }: LeaseOrder,
  keys: readonly string[],
): Promise<void> {
  await trx(table)
    .whereIn(key, keys)
    .update({
      [state.column]: state.to,
      [leaseColumn]: typeof leaseMs === 'number' ? dbNow(trx, leaseMs) : trx.raw('? + ?', [dbNow(trx), leaseMs]),
      [fenceColumn]: trx.raw('?? + 1', [fenceColumn]), // after the lease: MySQL assigns columns in order
      ...set,
    });
}

type LeaseOrder = Pick<ClaimOrder, 'table' | 'key' | 'leaseColumn' | 'fenceColumn' | 'leaseMs' | 'set'> & {
  state: { column: string; to: string };
};

type DueRowsOrder = Pick<ClaimOrder, 'table' | 'key' | 'state' | 'dueColumn' | 'index' | 'and'>;
type DueRows = { state: string; column: string };

async function takeRows<Row extends object>(db: Knex, order: ClaimOrder, due: DueRows): Promise<Row[]> {
  const { key = 'id', fenceColumn = 'fence', columns, limit, isExpected } = order;
  // Most polls find no due row. A plain read checks this first, so that such a poll begins no transaction.
  if (!isExpected && !db.isTransaction && !(await dueRows(db, order, due).first(key))) return [];
  return inTransaction(db, async (trx) => {
    const query = dueRows(trx, order, due)
      .select([...new Set([key, fenceColumn, ...columns])])
      .limit(limit);
    const rows = await lockRows<Record<string, unknown>>(trx, query);
    if (rows.length > 0)
      await leaseRows(
        trx,
        order,
        rows.map((row) => row[key] as string),
      );
    return rows.map((row) => ({ ...row, [fenceColumn]: Number(row[fenceColumn]) + 1 })) as unknown as Row[];
  });
}

function dueRows(db: Knex, { table, state, index, and }: DueRowsOrder, due: DueRows): Knex.QueryBuilder {
  const rows = rowsInOrder(db, {
    table,
    state: { column: state.column, is: due.state },
    orderColumn: due.column,
    index,
  }).where(due.column, '<=', dbNow(db));
  return and ? and(rows) : rows;
}
