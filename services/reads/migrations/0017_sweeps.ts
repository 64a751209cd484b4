import type { Knex } from 'knex';
import { countColumn, idColumn, leaseColumns, nameColumn, timeColumn, wordColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/** The sweeps for deleted records, and the known ids of the swept objects; see deletes/sweep.ts. */
export const sweepsTables: Migration = {
  name: '0017_sweeps',
  async up(db: Knex) {
    await db.schema.createTable('sweeps', (t) => {
      idColumn(t, 'id').primary();
      idColumn(t, 'project_id').notNullable();
      idColumn(t, 'installation_id').notNullable();
      nameColumn(t, 'object_name').notNullable();
      nameColumn(t, 'cron').notNullable();
      wordColumn(t, 'state').notNullable();
      timeColumn(t, 'next_time');
      leaseColumns(t);
      countColumn(t, 'current_sweep');
      countColumn(t, 'whole_sweep');
      countColumn(t, 'whole_before');
      wordColumn(t, 'scope').notNullable();
      t.unique(['installation_id', 'object_name'], { indexName: 'sweeps_of_object' });
      t.index(['state', 'next_time'], 'sweeps_due');
    });
    await db.schema.createTable('known_records', (t) => {
      idColumn(t, 'project_id').notNullable();
      idColumn(t, 'installation_id').notNullable();
      nameColumn(t, 'object_name').notNullable();
      nameColumn(t, 'record_id').notNullable();
      countColumn(t, 'seen_sweep');
      t.primary(['installation_id', 'object_name', 'record_id']);
      t.index(['installation_id', 'object_name', 'seen_sweep'], 'known_records_seen');
    });
  },
  async down(db: Knex) {
    await db.schema.dropTable('known_records');
    await db.schema.dropTable('sweeps');
  },
};
