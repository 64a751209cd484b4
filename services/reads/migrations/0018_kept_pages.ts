import {
  bytesColumn,
  countColumn,
  flagColumn,
  idColumn,
  jsonColumn,
  textColumn,
  timeColumn,
  wordColumn,
} from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/**
 * The archive of provider responses for replays: the calls of each page, their bodies by address, and the key of each
 * installation that decrypts both. Nothing can be decrypted without the key, so deleting one row erases an
 * installation's archive.
 */
export const keptPages: Migration = {
  name: '0018_kept_pages',
  async up(db) {
    await db.schema.createTable('kept_keys', (t) => {
      idColumn(t, 'installation_id').primary();
      idColumn(t, 'project_id').notNullable();
      textColumn(t, 'sealed').notNullable();
      timeColumn(t, 'create_time').notNullable();
    });
    await db.schema.createTable('kept_pages', (t) => {
      idColumn(t, 'operation_id').notNullable();
      t.bigInteger('page_seq').notNullable();
      idColumn(t, 'project_id').notNullable();
      flagColumn(t, 'is_first');
      t.bigInteger('first_sequence').notNullable();
      countColumn(t, 'messages');
      jsonColumn(t, 'left_out');
      bytesColumn(t, 'sealed').notNullable();
      timeColumn(t, 'expire_time').notNullable();
      t.primary(['operation_id', 'page_seq']);
      t.index(['expire_time'], 'kept_pages_expired');
    });
    await db.schema.createTable('kept_bodies', (t) => {
      idColumn(t, 'installation_id').notNullable();
      wordColumn(t, 'address').notNullable();
      idColumn(t, 'project_id').notNullable();
      bytesColumn(t, 'content').notNullable();
      timeColumn(t, 'expire_time').notNullable();
      t.primary(['installation_id', 'address']);
      t.index(['expire_time'], 'kept_bodies_expired');
    });
  },
  async down(db) {
    for (const table of ['kept_bodies', 'kept_pages', 'kept_keys']) await db.schema.dropTable(table);
  },
};
