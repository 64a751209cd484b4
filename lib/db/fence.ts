import type { Knex } from 'knex';

/**
 * Completes a write that only the holder of a lease may make, and says whether it was made:
 *
 *     if (!await fencedUpdate(trx('operations').where({ id }).update({ state: 'done' }), fence)) return; // lost
 *
 * Each claim of a row raises its fence. A worker that was paused past its lease still believes in its own number, and
 * writes nothing. It also cannot *undo* what it did outside: so that must carry a stable id.
 */
export async function fencedUpdate(query: Knex.QueryBuilder, fence: number, column = 'fence'): Promise<boolean> {
  const changed: unknown = await query.where(column, fence);
  return Number(changed) > 0;
}
