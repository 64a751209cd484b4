import type { Knex } from 'knex';
import { idColumn, timeColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/**
 * The latest reading operation of an installation, apart from its latest operation, which may be a write: only reads
 * say that reads fail. From now on a row whose reads fail has `failing_since`; until the next failure, 0.1.0 stored none.
 */
export const lastRead: Migration = {
  name: 'installation_0055_last_read',
  async up(db: Knex) {
    await db.schema.alterTable('installations', (t) => {
      idColumn(t, 'last_read_id');
      timeColumn(t, 'last_read_time');
    });
    await db('installations').update({
      last_read_id: db.ref('last_operation_id'),
      last_read_time: db.ref('last_operation_time'),
    });
    await db('installations')
      .where({ last_operation_status: 'failure', failing_since: null })
      .update({ failing_since: db.ref('last_operation_time') });
    await db('installations').where({ last_operation_status: 'success' }).update({ failing_since: null });
  },
  async down(db: Knex) {
    await db.schema.alterTable('installations', (t) => t.dropColumns('last_read_id', 'last_read_time'));
  },
};
