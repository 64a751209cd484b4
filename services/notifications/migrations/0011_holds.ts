import { countColumn, flagColumn, idColumn, nameColumn, timeColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/**
 * Held deliveries; see holds/hold.ts. A separate table, so that messages that are delivered at once do not pay for its
 * indexes. `order_number`: 0 on older deliveries, which are then ordered by id.
 */
export const holdsTable: Migration = {
  name: 'notifications_0011_holds',
  async up(db) {
    await db.schema.createTable('holds', (t) => {
      idColumn(t, 'delivery_id').primary();
      idColumn(t, 'project_id').notNullable();
      idColumn(t, 'destination_id').notNullable();
      nameColumn(t, 'destination_name').notNullable();
      t.bigInteger('order_number').notNullable();
      flagColumn(t, 'is_refused');
      timeColumn(t, 'hold_time').notNullable();
      timeColumn(t, 'create_time').notNullable();
      t.index(['destination_id', 'order_number', 'delivery_id'], 'holds_order');
      t.index(['create_time'], 'holds_age');
    });
    await db.schema.alterTable('deliveries', (t) => {
      countColumn(t, 'order_number');
      countColumn(t, 'hold_seq');
    });
  },
  async down(db) {
    await db.schema.alterTable('deliveries', (t) => {
      t.dropColumn('order_number');
      t.dropColumn('hold_seq');
    });
    await db.schema.dropTable('holds');
  },
};
