import { idColumn, nameColumn, wordColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

const COLUMNS = ['installation_id', 'object_name', 'operation_id', 'event_type'];
const INDEX = ['destination_id', 'state', 'create_time', 'id'];

/**
 * What a delivery is about, for its list; NULL in older rows. The index gives the deliveries of a destination in one
 * state, in the order of the list. Its state changes twice per delivery, as in the three indexes that workers use.
 */
export const deliverySubjects: Migration = {
  name: 'notifications_0014_delivery_subjects',
  async up(db) {
    await db.schema.alterTable('deliveries', (t) => {
      idColumn(t, 'installation_id');
      nameColumn(t, 'object_name');
      idColumn(t, 'operation_id');
      wordColumn(t, 'event_type');
      t.index(INDEX, 'deliveries_listed');
    });
  },
  async down(db) {
    await db.schema.alterTable('deliveries', (t) => {
      t.dropIndex(INDEX, 'deliveries_listed');
      t.dropColumns(...COLUMNS);
    });
  },
};
