import { jsonColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/**
 * Where the pages of a project's sign-ins may report to, and whether its frontend keys are restricted. Null in rows of
 * 0.1.0: any origin, unrestricted.
 */
export const originsOfProjects: Migration = {
  name: '0008_origins_of_projects',
  async up(db) {
    await db.schema.alterTable('projects', (t) => void jsonColumn(t, 'allowed_origins'));
    await db.schema.alterTable('projects', (t) => void t.boolean('restrict_frontend_keys'));
  },
  async down(db) {
    await db.schema.alterTable('projects', (t) => t.dropColumn('restrict_frontend_keys'));
    await db.schema.alterTable('projects', (t) => t.dropColumn('allowed_origins'));
  },
};
