import type { Knex } from 'knex';
import { type Column, record, text } from '../../../../lib/db/record.ts';
import type { Closing, ClosingStore } from '../domain/closing.ts';

/** Version 0.1.0 writes and knows `failed` for a disabled destination. A replica of it, too, may take the closing. */
const finalState: Column<Closing['finalState']> = {
  read: (cell) => (cell === 'cancelled' ? 'cancelled' : 'held'),
  write: (state) => (state === 'held' ? 'failed' : state),
};
const closingRecord = record<Closing>({ destinationId: text, projectId: text, finalState });

export function sqlClosingStore(db: Knex): ClosingStore {
  const closings = () => db('closings');
  return {
    async put({ createTime, ...closing }) {
      await closings()
        .insert({ ...closingRecord.toRow(closing), create_time: createTime })
        .onConflict('destination_id')
        .merge(['final_state']);
    },
    async list(limit) {
      const rows = await closings().orderBy('destination_id').limit(limit).select(closingRecord.columns);
      return rows.map(closingRecord.fromRow);
    },
    async lock(destinationId) {
      const row = await closings().where({ destination_id: destinationId }).forUpdate().first(closingRecord.columns);
      return row && closingRecord.fromRow(row);
    },
    async remove(destinationId) {
      await closings().where({ destination_id: destinationId }).del();
    },
  };
}
