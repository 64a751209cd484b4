import type { Knex } from 'knex';
import { traitsOf } from './traits.ts';

/**
 * Completes a write that only the holder of a lease may make, and says whether it was made:
 *
 *     if (!await fencedUpdate(trx('operations').where({ id }).update({ state: 'done' }), fence)) return; // lost
 *
 * Each claim of a row raises its fence. A worker that was paused past its lease still believes in its own number, and
 * writes nothing. It also cannot *undo* what it did outside: so that must carry a stable id.
 *
 * The database option `dropFence` leaves the condition out. It exists so that the crash tests can show that they notice.
 */
export async function fencedUpdate(query: Knex.QueryBuilder, fence: number, column = 'fence'): Promise<boolean> {
  const { dropFence } = traitsOf(query);
  const changed: unknown = await (dropFence ? query : query.where(column, fence));
  return Number(changed) > 0;
}
