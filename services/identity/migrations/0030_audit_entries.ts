import { idColumn, jsonColumn, nameColumn, timeColumn, wordColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/** The audit log of all services. */
export const auditEntries: Migration = {
  name: '0030_audit_entries',
  async up(db) {
    await db.schema.createTable('audit_entries', (t) => {
      idColumn(t, 'id').primary();
      wordColumn(t, 'project_id').notNullable();
      wordColumn(t, 'org_id').notNullable();
      timeColumn(t, 'time').notNullable().index();
      nameColumn(t, 'actor').notNullable();
      wordColumn(t, 'action').notNullable();
      nameColumn(t, 'target_id').notNullable();
      nameColumn(t, 'target_name').notNullable();
      jsonColumn(t, 'fields').notNullable();
      t.index(['project_id', 'id']);
      t.index(['org_id', 'id']);
    });
  },
  async down(db) {
    await db.schema.dropTable('audit_entries');
  },
};
