import type { Knex } from 'knex';

/**
 * Whether the database answers. Never rejects. It needs no timeout, because the server watch (engines/server_watch.ts)
 * notices a server that does not answer. A busy database counts as reachable: if a busy database made replicas unready,
 * the other replicas would load it even more.
 */
export function isReachable(db: Knex): Promise<boolean> {
  return db.raw('select 1').then(
    () => true,
    (err: unknown) => (err as { name?: string }).name === 'KnexTimeoutError',
  );
}
