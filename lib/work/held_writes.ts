import type { Knex } from 'knex';
import { renewLease } from '../db/claim.ts';
import { fencedUpdate } from '../db/fence.ts';
import { dbNow } from '../db/now.ts';
import { inTransaction } from '../db/transaction.ts';
import type { HeldOperation, Lease, Owner } from './states.ts';
import type { WorkTables } from './tables.ts';
import { backInLine, chargeTurn, joinTurns } from './turn_rows.ts';

/** Columns of the service's own, which a write sets too. */
export type Columns = Record<string, Knex.Value | Knex.Raw>;
type Wait = { waitMs: number; now: number };

/**
 * The writes of a worker to the operation that it holds. Each says whether the lease was still held. If it was not,
 * nothing was written; see lib/db/fence.ts.
 */
export type HeldWrites = {
  /** Extends the lease from now. */
  heartbeat(lease: Lease, leaseMs: number): Promise<boolean>;
  /** Writes columns of the service. */
  write(lease: Lease, set: Columns): Promise<boolean>;
  /** Writes what was done: the counts of tries begin again, and the lease is extended. */
  progress(lease: Lease, at: { leaseMs: number; now: number }, set?: Columns): Promise<boolean>;
  /** Parks the operation. The try that the claim counted stays counted, unless it was a rate limit. */
  park(lease: Lease, wait: Wait & { isRateLimit: boolean }, set?: Columns): Promise<boolean>;
  /** Parks the operation because of something that is not its failure. Counts no try. */
  postpone(lease: Lease, wait: Wait, set?: Columns): Promise<boolean>;
  /**
   * Takes the operation out of the queue until `resume`. It has no active key meanwhile, so the next one with the same
   * key may run; `promote` makes it ready. `isCounted`: whether the claim counted an attempt.
   */
  defer(lease: Lease, wait: Wait & { isCounted: boolean }, set?: Columns): Promise<boolean>;
  /** Returns the operation, so that any worker may claim it at once. Counts no try. */
  release(operation: HeldOperation): Promise<boolean>;
  /** Yields the slot between two steps. Counts no try. `chargeMs` as in `settle`. */
  yieldSlot(operation: HeldOperation, turn: { chargeMs: number }): Promise<boolean>;
  /** Charges the slot time beyond the time slice that the claim charged; a negative value returns the rest. */
  settle(owner: Owner, ms: number): Promise<void>;
  /** Ends the operation. Call `promote` in the same transaction if others may wait behind its active key. */
  finish(
    lease: Lease,
    end: { state: 'success' | 'failure'; result: string; now: number },
    set?: Columns,
  ): Promise<boolean>;
};

export function heldWrites(db: Knex, tables: WorkTables): HeldWrites {
  const { operations: table } = tables;
  const state = { column: 'state', is: 'running' };
  const held = ({ id, projectId }: Lease, on = db) => on(table).where({ id, project_id: projectId, state: 'running' });
  const write = (lease: Lease, set: Columns) => fencedUpdate(held(lease).update(set), lease.fence);
  const parked = ({ waitMs, now }: Wait) => ({ state: 'parked', next_time: dbNow(db, waitMs), update_time: now });
  /** The operation stopped on its own: no try is counted, and its next start continues this one. */
  const notCounted = { tries: 0, attempts: db.raw('?? - 1', ['attempts']), goes_on: true };

  /** Makes the operation ready, and puts its owner in line in the same transaction. */
  function ready(operation: HeldOperation, set: Columns, join: (trx: Knex) => Promise<void>): Promise<boolean> {
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
    release: (operation) => ready(operation, { tries: 0 }, (trx) => joinTurns(trx, tables, [operation])),
    yieldSlot: (operation, { chargeMs }) =>
      ready(operation, notCounted, (trx) => backInLine(trx, tables, operation, chargeMs)),
    settle: (owner, ms) => chargeTurn(db, tables, owner, ms),
    finish: (lease, { state: end, result, now }, set) =>
      write(lease, { state: end, result, active_key: null, update_time: now, ...set }),
  };
}
