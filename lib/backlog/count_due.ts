import type { Knex } from 'knex';
import { dbNow } from '../db/now.ts';

/** The rows of a queue that a worker could take now. */
export type Due = { due: number; oldestSeconds: number };

/** More than this many rows are not counted: an outage makes millions, and an operator needs no exact number then. */
const MAX_COUNTED = 10_000;

/**
 * How many rows of a query are due by `column`, at most 10,000, and for how many seconds the oldest has been; 0 when none
 * is. The query reads in the order of an index that ends with `column`, so that this costs what it counts.
 */
export async function countDue(db: Knex, query: Knex.QueryBuilder, column: string): Promise<Due> {
  const rows = query.where(column, '<=', dbNow(db)).orderBy(column).limit(MAX_COUNTED).select({ time: column });
  const [row] = await db
    .from(rows.as('due'))
    .count({ due: '*' })
    .min({ oldest: 'time' })
    .select({ now: dbNow(db) });
  const { due, oldest, now } = row as unknown as { due: number; oldest: number | null; now: number };
  return { due, oldestSeconds: oldest === null ? 0 : Math.max(0, now - oldest) / 1_000 };
}

/** How many rows a query has, at most 10,000. */
export async function countUpTo(db: Knex, query: Knex.QueryBuilder): Promise<number> {
  const [row] = await db.from(query.limit(MAX_COUNTED).as('counted')).count({ count: '*' });
  return (row as unknown as { count: number }).count;
}
