import type { Knex } from 'knex';
import type { RecordDifference, ReplayConfig, ReplayDifference } from '../operations/replay.ts';
import { NO_DIFFERENCE, type ReplayStore } from './replay.ts';

const OPEN_STATES = ['waiting', 'ready', 'running', 'parked'];
const COLUMNS = ['config', 'exact', 'by_order', 'added', 'removed', 'changed', 'same', 'unknown', 'changes'] as const;

type Row = Record<'exact' | 'by_order' | 'added' | 'removed' | 'changed' | 'same' | 'unknown', number> & {
  config: string;
  changes: string;
};

export function sqlReplayStore(db: Knex): ReplayStore {
  return {
    async insert(projectId, operationId, config) {
      await db('replays').insert({ operation_id: operationId, project_id: projectId, config, ...toRow(NO_DIFFERENCE) });
    },
    async find(projectId, operationId) {
      const row: Row | undefined = await db('replays')
        .where({ operation_id: operationId, project_id: projectId })
        .first(...COLUMNS);
      return row && { config: row.config as ReplayConfig, difference: toDifference(row) };
    },
    async update(projectId, operationId, difference) {
      await db('replays').where({ operation_id: operationId, project_id: projectId }).update(toRow(difference));
    },
    async findOpen({ projectId, installationId }, { of, delivers, config }) {
      const row: { id: string } | undefined = await db('operations')
        .join('replays', 'replays.operation_id', 'operations.id')
        .where({
          'operations.project_id': projectId,
          'operations.installation_id': installationId,
          'operations.replay_of': of,
          'operations.replay_delivers': delivers,
          'replays.config': config,
        })
        .whereIn('operations.state', OPEN_STATES)
        .first('operations.id as id');
      return row?.id;
    },
  };
}

function toRow({ byOrder, changes, ...counts }: ReplayDifference) {
  return { ...counts, by_order: byOrder, changes: JSON.stringify(changes) };
}

function toDifference({ by_order: byOrder, changes, config: _config, ...counts }: Row): ReplayDifference {
  return { ...counts, byOrder, changes: JSON.parse(changes) as RecordDifference[] };
}
