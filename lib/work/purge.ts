import type { Knex } from 'knex';
import { lowestIdAt } from '../ids/ids.ts';
import type { WorkTables } from './tables.ts';

/** `next`: where the next step starts, '' for the beginning. */
type PurgeStep = { next: string; hasMore: boolean };

/** A table with an operation's rows: its `operation_id`, and the column of its key. */
type Child = { table: string; key: string };

type Options = {
  /** Besides the log. Their rows are deleted first. */
  children: readonly Child[];
  /** Adds the conditions under which an old operation is not needed any more. */
  expendable?: (query: Knex.QueryBuilder) => void;
};
type Ids = { ids: readonly string[]; limit: number };

/**
 * Deletes operations that finished before the given time and are expendable, with everything that belongs to them. If
 * an operation has more rows than one step may delete, a later step deletes the operation.
 *
 * Ids are ordered by time, so a step examines the operations after `from` in id order. Those that stay would otherwise
 * be examined again in each step.
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

/** An id is as old as its operation, which is older than its end. */
function finishedOf(db: Knex, table: string, { from, before }: { from: string; before: number }): Knex.QueryBuilder {
  return db(table)
    .where('id', '>', from)
    .where('id', '<', lowestIdAt(before))
    .whereIn('state', ['success', 'failure'])
    .where('update_time', '<', before);
}

/** False when rows may be left. */
async function dropChildren(db: Knex, children: readonly Child[], { ids, limit }: Ids): Promise<boolean> {
  if (ids.length === 0) return true;
  for (const child of children) if (!(await dropChild(db, child, { ids, limit }))) return false;
  return true;
}

async function dropChild(db: Knex, { table, key }: Child, { ids, limit }: Ids): Promise<boolean> {
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
