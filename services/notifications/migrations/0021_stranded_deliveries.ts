import type { Knex } from 'knex';
import type { Migration } from '../../../lib/db/migrate.ts';
import { dbNow } from '../../../lib/db/now.ts';

const OPEN = ['pending', 'leased', 'held'];

/**
 * Ends deliveries that no destination will ever take. Earlier versions stored the messages for a deleted destination
 * under its name only, so that nothing distinguished them from messages for a name that is unknown so far; and a process that
 * stopped in between could leave some under a deleted id. Each row of `closings` makes the loop of holds/holds.ts
 * end them. Their records are read again; what is for an unknown name is then held for it once more.
 */
export const strandedDeliveries: Migration = {
  name: 'notifications_0021_stranded_deliveries',
  async up(db) {
    if (await db('holds').where({ destination_id: '' }).first('delivery_id')) await close(db, '', '');
    for (const state of OPEN) {
      const gone = await db('deliveries as d')
        .leftJoin('destinations as o', 'o.id', 'd.destination_id')
        .where({ 'd.state': state })
        .whereNot('d.destination_id', '')
        .whereNull('o.id')
        .distinct('d.destination_id', 'd.project_id');
      for (const { destination_id, project_id } of gone) await close(db, destination_id, project_id);
    }
  },
  // Deliveries that have ended stay ended.
  down: async () => {},
};

async function close(db: Knex, destinationId: string, projectId: string): Promise<void> {
  const row = {
    destination_id: destinationId,
    project_id: projectId,
    final_state: 'cancelled',
    create_time: dbNow(db),
  };
  await db('closings').insert(row).onConflict('destination_id').merge(['final_state']);
}
