import type { Knex } from 'knex';

/**
 * Whether the database answers. Never rejects, and needs no timeout: the server watch notices a silent server. A
 * database that is only busy counts as reachable. If replicas were taken out of service for that, the others would load
 * it even more.
 */
export function isReachable(db: Knex): Promise<boolean> {
  return db.raw('select 1').then(
    () => true,
    (err: unknown) => (err as { name?: string }).name === 'KnexTimeoutError',
  );
}
