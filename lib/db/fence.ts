import type { Knex } from 'knex';

/**
 * Completes a write that only the holder of a lease may make. Returns whether the row was written:
 *
 *     if (!await fencedUpdate(trx('operations').where({ id }).update({ state: 'done' }), fence)) return; // lost
 *
 * Each claim of a row raises its fence. A worker that was paused until its lease expired still uses its old number, so
 * its writes change nothing. But the worker may already have sent something to another system, such as a message. So
 * everything that a worker sends must have a stable id.
 */
export async function fencedUpdate(query: Knex.QueryBuilder, fence: number, column = 'fence'): Promise<boolean> {
  const changed: unknown = await query.where(column, fence);
  return Number(changed) > 0;
}
