import type { Knex } from 'knex';
import { renewLease } from '../db/claim.ts';
import { fencedUpdate } from '../db/fence.ts';
import { dbNow } from '../db/now.ts';
import { inTransaction } from '../db/transaction.ts';
import type { LeasedOperation, OperationLease, WorkOwner } from './states.ts';
import type { WorkTables } from './tables.ts';
import { chargeAndRejoin, chargeTurn, joinLine } from './turn_rows.ts';

/** Further columns, defined by the service, that a write sets. */
export type ColumnValues = Record<string, Knex.Value | Knex.Raw>;
type ParkedWait = { waitMs: number; now: number };

/**
 * The writes of a worker to the operation whose lease it holds. Each method returns whether the worker still held the
 * lease. If it returns false, nothing was written; see lib/db/fence.ts.
 */
export type LeaseHolderWrites = {
  /** Extends the lease to `leaseMs` from now. */
  heartbeat(lease: OperationLease, leaseMs: number): Promise<boolean>;
  /** Writes columns of the service. */
  write(lease: OperationLease, set: ColumnValues): Promise<boolean>;
  /** Records progress: resets the counts of tries and rate limits, and extends the lease. */
  progress(lease: OperationLease, at: { leaseMs: number; now: number }, set?: ColumnValues): Promise<boolean>;
  /**
   * Parks the operation. After a rate limit (`isRateLimit`) it resets the tries to 0 and adds 1 to the rate limits.
   * Otherwise the tries stay.
   */
  park(lease: OperationLease, wait: ParkedWait & { isRateLimit: boolean }, set?: ColumnValues): Promise<boolean>;
  /** Parks the operation for a reason that is not a failure of the operation. Counts no try. */
  postpone(lease: OperationLease, wait: ParkedWait, set?: ColumnValues): Promise<boolean>;
  /**
   * Takes the operation out of the queue until `resume`. A deferred operation has no active key, so the next operation
   * with the same key may run: call `promote` to make the next operation ready. `isCounted`: whether this start counts
   * as an attempt.
   */
  defer(lease: OperationLease, wait: ParkedWait & { isCounted: boolean }, set?: ColumnValues): Promise<boolean>;
  /** Makes the operation ready, so that any worker may claim it at once. Resets the tries. */
  release(operation: LeasedOperation): Promise<boolean>;
  /** Makes the operation ready because its time slice is used. Counts no try. `chargeMs`: like `ms` of `settle`. */
  yieldSlot(operation: LeasedOperation, turn: { chargeMs: number }): Promise<boolean>;
  /**
   * Charges the used slot time minus the time slice that the claim charged. Ms; negative when the slice was not used
   * up.
   */
  settle(owner: WorkOwner, ms: number): Promise<void>;
  /** Ends the operation. Call `promote` in the same transaction if operations with the same active key may wait. */
  finish(
    lease: OperationLease,
    end: { state: 'success' | 'failure'; result: string; now: number },
    set?: ColumnValues,
  ): Promise<boolean>;
};

export function leaseHolderWrites(db: Knex, tables: WorkTables): LeaseHolderWrites {
  const { operations: table } = tables;
  const state = { column: 'state', is: 'running' };
  const held = ({ id, projectId }: OperationLease, on = db) =>
    on(table).where({ id, project_id: projectId, state: 'running' });
  const write = (lease: OperationLease, set: ColumnValues) => fencedUpdate(held(lease).update(set), lease.fence);
  const parked = ({ waitMs, now }: ParkedWait) => ({ state: 'parked', next_time: dbNow(db, waitMs), update_time: now });
  /**
   * For an operation that stopped without a failure: no try is counted, and the next start continues the interrupted
   * start.
   */
  const notCounted = { tries: 0, attempts: db.raw('?? - 1', ['attempts']), goes_on: true };

  /** Makes the operation ready, and puts its owner in line in the same transaction. */
  function ready(operation: LeasedOperation, set: ColumnValues, join: (trx: Knex) => Promise<void>): Promise<boolean> {
    return inTransaction(db, async (trx) => {
      const update = held(operation, trx).update({ state: 'ready', next_time: dbNow(trx), ...set });
      const isHeld = await fencedUpdate(update, operation.fence);
      if (isHeld) await join(trx);
      return isHeld;
    });
  }

  return {
    heartbeat: ({ id, fence }, leaseMs) => renewLease(db, { table, id, fence, leaseMs, state }),
    write,
    progress: (lease, { leaseMs, now }, set) =>
      write(lease, { tries: 0, rate_limits: 0, lease_until: dbNow(db, leaseMs), update_time: now, ...set }),
    park: (lease, { isRateLimit, ...wait }, set) =>
      write(lease, {
        ...parked(wait),
        ...(isRateLimit && { tries: 0, rate_limits: db.raw('?? + 1', ['rate_limits']) }),
        ...set,
      }),
    postpone: (lease, wait, set) => write(lease, { ...parked(wait), ...notCounted, ...set }),
    defer: (lease, { isCounted, ...wait }, set) =>
      write(lease, {
        ...parked(wait),
        state: 'putOff',
        active_key: null,
        ...(isCounted ? { tries: 0, rate_limits: 0 } : notCounted),
        ...set,
      }),
    release: (operation) => ready(operation, { tries: 0 }, (trx) => joinLine(trx, tables, [operation])),
    yieldSlot: (operation, { chargeMs }) =>
      ready(operation, notCounted, (trx) => chargeAndRejoin(trx, tables, operation, chargeMs)),
    settle: (owner, ms) => chargeTurn(db, tables, owner, ms),
    finish: (lease, { state: end, result, now }, set) =>
      write(lease, { state: end, result, active_key: null, update_time: now, ...set }),
  };
}
