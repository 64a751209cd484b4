import type { Knex } from 'knex';
import { flagColumn, idColumn, textColumn, timeColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

export const jwtKeys: Migration = {
  name: '0002_jwt_keys',
  async up(db: Knex) {
    await db.schema.createTable('jwt_keys', (t) => {
      idColumn(t, 'id').primary();
      idColumn(t, 'project_id').notNullable().index();
      textColumn(t, 'label').notNullable();
      textColumn(t, 'public_key_pem').notNullable();
      flagColumn(t, 'active');
      timeColumn(t, 'create_time').notNullable();
      timeColumn(t, 'update_time').notNullable();
    });
  },
  async down(db: Knex) {
    await db.schema.dropTable('jwt_keys');
  },
};
