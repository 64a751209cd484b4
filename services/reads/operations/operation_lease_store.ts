import type { Knex } from 'knex';
import type { LeasedOperation } from '../../../lib/work/states.ts';
import type { WorkQueue } from '../../../lib/work/work_queue.ts';
import { countSkipped, type HeldOperation } from './ledger.ts';
import type { OperationStore } from './operation.ts';
import { type ClaimedRow, toClaimed } from './operation_row_store.ts';
import { causeColumns } from './waiting_for.ts';

type LeaseMethods = Pick<
  OperationStore,
  | 'claim'
  | 'heartbeat'
  | 'begin'
  | 'widen'
  | 'replan'
  | 'startOver'
  | 'checkpoint'
  | 'postpone'
  | 'park'
  | 'defer'
  | 'awaitDestination'
  | 'release'
  | 'yieldSlot'
  | 'settle'
  | 'firstInLine'
  | 'repairTurns'
  | 'finish'
>;

/** The writes of a worker under its lease: the methods of lib/work, with the columns of a read. */
export function operationLeases(db: Knex, queue: WorkQueue<ClaimedRow>): LeaseMethods {
  return {
    async claim(limit, leaseMs, options) {
      const claimed = await queue.claim(limit, leaseMs, options);
      return claimed.map(toClaimed);
    },
    heartbeat: queue.heartbeat,
    begin: (lease, { planJson, configId, sinceTime, lagAllowed, startTime, now }) =>
      queue.write(lease, {
        plan: planJson,
        config_id: configId,
        since_time: sinceTime,
        lag_allowed: lagAllowed,
        start_time: startTime,
        update_time: now,
      }),
    startOver: (lease, { passedRecords, now }) =>
      queue.write(lease, {
        cursor_value: null,
        start_overs: db.raw('?? + 1', ['start_overs']),
        passed_records: passedRecords,
        doubt: null,
        update_time: now,
      }),
    widen: (lease, { sinceTime, lagAllowed, now }) =>
      queue.write(lease, { since_time: sinceTime, lag_allowed: lagAllowed, update_time: now }),
    replan: (lease, planJson) => queue.write(lease, { plan: planJson }),
    checkpoint: (
      lease,
      { cursorJson, isRead, pageSeq, records, fetched, skipped, estimatedTotal, lagMs, bytes, doubt, leaseMs, now },
    ) =>
      queue.progress(
        lease,
        { leaseMs, now },
        {
          cursor_value: cursorJson,
          is_read: isRead,
          page_seq: pageSeq,
          put_offs: 0,
          records_processed: db.raw('?? + ?', ['records_processed', records]),
          records_fetched: db.raw('case when ?? < 0 then ?? else ?? + ? end', [
            ...Array.from({ length: 3 }, () => 'records_fetched'),
            fetched,
          ]),
          records_skipped: countSkipped(skipped) > 0 ? JSON.stringify(skipped) : null,
          records_estimated_total: estimatedTotal,
          lag_millis: lagMs,
          doubt,
          bytes_fetched: db.raw('?? + ?', ['bytes_fetched', bytes]),
        },
      ),
    postpone: (lease, { cause, ...wait }) => queue.postpone(lease, wait, causeColumns(cause)),
    park: (lease, { cause, ...wait }) => queue.park(lease, wait, causeColumns(cause)),
    defer: (lease, { deferrals, cause, ...wait }) =>
      queue.defer(lease, { ...wait, isCounted: true }, { put_offs: deferrals, ...causeColumns(cause) }),
    awaitDestination: (lease, { destinationId, detail, ...wait }) =>
      queue.defer(
        lease,
        { ...wait, isCounted: false },
        { awaited_destination: destinationId, ...causeColumns({ reason: 'destination', detail }) },
      ),
    release: (operation) => queue.release(toLeasedWork(operation)),
    yieldSlot: (operation, turn) => queue.yieldSlot(toLeasedWork(operation), turn),
    settle: ({ projectId, installationId }, ms) => queue.settle({ projectId, ownerId: installationId }, ms),
    firstInLine: queue.firstInLine,
    repairTurns: queue.repairTurns,
    finish: (lease, end) => queue.finish(lease, end),
  };
}

function toLeasedWork({ id, projectId, installationId, fence }: HeldOperation): LeasedOperation {
  return { id, projectId, ownerId: installationId, fence };
}
