import type { Knex } from 'knex';
import { dbNow } from '../../../../lib/db/now.ts';
import { activeKey } from '../domain/operation.ts';
import type { NewOperation } from '../domain/new_operation.ts';
import type { ObjectKey } from '../../domain/object_key.ts';
import type { OpenOperation, OperationStore, QueuedOperation } from '../domain/operation_store.ts';
import { operationPurge } from './operation_purge.ts';
import { operationLeases } from './operation_leases.ts';
import { operationLists } from './operation_lists.ts';
import { COLUMNS, toOperation, type OperationRow } from './operation_row.ts';
import { joinTurns } from './turn_rows.ts';

type OpenRow = Pick<OperationRow, 'id' | 'state' | 'read_type' | 'project_id' | 'installation_id' | 'object_name'> & {
  replay_of: string | null;
};

const OPEN = ['waiting', 'ready', 'running', 'parked', 'putOff'];

/** The operations as callers see them. The writes of a worker under its lease are in operation_leases.ts. */
export function sqlOperationStore(db: Knex): OperationStore {
  const operations = () => db('operations');

  async function resume(
    { id, projectId, installationId, objectName }: ObjectKey & { id: string },
    change?: { deferrals: number },
  ): Promise<boolean> {
    const key = { projectId, installationId, objectName };
    const active_key = activeKey(key);
    const isFree = !(await operations().where({ active_key }).first('id'));
    const place = isFree ? { state: 'ready', active_key, next_time: dbNow(db) } : { state: 'waiting' };
    const isResumed = await operations()
      .where({ project_id: projectId, id, state: 'putOff' })
      .update({ ...place, ...(change && { put_offs: change.deferrals }) });
    if (isResumed && isFree) await joinTurns(db, [key]);
    return Boolean(isResumed);
  }

  async function insertAll(queued: readonly QueuedOperation[]): Promise<void> {
    if (queued.length === 0) return;
    await operations().insert(queued.map((one) => newRow(db, one)));
    await joinTurns(
      db,
      queued.filter(({ state }) => state === 'ready').map(({ operation }) => operation),
    );
  }

  return {
    ...operationLeases(db),
    purge: operationPurge(db),
    ...operationLists(db),
    insert: (operation, state) => insertAll([{ operation, state }]),
    insertAll,
    async find(projectId, id) {
      const row: OperationRow | undefined = await operations()
        .where({ project_id: projectId, id })
        .first(...COLUMNS);
      return row && toOperation(row);
    },
    async findPlan(projectId, id) {
      const row: { plan: string | null } | undefined = await operations()
        .where({ project_id: projectId, id })
        .first('plan');
      return row?.plan ?? undefined;
    },
    async listOpen(key) {
      const rows: OpenRow[] = await inLine(operations().where(objectOf(key)));
      return rows.map(toOpen);
    },
    async listOpenOf(keys) {
      const rows: OpenRow[] = await inLine(
        operations()
          .whereIn('installation_id', distinct(keys, 'installationId'))
          .whereIn('project_id', distinct(keys, 'projectId')),
      );
      return rows.map(toOpen);
    },
    async findBackfill(projectId, { integrationId, installationId, objectName }) {
      const row: OperationRow | undefined = await operations()
        .where({
          project_id: projectId,
          integration_id: integrationId,
          installation_id: installationId,
          read_type: 'backfill',
        })
        .whereNull('replay_of')
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
      await joinTurns(db, [key]);
      return oldest.id;
    },
    async listDeferred(limit) {
      const rows: (Omit<OpenRow, 'read_type'> & { awaited_destination: string | null })[] = await operations()
        .where({ state: 'putOff' })
        .where('next_time', '<=', dbNow(db))
        .orderBy('next_time')
        .limit(limit)
        .select('id', 'project_id', 'installation_id', 'object_name', 'awaited_destination');
      return rows.map(({ id, project_id, installation_id, object_name, awaited_destination }) => ({
        isAwaiting: awaited_destination !== null,
        id,
        projectId: project_id,
        installationId: installation_id,
        objectName: object_name,
      }));
    },
    resume,
    async listAwaiting(key) {
      return operations()
        .where({ ...objectOf(key), state: 'putOff' })
        .whereNotNull('awaited_destination')
        .orderBy('id')
        .select('id');
    },
    async resumeAwaiting(operation, now) {
      if (!(await resume(operation))) return;
      await operations()
        .where({ project_id: operation.projectId, id: operation.id })
        .update({ waited_ms: db.raw('waited_ms + ? - update_time', [now]) });
      await operations()
        .where({ project_id: operation.projectId, id: operation.id })
        .update({ awaited_destination: null, update_time: now });
    },
    async deferLonger({ projectId, id }, waitMs) {
      await operations()
        .where({ project_id: projectId, id, state: 'putOff' })
        .update({ next_time: dbNow(db, waitMs) });
    },
    async countSettled(projectId, counts) {
      // In a fixed order, so that two transactions that update the same operations do not deadlock.
      const inOrder = [...counts].sort((a, b) => (a.operationId < b.operationId ? -1 : 1));
      for (const { operationId, delivered, undelivered } of inOrder)
        await operations()
          .where({ project_id: projectId, id: operationId })
          .update({
            records_delivered: db.raw('?? + ?', ['records_delivered', delivered]),
            records_undelivered: db.raw('?? + ?', ['records_undelivered', undelivered]),
          });
    },
    async addHeld(projectId, id, by) {
      const one = () => operations().where({ project_id: projectId, id });
      const row: { records_held: number } | undefined = await one().forUpdate().first('records_held');
      const before = row?.records_held ?? 0;
      const after = Math.max(0, before + by);
      await one().update({ records_held: after });
      return { before, after };
    },
    async cancelAll(projectId, installationId, { result, now }) {
      const rows: OperationRow[] = await operations()
        .where({ project_id: projectId, installation_id: installationId })
        .whereIn('state', OPEN)
        .orderBy('id')
        .select(...COLUMNS);
      // The fence grows too, so that a worker that still runs one of them can write nothing more.
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
      await db('turns').where({ project_id: projectId, installation_id: installationId }).del();
      return rows.map((row) => toOperation({ ...row, state: 'failure', result, update_time: now }));
    },
  };
}

/** A replay's plan is fixed at creation. `goes_on` keeps its first start out of the log. */
function replayColumns({ replay, planJson }: NewOperation) {
  if (!replay) return {};
  return { replay_of: replay.of, replay_delivers: replay.delivers, plan: planJson ?? null, goes_on: true };
}

function objectOf({ projectId, installationId, objectName }: ObjectKey) {
  return { project_id: projectId, installation_id: installationId, object_name: objectName };
}

/**
 * Selects the unfinished operations that are in their object's queue, oldest first. Replays that only compare are not
 * in a queue.
 */
function inLine(query: Knex.QueryBuilder): Knex.QueryBuilder {
  return query
    .whereIn('state', OPEN)
    .where((either) => either.whereNull('replay_of').orWhere('replay_delivers', true))
    .orderBy('id')
    .select('id', 'state', 'read_type', 'project_id', 'installation_id', 'object_name', 'replay_of');
}

function toOpen(row: OpenRow): OpenOperation & ObjectKey {
  return {
    id: row.id,
    state: row.state,
    readType: row.replay_of === null ? row.read_type : 'replay',
    projectId: row.project_id,
    installationId: row.installation_id,
    objectName: row.object_name,
  };
}

function distinct<Key extends keyof ObjectKey>(keys: readonly ObjectKey[], name: Key): string[] {
  return [...new Set(keys.map((key) => key[name]))];
}

/** The only place that sets an operation's initial values. */
function newRow(db: Knex, { operation, state }: QueuedOperation) {
  return {
    id: operation.id,
    project_id: operation.projectId,
    integration_id: operation.integrationId,
    installation_id: operation.installationId,
    config_id: operation.configId,
    object_name: operation.objectName,
    mapped_object_name: operation.mappedObjectName,
    read_type: operation.readType,
    state,
    active_key: state === 'ready' ? activeKey(operation) : null,
    since_time: operation.sinceTime,
    until_time: operation.untilTime,
    next_time: dbNow(db),
    records_fetched: 0,
    is_reread: operation.isReread ?? false,
    create_time: operation.createTime,
    update_time: operation.createTime,
    ...replayColumns(operation),
  };
}
