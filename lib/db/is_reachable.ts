import type { Knex } from 'knex';

/**
 * Whether the database answers. Never rejects, and ends by itself: a server that is silent is noticed by its watch. A
 * database that is only busy counts as reachable, because taking its replicas out of service would make it busier.
 */
export function isReachable(db: Knex): Promise<boolean> {
  return db.raw('select 1').then(
    () => true,
    (err: unknown) => (err as { name?: string }).name === 'KnexTimeoutError',
  );
}
