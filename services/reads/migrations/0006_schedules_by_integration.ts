import type { Migration } from '../../../lib/db/migrate.ts';

const INDEX = 'schedules_integration';

/** A destructive deploy finds its objects in all installations of an integration. */
export const schedulesByIntegration: Migration = {
  name: '0006_schedules_by_integration',
  up: (db) => db.schema.alterTable('schedules', (t) => void t.index(['integration_id', 'object_name'], INDEX)),
  down: (db) => db.schema.alterTable('schedules', (t) => void t.dropIndex(['integration_id', 'object_name'], INDEX)),
};
