import type { Knex } from 'knex';
import { idColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';
import { newId } from '../../../lib/ids/ids.ts';

const BATCH = 500;
const AUTHOR = 'consumer:';

/**
 * Ids of consumers, and `consumer:<id>` as who created an installation, which was `consumer:<ref>`. NULL in rows that a
 * process of 0.1.0 adds while the others are upgraded; the next installation that the consumer makes sets it.
 */
export const consumerIds: Migration = {
  name: 'installation_0053_consumer_ids',
  async up(db) {
    await db.schema.alterTable('consumers', (t) => void idColumn(t, 'id'));
    for (let rows = await withoutId(db); rows.length > 0; rows = await withoutId(db))
      for (const row of rows) await db('consumers').where(row).update({ id: newId() });
    await rewriteAuthors(db, { is: 'k.ref', becomes: 'k.id' });
  },
  async down(db) {
    await rewriteAuthors(db, { is: 'k.id', becomes: 'k.ref' });
    await db.schema.alterTable('consumers', (t) => void t.dropColumn('id'));
  },
};

function withoutId(db: Knex): Promise<{ project_id: string; ref: string }[]> {
  return db('consumers').whereNull('id').limit(BATCH).select('project_id', 'ref');
}

/** An author whose consumer is not there stays as it is. */
async function rewriteAuthors(db: Knex, { is, becomes }: { is: string; becomes: string }): Promise<void> {
  for (let after = ''; ; ) {
    const rows: { id: string; author: string }[] = await db({ i: 'installations' })
      .join({ k: 'consumers' }, (on) => {
        on.on('k.project_id', 'i.project_id').andOn(is, db.raw('substr(i.created_by, ?)', [AUTHOR.length + 1]));
      })
      .where('i.created_by', 'like', `${AUTHOR}%`)
      .where('i.id', '>', after)
      .orderBy('i.id')
      .limit(BATCH)
      .select({ id: 'i.id', author: becomes });
    for (const { id, author } of rows)
      await db('installations')
        .where({ id })
        .update({ created_by: `${AUTHOR}${author}`.slice(0, 191) });
    if (rows.length < BATCH) return;
    after = rows.at(-1)?.id ?? '';
  }
}
