import type { Knex } from 'knex';
import { leaseRows, renewLease } from '../../../../lib/db/claim.ts';
import { fencedUpdate } from '../../../../lib/db/fence.ts';
import { dbNow } from '../../../../lib/db/now.ts';
import { inTransaction } from '../../../../lib/db/transaction.ts';
import { EVERY_SLOT } from '../domain/fair_turns.ts';
import { countSkipped } from '../domain/ledger.ts';
import type { Lease } from '../domain/lease.ts';
import type { OperationStore } from '../domain/operation_store.ts';
import { pickReady, ripen } from './fair_claim.ts';
import { CLAIMED_COLUMNS, toClaimed, type ClaimedRow } from './operation_row.ts';
import { backInLine, chargeTurn, firstInLine, joinTurns, mendTurns } from './turn_rows.ts';

type Leases = Pick<
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
  | 'mendTurns'
  | 'finish'
>;

const TO_RUNNING = { table: 'operations', state: { column: 'state', to: 'running' } };

/** The writes of a worker to the operation it holds. Every write checks the fence; see lib/db/fence. */
export function operationLeases(db: Knex): Leases {
  const held = ({ id, projectId }: Lease) => db('operations').where({ id, project_id: projectId, state: 'running' });
  const count = (column: string) => db.raw('?? + 1', [column]);
  /** Counted in the claim, so that a read that kills its worker every time is given up eventually. */
  const counted = (trx: Knex) => ({
    attempts: count('attempts'),
    tries: count('tries'),
    last_attempt_time: dbNow(trx),
    goes_on: false,
  });
  /** The operation paused on its own: no try is counted, and its next start is not logged. */
  const notCounted = { tries: 0, attempts: db.raw('?? - 1', ['attempts']), goes_on: true };

  return {
    claim: (limit, leaseMs, dealing = EVERY_SLOT) =>
      inTransaction(db, async (trx) => {
        await ripen(trx);
        const rows = limit > 0 ? await pickReady(trx, limit, dealing, CLAIMED_COLUMNS) : [];
        const ids = rows.map(({ id }) => id);
        if (rows.length > 0) await leaseRows(trx, { ...TO_RUNNING, leaseMs, set: counted(trx) }, ids);
        return (rows as unknown as ClaimedRow[]).map((row) => toClaimed({ ...row, fence: Number(row.fence) + 1 }));
      }),
    heartbeat: ({ id, fence }, leaseMs) =>
      renewLease(db, { table: 'operations', id, fence, leaseMs, state: { column: 'state', is: 'running' } }),
    begin: (lease, { planJson, configId, sinceTime, lagAllowed, startTime, now }) =>
      fencedUpdate(
        held(lease).update({
          plan: planJson,
          config_id: configId,
          since_time: sinceTime,
          lag_allowed: lagAllowed,
          start_time: startTime,
          update_time: now,
        }),
        lease.fence,
      ),
    startOver: (lease, { passedRecords, now }) =>
      fencedUpdate(
        held(lease).update({
          cursor_value: null,
          start_overs: count('start_overs'),
          passed_records: passedRecords,
          doubt: null,
          update_time: now,
        }),
        lease.fence,
      ),
    widen: (lease, { sinceTime, lagAllowed, now }) =>
      fencedUpdate(
        held(lease).update({ since_time: sinceTime, lag_allowed: lagAllowed, update_time: now }),
        lease.fence,
      ),
    replan: (lease, planJson) => fencedUpdate(held(lease).update({ plan: planJson }), lease.fence),
    checkpoint: (
      lease,
      { cursorJson, isRead, pageSeq, records, fetched, skipped, estimatedTotal, lagMs, bytes, doubt, leaseMs, now },
    ) =>
      fencedUpdate(
        held(lease).update({
          cursor_value: cursorJson,
          is_read: isRead,
          page_seq: pageSeq,
          tries: 0,
          rate_limits: 0,
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
          lease_until: dbNow(db, leaseMs),
          update_time: now,
        }),
        lease.fence,
      ),
    postpone: (lease, { waitMs, now }) =>
      fencedUpdate(
        held(lease).update({
          state: 'parked',
          next_time: dbNow(db, waitMs),
          update_time: now,
          ...notCounted,
        }),
        lease.fence,
      ),
    park: (lease, { waitMs, isRateLimit, now }) =>
      fencedUpdate(
        held(lease).update({
          state: 'parked',
          next_time: dbNow(db, waitMs),
          update_time: now,
          ...(isRateLimit && { tries: 0, rate_limits: count('rate_limits') }),
        }),
        lease.fence,
      ),
    defer: (lease, { waitMs, deferrals, now }) =>
      fencedUpdate(
        held(lease).update({
          state: 'putOff',
          active_key: null,
          next_time: dbNow(db, waitMs),
          update_time: now,
          tries: 0,
          rate_limits: 0,
          put_offs: deferrals,
        }),
        lease.fence,
      ),
    awaitDestination: (lease, { destinationId, waitMs, now }) =>
      fencedUpdate(
        held(lease).update({
          state: 'putOff',
          active_key: null,
          awaited_destination: destinationId,
          next_time: dbNow(db, waitMs),
          update_time: now,
          ...notCounted,
        }),
        lease.fence,
      ),
    release: (lease) =>
      inTransaction(db, async (trx) => {
        const ready = { state: 'ready', tries: 0, next_time: dbNow(trx) };
        const isHeld = await fencedUpdate(held(lease).transacting(trx).update(ready), lease.fence);
        if (isHeld) await joinTurns(trx, [lease]);
        return isHeld;
      }),
    yieldSlot: (lease, { chargeMs }) =>
      inTransaction(db, async (trx) => {
        const ready = { state: 'ready', next_time: dbNow(trx), ...notCounted };
        const isHeld = await fencedUpdate(held(lease).transacting(trx).update(ready), lease.fence);
        if (isHeld) await backInLine(trx, lease, chargeMs);
        return isHeld;
      }),
    settle: (installation, ms) => chargeTurn(db, installation, ms),
    firstInLine: (limit) => firstInLine(db, limit),
    mendTurns: (from, limit) => inTransaction(db, (trx) => mendTurns(trx, from, limit)),
    finish: (lease, { state, result, now }) =>
      fencedUpdate(held(lease).update({ state, result, active_key: null, update_time: now }), lease.fence),
  };
}
