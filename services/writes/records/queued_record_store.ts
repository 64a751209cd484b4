import type { Knex } from 'knex';
import { isDuplicate } from '../../../lib/db/errors.ts';
import { inTransaction } from '../../../lib/db/transaction.ts';
import { traceparent } from '../../../lib/telemetry/tracing.ts';
import { OPEN_STATES } from '../../../lib/work/states.ts';
import type { WorkTables } from '../../../lib/work/tables.ts';
import { type ClaimedWork, workQueue } from '../../../lib/work/work_queue.ts';
import type { NewQueuedRecord, QueuedRecord, QueuedRecordStore, RecordResult } from './queued_record.ts';

/** The tables of the service `writes` that lib/work uses. `ownerColumn`: slots are shared fairly by installation. */
export const WRITE_TABLES: WorkTables = {
  operations: 'queued_records',
  turns: 'turns',
  logs: 'operation_logs',
  ownerColumn: 'installation_id',
};

type Row = {
  operation_id: string;
  position: number;
  order_key: string;
  sent_time: number | null;
  traceparent: string | null;
};
const COLUMNS = ['operation_id', 'position', 'order_key', 'sent_time', 'traceparent'] as const;

export function sqlQueuedRecordStore(db: Knex): QueuedRecordStore {
  const queue = workQueue<Row>(db, WRITE_TABLES, { columns: COLUMNS });

  const placeOf = ({ projectId, orderKey, ownerId }: Pick<QueuedRecord, 'projectId' | 'orderKey' | 'ownerId'>) => ({
    projectId,
    ownerId,
    activeKey: orderKey,
  });

  /**
   * Inserts a record: ready if no record with its order key is active (ready or running), otherwise waiting. The unique
   * `active_key` lets only one record with an order key be active. After the insert of a waiting record, the order key
   * is checked again, because the earlier record may have ended in between.
   */
  async function insert({
    id,
    projectId,
    installationId,
    operationId,
    position,
    orderKey,
    createTime,
  }: NewQueuedRecord) {
    const work = {
      id,
      projectId,
      ownerId: installationId,
      activeKey: orderKey,
      createTime,
      columns: { operation_id: operationId, position, order_key: orderKey, traceparent: traceparent() },
    };
    if (!(await isActive(orderKey))) {
      try {
        await inTransaction(db, (trx) =>
          workQueue(trx, WRITE_TABLES, { columns: [] }).insertAll([{ ...work, state: 'ready' }]),
        );
        return;
      } catch (err) {
        if (!isDuplicate(err)) throw err;
      }
    }
    await queue.insertAll([{ ...work, state: 'waiting' }]);
    if (!(await isActive(orderKey)))
      await queue.promote(placeOf({ projectId, orderKey, ownerId: installationId }), { order_key: orderKey });
  }

  /** Whether a record with this order key is active. Locks it, so that it cannot end before this transaction ends. */
  async function isActive(orderKey: string): Promise<boolean> {
    return (await db('queued_records').where({ active_key: orderKey }).forUpdate().first('id')) !== undefined;
  }

  return {
    async insertAll(records) {
      for (const one of records) await insert(one);
    },
    claim: async (...how) => (await queue.claim(...how)).map(toQueued),
    heartbeat: queue.heartbeat,
    noteSent: (lease, now) => queue.write(lease, { sent_time: now, update_time: now }),
    park: (lease, { sentTime, ...wait }) => queue.park(lease, wait, { sent_time: sentTime as number }),
    postpone: (lease, wait) => queue.postpone(lease, wait),
    finish: (lease, { state, sealedResult, now }) =>
      queue.finish(lease, { state, result: '', now }, { sealed_result: sealedResult }),
    promote: async (one) => (await queue.promote(placeOf(one), { order_key: one.orderKey })) !== undefined,
    release: queue.release,
    yieldSlot: queue.yieldSlot,
    settle: queue.settle,
    firstInLine: queue.firstInLine,
    repairTurns: queue.repairTurns,
    async countOpen(projectId, max) {
      const open = db('queued_records')
        .where({ project_id: projectId })
        .whereIn('state', OPEN_STATES as string[])
        .select(db.raw('1 as one'))
        .limit(max);
      const [found] = (await db.from(open.as('counted')).count({ found: '*' })) as { found: number }[];
      return Number(found?.found ?? 0);
    },
    async listResults({ projectId, id: operationId }) {
      const rows: { id: string; position: number; state: string; sealed_result: string }[] = await db('queued_records')
        .where({ project_id: projectId, operation_id: operationId })
        .orderBy('position')
        .select('id', 'position', 'state', 'sealed_result');
      return rows.map(
        ({ id, position, state, sealed_result }): RecordResult => ({
          id,
          position: Number(position),
          state: state as RecordResult['state'],
          sealedResult: sealed_result,
        }),
      );
    },
    async repairWaiting(limit) {
      const rows: { project_id: string; installation_id: string; order_key: string }[] = await db('queued_records as w')
        .where('w.state', 'waiting')
        .whereNotExists(
          db('queued_records as a').select(db.raw('1')).whereRaw('?? = ??', ['a.active_key', 'w.order_key']),
        )
        .orderBy('w.next_time')
        .limit(limit)
        .select('w.project_id', 'w.installation_id', 'w.order_key');
      for (const { project_id, installation_id, order_key } of rows) {
        const place = placeOf({ projectId: project_id, ownerId: installation_id, orderKey: order_key });
        await queue.promote(place, { order_key }).catch((err: unknown) => {
          if (!isDuplicate(err)) throw err; // Another replica has made a record ready.
        });
      }
      return rows.length;
    },
  };
}

function toQueued({ id, projectId, ownerId, fence, tries, rateLimits, row }: ClaimedWork<Row>): QueuedRecord {
  return {
    id,
    projectId,
    ownerId,
    fence,
    tries,
    rateLimits,
    operationId: row.operation_id,
    position: Number(row.position),
    orderKey: row.order_key,
    sentTime: row.sent_time === null ? null : Number(row.sent_time),
    traceparent: row.traceparent,
  };
}
