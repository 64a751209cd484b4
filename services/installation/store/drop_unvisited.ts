import type { Knex } from 'knex';

/**
 * Removes the oldest of these sessions whose page before the sign-in was never continued, with that page; returns how
 * many. A session without a page is from an earlier release: its browser went straight to the provider.
 */
export async function dropUnvisited(db: Knex, sessions: Knex.QueryBuilder, limit: number): Promise<number> {
  const waiting = db('sign_in_pages').whereNull('browser_hash').select('id');
  const oldest: string[] = await sessions
    .clone()
    .whereIn('page_id', waiting)
    .orderBy('create_time')
    .orderBy('id')
    .limit(limit)
    .pluck('page_id');
  // The lock decides: a page that a browser continues at this moment keeps its session.
  const pages: string[] = await db('sign_in_pages')
    .whereIn('id', oldest)
    .whereNull('browser_hash')
    .forUpdate()
    .pluck('id');
  if (pages.length === 0) return 0;
  await sessions.clone().whereIn('page_id', pages).del();
  return db('sign_in_pages').whereIn('id', pages).del();
}
