import type { Knex } from 'knex';
import { dbNow } from '../../../lib/db/now.ts';
import { type CellMapping, tableRecord, textCell, timeCell } from '../../../lib/db/record.ts';
import type { ClosingStore, DestinationClosing, ReleaseProgress, ReleaseStore } from './destination.ts';

/**
 * Stores `held` as `failed`: version 0.1.0 writes `failed` for a disabled destination and does not know `held`, and its
 * replicas may process the same rows.
 */
const finalState: CellMapping<DestinationClosing['finalState']> = {
  read: (cell) => (cell === 'cancelled' ? 'cancelled' : 'held'),
  write: (state) => (state === 'held' ? 'failed' : state),
};
const closingRecord = tableRecord<DestinationClosing>({ destinationId: textCell, projectId: textCell, finalState });

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

const releaseRecord = tableRecord<ReleaseProgress>({
  destinationId: textCell,
  projectId: textCell,
  dueTime: timeCell,
  createTime: timeCell,
});

/**
 * Released deliveries get due times that start a day ago and are a millisecond apart. So they are claimed in their
 * order, and before newer messages.
 */
const DAY_MS = 24 * 3_600_000;

export function sqlReleaseStore(db: Knex): ReleaseStore {
  const releases = () => db('releases');
  const now = (offset = 0) => dbNow(db, offset);
  return {
    async put({ destinationId, projectId }) {
      await releases()
        .insert({ destination_id: destinationId, project_id: projectId, due_time: now(-DAY_MS), create_time: now() })
        .onConflict('destination_id')
        .merge(['create_time']);
    },
    async list(limit) {
      const rows = await releases().orderBy('destination_id').limit(limit).select(releaseRecord.columns);
      return rows.map(releaseRecord.fromRow);
    },
    async lock(destinationId) {
      const row = await releases().where({ destination_id: destinationId }).forUpdate().first(releaseRecord.columns);
      return row && releaseRecord.fromRow(row);
    },
    async isUnderWay(destinationId) {
      return (await releases().where({ destination_id: destinationId }).first('destination_id')) !== undefined;
    },
    async isAwaited(projectId, destinationName) {
      const row = await db('holds')
        .where({ destination_id: '', project_id: projectId, destination_name: destinationName })
        .first('delivery_id');
      return row !== undefined;
    },
    async update(destinationId, dueTime) {
      await releases().where({ destination_id: destinationId }).update({ due_time: dueTime });
    },
    async remove(destinationId) {
      await releases().where({ destination_id: destinationId }).del();
    },
  };
}
