import type { Knex } from 'knex';
import { lowestIdAt } from '../../../../lib/ids/ids.ts';
import type { OperationStore } from '../domain/operation_store.ts';

/**
 * Deletes old operations. An operation is deleted when it finished before the given time, unless
 *
 * - it is the newest of its object and read type, and the object is still read (it has a schedule);
 * - the schedule names it as its backfill;
 * - one of its messages still has a body: it is being delivered, waits, or its own retention is not over.
 *
 * The rows that belong to an operation are deleted first: log lines, pages, archived pages, the result of a replay, and
 * messages. If it has more rows than one step may delete, a later step deletes the operation.
 *
 * Ids are ordered by time, so a step examines the operations after `from` in id order. Those that stay would otherwise
 * be examined again in each step.
 */
type Row = { id: string };

/** The tables with an operation's rows, and the columns of their keys. */
const CHILDREN = [
  { table: 'operation_logs', key: 'id' },
  { table: 'messages', key: 'id' },
  { table: 'replays', key: 'operation_id' },
  { table: 'operation_pages', key: 'page_seq' },
  { table: 'kept_pages', key: 'page_seq' },
] as const;
type Child = (typeof CHILDREN)[number];

export function operationPurge(db: Knex): OperationStore['purge'] {
  return async function purgeOperations(from, before, limit) {
    const examined: string[] = await finished(db, { from, before }).orderBy('id').limit(limit).pluck('id');
    const last = examined.at(-1);
    if (last === undefined) return { next: '', hasMore: false };
    const old = (await finished(db, { from, before })
      .where('id', '<=', last)
      .modify(expendable, db)
      .select('id')) as Row[];
    const ids = old.map(({ id }) => id);
    if (!(await dropChildren(db, ids, limit))) return { next: from, hasMore: true };
    if (ids.length > 0) await db('operations').whereIn('id', ids).del();
    const hasMore = examined.length === limit;
    return { next: hasMore ? last : '', hasMore };
  };
}

/** An id is as old as its operation, which is older than its end. */
function finished(db: Knex, { from, before }: { from: string; before: number }): Knex.QueryBuilder {
  return db('operations')
    .where('id', '>', from)
    .where('id', '<', lowestIdAt(before))
    .whereIn('state', ['success', 'failure'])
    .where('update_time', '<', before);
}

function expendable(query: Knex.QueryBuilder, db: Knex): void {
  const schedule = () =>
    db('schedules')
      .select(db.raw('1'))
      .whereRaw('?? = ??', ['schedules.installation_id', 'operations.installation_id'])
      .whereRaw('?? = ??', ['schedules.object_name', 'operations.object_name']);
  const newer = db('operations as newer')
    .select(db.raw('1'))
    .whereRaw('?? = ??', ['newer.installation_id', 'operations.installation_id'])
    .whereRaw('?? = ??', ['newer.object_name', 'operations.object_name'])
    .whereRaw('?? = ??', ['newer.read_type', 'operations.read_type'])
    .whereRaw('?? > ??', ['newer.id', 'operations.id'])
    .whereNull('newer.replay_of');
  const bodies = db('messages')
    .select(db.raw('1'))
    .whereRaw('?? = ??', ['messages.operation_id', 'operations.id'])
    .whereNot('messages.state', 'dropped');
  query
    .where((any) => any.whereNotNull('operations.replay_of').orWhereNotExists(schedule()).orWhereExists(newer))
    .whereNotExists(schedule().whereRaw('?? = ??', ['schedules.backfill_operation_id', 'operations.id']))
    .whereNotExists(bodies);
}

/** False when rows may be left. */
async function dropChildren(db: Knex, ids: readonly string[], limit: number): Promise<boolean> {
  if (ids.length === 0) return true;
  for (const child of CHILDREN) if (!(await dropChild(db, child, { ids, limit }))) return false;
  return true;
}

async function dropChild(db: Knex, { table, key }: Child, { ids, limit }: { ids: readonly string[]; limit: number }) {
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
