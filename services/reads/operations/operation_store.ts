import type { Knex } from 'knex';
import { traceparent } from '../../../lib/telemetry/tracing.ts';
import type { NewOperationRow } from '../../../lib/work/line_writes.ts';
import { OPEN_STATES } from '../../../lib/work/states.ts';
import { workQueue } from '../../../lib/work/work_queue.ts';
import type { ObjectKey } from '../object_key.ts';
import type { NewOperation } from './new_operation.ts';
import { activeKey, type OpenOperation, type OperationStore, type QueuedOperation } from './operation.ts';
import { operationLeases } from './operation_lease_store.ts';
import { operationLists, operationPurge } from './operation_list_store.ts';
import {
  CLAIMED_COLUMNS,
  type ClaimedRow,
  COLUMNS,
  type OperationRow,
  READ_TABLES,
  toOperation,
} from './operation_row_store.ts';
import { CAUSE_COLUMNS, causeColumns } from './waiting_for.ts';

type DeferredRow = Pick<OperationRow, 'id' | 'project_id' | 'installation_id' | 'object_name'> & {
  awaited_destination: string | null;
};
type OpenRow = Pick<OperationRow, 'id' | 'state' | 'read_type' | 'project_id' | 'installation_id' | 'object_name'> & {
  replay_of: string | null;
};

/**
 * The reads and writes of operations that need no lease. operation_lease_store.ts has the writes of a worker under its
 * lease.
 */
export function sqlOperationStore(db: Knex): OperationStore {
  const operations = () => db('operations');
  const queue = workQueue<ClaimedRow>(db, READ_TABLES, { columns: CLAIMED_COLUMNS, cleared: CAUSE_COLUMNS });

  async function resume(operation: ObjectKey & { id: string }, change?: { deferrals: number }): Promise<boolean> {
    const place = { ...placeOf(operation), id: operation.id };
    return (await queue.resume(place, change && { put_offs: change.deferrals })) !== null;
  }

  const insertAll = (queued: readonly QueuedOperation[]) => queue.insertAll(queued.map(newOperationRow));

  return {
    ...operationLeases(db, queue),
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
      const rows: OpenRow[] = await queuedState(operations().where(objectOf(key)));
      return rows.map(toOpen);
    },
    async listOpenOf(keys) {
      const rows: OpenRow[] = await queuedState(
        operations()
          .whereIn('installation_id', distinctValues(keys, 'installationId'))
          .whereIn('project_id', distinctValues(keys, 'projectId')),
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
    promote: (key) => queue.promote(placeOf(key), { object_name: key.objectName }),
    async listDeferred(limit) {
      const columns = ['id', 'project_id', 'installation_id', 'object_name', 'awaited_destination'];
      const rows = await queue.listDeferred<DeferredRow>(limit, columns);
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
    deferLonger: (operation, waitMs, cause) => queue.deferLonger(operation, waitMs, cause && causeColumns(cause)),
    async countSettled(projectId, counts) {
      // The order is fixed, so that two transactions that update the same operations do not deadlock.
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
    async cancelAll(projectId, installationId, end) {
      const rows = await queue.cancelAll<OperationRow>({ projectId, ownerId: installationId }, end, COLUMNS);
      const ended = { state: 'failure', result: end.result, update_time: end.now };
      return rows.map((row) => toOperation({ ...row, ...ended }));
    },
  };
}

/** A replay's plan is fixed at creation. With `goes_on`, its first start is not logged. */
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
function queuedState(query: Knex.QueryBuilder): Knex.QueryBuilder {
  return query
    .whereIn('state', OPEN_STATES)
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

function distinctValues<Key extends keyof ObjectKey>(keys: readonly ObjectKey[], name: Key): string[] {
  return [...new Set(keys.map((key) => key[name]))];
}

/**
 * The position of an object in the queue: the turn of its installation, and the key that allows one active operation.
 */
function placeOf({ projectId, installationId, objectName }: ObjectKey) {
  return { projectId, ownerId: installationId, activeKey: activeKey({ installationId, objectName }) };
}

/** The columns of a new read. Only this function sets initial values. */
function newOperationRow({ operation, state }: QueuedOperation): NewOperationRow {
  return {
    id: operation.id,
    projectId: operation.projectId,
    ownerId: operation.installationId,
    state,
    activeKey: activeKey(operation),
    createTime: operation.createTime,
    columns: {
      integration_id: operation.integrationId,
      config_id: operation.configId,
      object_name: operation.objectName,
      mapped_object_name: operation.mappedObjectName,
      read_type: operation.readType,
      since_time: operation.sinceTime,
      until_time: operation.untilTime,
      records_fetched: 0,
      is_reread: operation.isReread ?? false,
      traceparent: traceparent(),
      ...replayColumns(operation),
    },
  };
}
