import type { Knex } from 'knex';
import { dbNow } from '../../../lib/db/now.ts';
import { activeKey } from '../domain/operation.ts';
import type { ObjectKey, OperationStore } from '../domain/stores.ts';
import { operationLeases } from './operation_leases.ts';
import { COLUMNS, toOperation, type OperationRow } from './operation_row.ts';

const OPEN = ['waiting', 'ready', 'running', 'parked'];

/** The rows as callers see them; what a worker does to the one it holds is in operation_leases.ts. */
export function sqlOperationStore(db: Knex): OperationStore {
  const operations = () => db('operations');
  return {
    ...operationLeases(db),
    async insert(operation, state) {
      const { id, projectId, integrationId, installationId, configId, objectName, mappedObjectName, readType } =
        operation;
      await operations().insert({
        id,
        project_id: projectId,
        integration_id: integrationId,
        installation_id: installationId,
        config_id: configId,
        object_name: objectName,
        mapped_object_name: mappedObjectName,
        read_type: readType,
        state,
        active_key: state === 'ready' ? activeKey(operation) : null,
        since_time: operation.sinceTime,
        until_time: operation.untilTime,
        next_time: dbNow(db),
        create_time: operation.createTime,
        update_time: operation.createTime,
      });
    },
    async find(projectId, id) {
      const row: OperationRow | undefined = await operations()
        .where({ project_id: projectId, id })
        .first(...COLUMNS);
      return row && toOperation(row);
    },
    async list(projectId, { integrationId, installationId, beforeId, limit }) {
      const query = operations().where({
        project_id: projectId,
        integration_id: integrationId,
        installation_id: installationId,
      });
      if (beforeId) query.where('id', '<', beforeId);
      const rows: OperationRow[] = await query
        .orderBy('id', 'desc')
        .limit(limit)
        .select(...COLUMNS);
      return rows.map(toOperation);
    },
    async listOpen(key) {
      const rows: { id: string; state: string; read_type: string }[] = await operations()
        .where(objectOf(key))
        .whereIn('state', OPEN)
        .orderBy('id')
        .select('id', 'state', 'read_type');
      return rows.map(({ id, state, read_type }) => ({ id, state, readType: read_type }));
    },
    async findBackfill(projectId, { integrationId, installationId, objectName }) {
      const row: OperationRow | undefined = await operations()
        .where({
          project_id: projectId,
          integration_id: integrationId,
          installation_id: installationId,
          read_type: 'backfill',
        })
        .where((either) => either.where({ object_name: objectName }).orWhere({ mapped_object_name: objectName }))
        .orderBy('id', 'desc')
        .first(...COLUMNS);
      return row && toOperation(row);
    },
    async promote(key) {
      const oldest: { id: string } | undefined = await operations()
        .where({ ...objectOf(key), state: 'waiting' })
        .orderBy('id')
        .first('id');
      if (!oldest) return undefined;
      await operations()
        .where({ id: oldest.id })
        .update({ state: 'ready', active_key: activeKey(key), next_time: dbNow(db) });
      return oldest.id;
    },
    async cancelAll(projectId, installationId, { result, now }) {
      const rows: OperationRow[] = await operations()
        .where({ project_id: projectId, installation_id: installationId })
        .whereIn('state', OPEN)
        .orderBy('id')
        .select(...COLUMNS);
      // The fence moves too, so that whoever is at work on one of them can write no more.
      await operations()
        .whereIn(
          'id',
          rows.map(({ id }) => id),
        )
        .update({
          state: 'failure',
          active_key: null,
          result,
          update_time: now,
          fence: db.raw('?? + 1', ['fence']),
        });
      return rows.map((row) => toOperation({ ...row, state: 'failure', result, update_time: now }));
    },
  };
}

function objectOf({ projectId, installationId, objectName }: ObjectKey) {
  return { project_id: projectId, installation_id: installationId, object_name: objectName };
}
