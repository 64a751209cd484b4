import type { Knex } from 'knex';
import {
  countColumn,
  idColumn,
  leaseColumns,
  nameColumn,
  textColumn,
  timeColumn,
  wordColumn,
} from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/** Tokens of deleted connections that the provider must still revoke. A row is deleted when its work is done. */
export const revocationsTable: Migration = {
  name: 'installation_0013_revocations',
  async up(db: Knex) {
    await db.schema.createTable('revocations', (t) => {
      idColumn(t, 'id').primary();
      idColumn(t, 'project_id').notNullable();
      idColumn(t, 'connection_id').notNullable();
      nameColumn(t, 'provider').notNullable();
      textColumn(t, 'sealed').notNullable();
      wordColumn(t, 'state').notNullable();
      timeColumn(t, 'next_time').notNullable();
      countColumn(t, 'tries');
      leaseColumns(t);
      timeColumn(t, 'create_time').notNullable();
      t.index(['state', 'next_time'], 'revocations_due');
      t.index(['state', 'lease_until'], 'revocations_lease');
    });
  },
  async down(db: Knex) {
    await db.schema.dropTable('revocations');
  },
};
