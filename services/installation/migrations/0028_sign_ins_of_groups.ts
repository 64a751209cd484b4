import type { Knex } from 'knex';
import type { Migration } from '../../../lib/db/migrate.ts';

const TABLES = ['oauth_sessions', 'custom_auth_sessions'];

/** The quotas count the sign-ins that a group has under way. */
export const signInsOfGroups: Migration = {
  name: 'installation_0028_sign_ins_of_groups',
  async up(db: Knex) {
    for (const table of TABLES)
      await db.schema.alterTable(table, (t) => t.index(['project_id', 'group_ref'], `${table}_of_group`));
  },
  async down(db: Knex) {
    for (const table of TABLES)
      await db.schema.alterTable(table, (t) => t.dropIndex(['project_id', 'group_ref'], `${table}_of_group`));
  },
};
