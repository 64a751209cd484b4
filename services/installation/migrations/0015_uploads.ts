import type { Knex } from 'knex';
import { bytesColumn, idColumn, nameColumn, timeColumn, wordColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

export const uploadsTable: Migration = {
  name: 'installation_0015_uploads',
  async up(db: Knex) {
    await db.schema.createTable('uploads', (t) => {
      idColumn(t, 'id').primary();
      nameColumn(t, 'owner').notNullable();
      wordColumn(t, 'md5').notNullable();
      bytesColumn(t, 'content');
      timeColumn(t, 'create_time').notNullable().index();
      timeColumn(t, 'expire_time').notNullable();
    });
  },
  async down(db: Knex) {
    await db.schema.dropTable('uploads');
  },
};
