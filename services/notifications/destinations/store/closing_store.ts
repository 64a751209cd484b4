import type { Knex } from 'knex';
import type { Closing, ClosingStore } from '../domain/closing.ts';

type Row = { destination_id: string; project_id: string; final_state: string; create_time: number };
const COLUMNS = ['destination_id', 'project_id', 'final_state'] as const;

export function sqlClosingStore(db: Knex): ClosingStore {
  const closings = () => db<Row>('closings');
  return {
    async put({ destinationId, projectId, finalState, createTime }) {
      await closings()
        .insert({
          destination_id: destinationId,
          project_id: projectId,
          // What 0.1.0 knows: a replica of it, too, may take the closing.
          final_state: finalState === 'held' ? 'failed' : finalState,
          create_time: createTime,
        })
        .onConflict('destination_id')
        .merge(['final_state']);
    },
    async list(limit) {
      return (
        await closings()
          .orderBy('destination_id')
          .limit(limit)
          .select(...COLUMNS)
      ).map(toClosing);
    },
    async lock(destinationId) {
      const row = await closings()
        .where({ destination_id: destinationId })
        .forUpdate()
        .first(...COLUMNS);
      return row && toClosing(row);
    },
    async remove(destinationId) {
      await closings().where({ destination_id: destinationId }).del();
    },
  };
}

/** Version 0.1.0 wrote `failed` for a disabled destination. */
function stateOf({ final_state }: Pick<Row, 'final_state'>): Closing['finalState'] {
  return final_state === 'cancelled' ? 'cancelled' : 'held';
}

function toClosing(row: Pick<Row, (typeof COLUMNS)[number]>): Closing {
  return { destinationId: row.destination_id, projectId: row.project_id, finalState: stateOf(row) };
}
