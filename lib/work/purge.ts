import type { Knex } from 'knex';
import { lowestIdAt } from '../ids/ids.ts';
import type { WorkTables } from './tables.ts';

/** `next`: the `from` of the next step; '' starts at the oldest operation. */
type PurgeStep = { next: string; hasMore: boolean };

/** A table with rows of operations. It has a column `operation_id`; `key` is its primary key. */
type ChildTable = { table: string; key: string };

type Options = {
  /** Tables whose rows are deleted with an operation, in addition to its log. */
  children: readonly ChildTable[];
  /** Adds conditions that an old operation must meet to be deleted. */
  expendable?: (query: Knex.QueryBuilder) => void;
};
type OperationIds = { ids: readonly string[]; limit: number };

/**
 * Deletes operations that finished before the given time and are expendable, with their rows in other tables. If an
 * operation has more rows than one step may delete, a later step deletes the operation.
 *
 * A step examines only operations with an id after `from`. Otherwise each step would examine again all operations that
 * are not expendable. Ids are ordered by time.
 */
export function workPurge(db: Knex, tables: WorkTables, { children, expendable = () => {} }: Options) {
  const { operations, logs } = tables;
  const all = [{ table: logs, key: 'id' }, ...children];
  return async function purgeOperations(from: string, before: number, limit: number): Promise<PurgeStep> {
    const finished = () => finishedOf(db, operations, { from, before });
    const examined: string[] = await finished().orderBy('id').limit(limit).pluck('id');
    const last = examined.at(-1);
    if (last === undefined) return { next: '', hasMore: false };
    const ids: string[] = await finished()
      .where('id', '<=', last)
      .modify((query) => expendable(query))
      .pluck('id');
    if (!(await dropChildren(db, all, { ids, limit }))) return { next: from, hasMore: true };
    if (ids.length > 0) await db(operations).whereIn('id', ids).del();
    const hasMore = examined.length === limit;
    return { next: hasMore ? last : '', hasMore };
  };
}

/**
 * Operations that ended before `before`. Such an operation was also created before `before`, so a range of ids limits
 * the search.
 */
function finishedOf(db: Knex, table: string, { from, before }: { from: string; before: number }): Knex.QueryBuilder {
  return db(table)
    .where('id', '>', from)
    .where('id', '<', lowestIdAt(before))
    .whereIn('state', ['success', 'failure'])
    .where('update_time', '<', before);
}

/** Returns false when rows may be left. */
async function dropChildren(db: Knex, children: readonly ChildTable[], { ids, limit }: OperationIds): Promise<boolean> {
  if (ids.length === 0) return true;
  for (const child of children) if (!(await dropChild(db, child, { ids, limit }))) return false;
  return true;
}

async function dropChild(db: Knex, { table, key }: ChildTable, { ids, limit }: OperationIds): Promise<boolean> {
  const of = () => db(table).whereIn('operation_id', ids as string[]);
  const rows: { operation_id: string; key: string | number }[] = await of()
    .limit(limit)
    .select('operation_id', { key });
  if (rows.length < limit) {
    if (rows.length > 0) await of().del();
    return true;
  }
  for (const [operationId, keys] of byOperation(rows))
    await db(table).where({ operation_id: operationId }).whereIn(key, keys).del();
  return false;
}

function byOperation(rows: readonly { operation_id: string; key: string | number }[]) {
  const found = new Map<string, (string | number)[]>();
  for (const { operation_id, key } of rows) {
    const keys = found.get(operation_id);
    if (keys) keys.push(key);
    else found.set(operation_id, [key]);
  }
  return found;
}
