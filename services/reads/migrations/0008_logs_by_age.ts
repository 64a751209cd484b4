import type { Migration } from '../../../lib/db/migrate.ts';

const INDEX = 'operation_logs_by_age';

/** For the janitor, which looks for expired lines every minute. */
export const logsByAge: Migration = {
  name: '0008_logs_by_age',
  up: (db) => db.schema.alterTable('operation_logs', (t) => void t.index(['create_time'], INDEX)),
  down: (db) => db.schema.alterTable('operation_logs', (t) => void t.dropIndex(['create_time'], INDEX)),
};
