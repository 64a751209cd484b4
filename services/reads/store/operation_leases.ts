import type { Knex } from 'knex';
import { claim, reclaim, renewLease, type Claim } from '../../../lib/db/claim.ts';
import { fencedUpdate } from '../../../lib/db/fence.ts';
import { dbNow } from '../../../lib/db/now.ts';
import type { Lease, OperationStore } from '../domain/stores.ts';
import { CLAIMED_COLUMNS, toClaimed, type ClaimedRow } from './operation_row.ts';

type Leases = Pick<
  OperationStore,
  'claim' | 'heartbeat' | 'begin' | 'checkpoint' | 'await' | 'park' | 'release' | 'finish'
>;

/** What a worker may do to the operation it holds. Every write names the fence; see lib/db/fence. */
export function operationLeases(db: Knex): Leases {
  const held = ({ id, projectId }: Lease) => db('operations').where({ id, project_id: projectId, state: 'running' });
  const count = (column: string) => db.raw('?? + 1', [column]);

  return {
    async claim(limit, leaseMillis) {
      const order = (from: string, left: number): Claim => ({
        table: 'operations',
        state: { column: 'state', from, to: 'running' },
        dueColumn: 'next_time',
        index: 'operations_due',
        limit: left,
        leaseMs: leaseMillis,
        columns: CLAIMED_COLUMNS,
        // Counted with the claim, so that a read that kills its worker each time is given up one day too.
        set: { attempts: count('attempts'), tries: count('tries'), last_attempt_time: dbNow(db) },
      });
      // The rare ones first: however much is new, what a dead worker left and what waited its time is not passed over.
      const rows = await reclaim<ClaimedRow>(db, { ...order('running', limit), index: 'operations_lease' });
      for (const from of ['parked', 'ready']) {
        if (rows.length < limit) rows.push(...(await claim<ClaimedRow>(db, order(from, limit - rows.length))));
      }
      return rows.map(toClaimed);
    },
    heartbeat: ({ id, fence }, leaseMs) =>
      renewLease(db, { table: 'operations', id, fence, leaseMs, state: { column: 'state', is: 'running' } }),
    begin: (lease, { planJson, configId, sinceTime, startTime, now }) =>
      fencedUpdate(
        held(lease).update({
          plan: planJson,
          config_id: configId,
          since_time: sinceTime,
          start_time: startTime,
          update_time: now,
        }),
        lease.fence,
      ),
    checkpoint: (lease, { cursorJson, isRead, pageSeq, records, estimatedTotal, leaseMillis, now }) =>
      fencedUpdate(
        held(lease).update({
          cursor_value: cursorJson,
          is_read: isRead,
          page_seq: pageSeq,
          tries: 0,
          rate_limits: 0,
          records_processed: db.raw('?? + ?', ['records_processed', records]),
          records_estimated_total: estimatedTotal,
          lease_until: dbNow(db, leaseMillis),
          update_time: now,
        }),
        lease.fence,
      ),
    await: (lease, { waitMillis, now }) =>
      fencedUpdate(
        held(lease).update({
          state: 'parked',
          next_time: dbNow(db, waitMillis),
          update_time: now,
          tries: 0,
          attempts: db.raw('?? - 1', ['attempts']),
        }),
        lease.fence,
      ),
    park: (lease, { waitMillis, isRateLimit, now }) =>
      fencedUpdate(
        held(lease).update({
          state: 'parked',
          next_time: dbNow(db, waitMillis),
          update_time: now,
          ...(isRateLimit && { tries: 0, rate_limits: count('rate_limits') }),
        }),
        lease.fence,
      ),
    release: (lease) =>
      fencedUpdate(held(lease).update({ state: 'ready', tries: 0, next_time: dbNow(db) }), lease.fence),
    finish: (lease, { state, result, now }) =>
      fencedUpdate(held(lease).update({ state, result, active_key: null, update_time: now }), lease.fence),
  };
}
