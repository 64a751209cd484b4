import type { Migration } from '../../../lib/db/migrate.ts';

const INDEX = ['project_id', 'state', 'id'];

/** For the list of all operations of a project: one range per state, newest first by id. */
export const operationsByProject: Migration = {
  name: '0033_operations_by_project',
  async up(db) {
    await db.schema.alterTable('operations', (t) => void t.index(INDEX, 'operations_listed'));
  },
  async down(db) {
    await db.schema.alterTable('operations', (t) => void t.dropIndex(INDEX, 'operations_listed'));
  },
};
