import type { Knex } from 'knex';
import { dbNow } from '../db/now.ts';

/** The number of rows of a queue that a worker could claim now, and how long the oldest has been due. */
export type DueRows = { due: number; oldestSeconds: number };

/** Max counted rows: after an outage millions may be due, and an operator does not need the exact number. */
const MAX_COUNTED = 10_000;

/**
 * Counts the rows of a query whose time in `column` has passed, at most 10,000. `oldestSeconds`: how long the oldest
 * has been due; 0 when no row is due. `query` must use an index that ends with `column`, so that only counted rows are
 * read.
 */
export async function countDue(db: Knex, query: Knex.QueryBuilder, column: string): Promise<DueRows> {
  const rows = query.where(column, '<=', dbNow(db)).orderBy(column).limit(MAX_COUNTED).select({ time: column });
  const [row] = await db
    .from(rows.as('due'))
    .count({ due: '*' })
    .min({ oldest: 'time' })
    .select({ now: dbNow(db) });
  const { due, oldest, now } = row as unknown as { due: number; oldest: number | null; now: number };
  return { due, oldestSeconds: oldest === null ? 0 : Math.max(0, now - oldest) / 1_000 };
}

/** Counts the rows of a query, at most 10,000. */
export async function countUpTo(db: Knex, query: Knex.QueryBuilder): Promise<number> {
  const [row] = await db.from(query.limit(MAX_COUNTED).as('counted')).count({ count: '*' });
  return (row as unknown as { count: number }).count;
}
