import type { Knex } from 'knex';
import { leaseRows } from '../db/claim.ts';
import { dbNow } from '../db/now.ts';
import { inTransaction } from '../db/transaction.ts';
import { isAnythingDue, makeDueReady, type PickedRow, pickReady } from './fair_claim.ts';
import { type ClaimOptions, DEFAULT_CLAIM_OPTIONS } from './fair_turns.ts';
import { type LeaseHolderWrites, leaseHolderWrites } from './held_writes.ts';
import { type QueueWrites, queueWrites } from './line_writes.ts';
import type { LeasedOperation } from './states.ts';
import type { WorkTables } from './tables.ts';
import { firstInLine, repairTurns } from './turn_rows.ts';

/** The claimed row that a worker gets with its lease. */
export type ClaimedWork<Row> = LeasedOperation & {
  /** Starts since the last progress, including this one. */
  tries: number;
  /** 429 responses since the last progress. */
  rateLimits: number;
  /** Whether the last run stopped without a failure between two steps, so that this run continues it. */
  isContinued: boolean;
  /** The service's own columns. */
  row: Row;
};

/**
 * The queue of one kind of work: fenced leases, retries and fair turns. The service owns the tables
 * (work_migrations.ts), and may add columns that it writes through the queue. Inside a transaction of the service, the
 * queue joins that transaction.
 */
export type WorkQueue<Row> = LeaseHolderWrites &
  QueueWrites & {
    /**
     * Claims the operations that run next, in the order of fair_turns.ts, and counts a try for each. With a limit of 0
     * it only makes due operations ready.
     */
    claim(limit: number, leaseMs: number, options?: ClaimOptions): Promise<ClaimedWork<Row>[]>;
    /** Owners that have ready operations, in the order of their turns. */
    firstInLine(limit: number): Promise<string[]>;
    /**
     * Puts missing owners back in line, one bounded step per call (turn_rows.ts). Returns the `from` of the next call;
     * 0 starts at the beginning.
     */
    repairTurns(from: number, limit: number): Promise<number>;
  };

const LEASE_COLUMNS = ['project_id', 'fence', 'tries', 'rate_limits', 'goes_on'] as const;

/** `columns`: the service's columns that a claim reads. `cleared`: the columns that a claim sets to null. */
export function workQueue<Row>(
  db: Knex,
  tables: WorkTables,
  { columns, cleared = [] }: { columns: readonly string[]; cleared?: readonly string[] },
): WorkQueue<Row> {
  const read = [...new Set([...LEASE_COLUMNS, ...columns])];
  return {
    ...leaseHolderWrites(db, tables),
    ...queueWrites(db, tables),
    async claim(limit, leaseMs, options = DEFAULT_CLAIM_OPTIONS) {
      if (!db.isTransaction && !(await isAnythingDue(db, tables, limit))) return [];
      return inTransaction(db, async (trx) => {
        await makeDueReady(trx, tables);
        const rows = await pickReady(trx, tables, { slots: limit, options, columns: read });
        if (rows.length > 0) await leasePicked(trx, tables, rows, { leaseMs, cleared });
        return rows.map((row) => toClaimed<Row>(row, tables));
      });
    },
    firstInLine: (limit) => firstInLine(db, tables, limit),
    repairTurns: (from, limit) => inTransaction(db, (trx) => repairTurns(trx, tables, from, limit)),
  };
}

/** Counts the try at the start of a run, so that an operation that kills its worker every time fails in the end. */
function leasePicked(
  trx: Knex.Transaction,
  { operations }: WorkTables,
  rows: readonly PickedRow[],
  { leaseMs, cleared }: { leaseMs: number; cleared: readonly string[] },
) {
  const more = (column: string) => trx.raw('?? + 1', [column]);
  const set = {
    attempts: more('attempts'),
    tries: more('tries'),
    last_attempt_time: dbNow(trx),
    goes_on: false,
    ...Object.fromEntries(cleared.map((column) => [column, null])),
  };
  const ids = rows.map(({ id }) => id);
  return leaseRows(trx, { table: operations, state: { column: 'state', to: 'running' }, leaseMs, set }, ids);
}

/** Adds 1 to fence and tries, because the rows were read before `lease` raised both. */
function toClaimed<Row>(row: PickedRow, { ownerColumn }: WorkTables): ClaimedWork<Row> {
  return {
    id: row.id,
    projectId: String(row['project_id']),
    ownerId: String(row[ownerColumn]),
    fence: Number(row['fence']) + 1,
    tries: Number(row['tries']) + 1,
    rateLimits: Number(row['rate_limits']),
    isContinued: Boolean(row['goes_on']),
    row: row as Row,
  };
}
