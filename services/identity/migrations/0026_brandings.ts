import { bytesColumn, idColumn, wordColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/** How the connect page of a project looks. */
export const brandings: Migration = {
  name: '0026_brandings',
  async up(db) {
    await db.schema.createTable('brandings', (t) => {
      idColumn(t, 'project_id').primary();
      wordColumn(t, 'accent_color').notNullable();
      wordColumn(t, 'logo_type').notNullable();
      bytesColumn(t, 'logo');
    });
  },
  async down(db) {
    await db.schema.dropTable('brandings');
  },
};
