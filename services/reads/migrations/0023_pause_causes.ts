import { idColumn, wordColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';
import { traitsOf } from '../../../lib/db/traits.ts';

const CONNECTION_INDEX = 'schedules_connection';
const BATCH = 1_000;

type Db = Parameters<Migration['up']>[0];

/**
 * `pause_causes`: why an object is paused, so that it resumes when the causes end: words of schedules/schedule.ts separated
 * by blanks. Empty for older pauses, which only a request ends. `connection_id`: the connection whose credentials its
 * reads use, to find the objects that wait for new ones.
 */
export const pauseCauses: Migration = {
  name: '0023_pause_causes',
  async up(db) {
    await db.schema.alterTable('schedules', (t) => {
      wordColumn(t, 'pause_causes').notNullable().defaultTo('');
      idColumn(t, 'connection_id').notNullable().defaultTo('');
      t.index(['connection_id'], CONNECTION_INDEX);
    });
    await fillConnections(db);
  },
  down: (db) =>
    db.schema.alterTable('schedules', (t) => {
      t.dropIndex(['connection_id'], CONNECTION_INDEX);
      t.dropColumns('pause_causes', 'connection_id');
    }),
};

/** Updates a thousand rows at a time: each row is the lock of an object, and reads may need it meanwhile. */
async function fillConnections(db: Db): Promise<void> {
  const inPlan = "json_extract(plan, '$.connectionId')";
  const connectionId = db.raw(traitsOf(db).engine === 'sqlite' ? inPlan : `json_unquote(${inPlan})`);
  for (let after = ''; ; ) {
    const ids: string[] = await db('schedules').where('id', '>', after).orderBy('id').limit(BATCH).pluck('id');
    const last = ids.at(-1);
    if (last === undefined) return;
    await db('schedules').whereIn('id', ids).update({ connection_id: connectionId });
    after = last;
  }
}
