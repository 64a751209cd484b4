import type { Knex } from 'knex';
import { lockRows, rowsInOrder } from '../db/claim.ts';
import { dbNow } from '../db/now.ts';
import { type ClaimOptions, dealSlots } from './fair_turns.ts';
import { waitAfterLoss } from './next_step.ts';
import { claimOrderColumns, indexNamesOf, type WorkTables } from './tables.ts';
import { joinLine } from './turn_rows.ts';

/**
 * The claim of fair_turns.ts in SQL. Each step reads rows of one state in the order of an index and skips locked rows,
 * for the reasons given in lib/db/claim.ts. It reads the owners in line by turn, then the first ready operations of the
 * owners that are dealt a slot. It locks an owner's row until the end of the claim, so two workers never deal slots to
 * the same owner at the same time.
 */
export type PickedRow = Record<string, unknown> & { id: string };
type SlotPortion = { slots: number; not: readonly string[] };
/** An operation that is due, or whose worker died. `tries`: starts without progress. */
type DueOperationRow = PickedRow & { project_id: string; tries: number };

/** Max number of operations that become ready per claim. A burst takes several claims, one after the other. */
const MAX_MADE_READY = 500;

/**
 * Whether a claim would find anything: operations to make ready or, with free `slots`, owners in line. One plain read,
 * without locks.
 */
export async function isAnythingDue(db: Knex, tables: WorkTables, slots: number): Promise<boolean> {
  const exists = (query: Knex.QueryBuilder) => db.raw('exists ?', [query]);
  const found = await db.first({
    parked: exists(dueOrExpired(db, tables, 'parked').select('id').limit(1)),
    running: exists(dueOrExpired(db, tables, 'running').select('id').limit(1)),
    line: slots > 0 ? exists(ownersInLine(db, tables).select(tables.ownerColumn).limit(1)) : db.raw('0'),
  });
  return Object.values(found as Record<string, unknown>).some(Number);
}

/**
 * Makes two kinds of operations ready and puts them in line: parked operations that are due, and operations whose
 * worker died. An operation that lost its worker several times without progress waits before it starts again, because
 * it may be the cause of the crashes.
 */
export async function makeDueReady(trx: Knex.Transaction, tables: WorkTables): Promise<void> {
  const { operations, ownerColumn } = tables;
  for (const state of ['parked', 'running'] as const) {
    const columns = ['id', ownerColumn, 'project_id', 'tries'];
    const found: DueOperationRow[] = await lockRows(
      trx,
      dueOrExpired(trx, tables, state).select(columns).limit(MAX_MADE_READY),
    );
    const rows = state === 'running' ? await parkAfterLoss(trx, tables, found) : found;
    if (rows.length === 0) continue;
    await trx(operations).whereIn('id', rows.map(idOf)).update({ state: 'ready' });
    await joinLine(
      trx,
      tables,
      rows.map((row) => ({ ownerId: String(row[ownerColumn]), projectId: row.project_id })),
    );
  }
}

/** Parked operations that are due, or running operations whose lease has expired; in index order. */
function dueOrExpired(db: Knex, tables: WorkTables, state: 'parked' | 'running'): Knex.QueryBuilder {
  const { due, lease } = indexNamesOf(tables);
  const [column, index] = state === 'parked' ? ['next_time', due] : ['lease_until', lease];
  return rowsInOrder(db, {
    table: tables.operations,
    state: { column: 'state', is: state },
    orderColumn: column,
    index,
  }).where(column, '<=', dbNow(db));
}

/** Parks the operations that must wait (`waitAfterLoss`), and returns the others. */
async function parkAfterLoss(
  trx: Knex.Transaction,
  { operations }: WorkTables,
  rows: readonly DueOperationRow[],
): Promise<readonly DueOperationRow[]> {
  const waitOf = ({ tries }: DueOperationRow) => waitAfterLoss(Number(tries));
  for (const waitMs of new Set(rows.map(waitOf))) {
    if (waitMs === 0) continue;
    const lost = rows.filter((row) => waitOf(row) === waitMs);
    const parked = { state: 'parked', next_time: dbNow(trx, waitMs) };
    await trx(operations).whereIn('id', lost.map(idOf)).update(parked);
  }
  return rows.filter((row) => waitOf(row) === 0);
}

type PickOptions = { slots: number; options: ClaimOptions; columns: readonly string[] };

/** Locks the next ready operations, at most `slots`, and charges their owners. */
export async function pickReady(
  trx: Knex.Transaction,
  tables: WorkTables,
  { slots, options, columns }: PickOptions,
): Promise<PickedRow[]> {
  if (slots <= 0) return [];
  const { ownerColumn } = tables;
  const { holders, reservesLast, timeSliceMs } = options;
  const pick = (portion: SlotPortion) => pickPortion(trx, tables, portion, { timeSliceMs, columns });
  const anybody = await pick({ slots: reservesLast ? slots - 1 : slots, not: [] });
  if (!reservesLast || anybody.length < slots - 1) return anybody;
  const not = [...new Set([...holders, ...anybody.map((row) => String(row[ownerColumn]))])];
  return [...anybody, ...(await pick({ slots: 1, not }))];
}

async function pickPortion(
  trx: Knex.Transaction,
  tables: WorkTables,
  { slots, not }: SlotPortion,
  { timeSliceMs, columns }: { timeSliceMs: number; columns: readonly string[] },
): Promise<PickedRow[]> {
  const picked: PickedRow[] = [];
  while (picked.length < slots) {
    const left = slots - picked.length;
    const line = await lockOwnersInLine(trx, tables, { limit: left, not });
    if (line.length === 0) break;
    for (const [ownerId, count] of dealSlots(line, left, timeSliceMs)) {
      const rows = await lockFirstReady(trx, tables, { ownerId, not: picked.map(idOf), limit: count + 1, columns });
      const taken = rows.slice(0, count);
      picked.push(...taken);
      await chargeOwner(trx, tables, ownerId, { ms: taken.length * timeSliceMs, hasMore: rows.length > count });
    }
  }
  return picked;
}

async function lockOwnersInLine(
  trx: Knex.Transaction,
  tables: WorkTables,
  { limit, not }: { limit: number; not: readonly string[] },
) {
  const { ownerColumn } = tables;
  const query = ownersInLine(trx, tables).select([ownerColumn, 'turn']).limit(limit);
  if (not.length > 0) query.whereNotIn(ownerColumn, not);
  const rows: Record<string, unknown>[] = await lockRows(trx, query);
  return rows.map((row) => ({ ownerId: String(row[ownerColumn]), turn: Number(row['turn']) }));
}

/** The owners in line, by turn. */
function ownersInLine(db: Knex, tables: WorkTables): Knex.QueryBuilder {
  return rowsInOrder(db, {
    table: tables.turns,
    state: { column: 'state', is: 'waiting' },
    orderColumn: 'turn',
    index: indexNamesOf(tables).next,
  });
}

/**
 * The ready operations of an owner, in order. `not` excludes the operations that this claim has already picked: they
 * stay `ready` until the end of the claim, when all of them are leased.
 */
function lockFirstReady(
  trx: Knex.Transaction,
  tables: WorkTables,
  {
    ownerId,
    not,
    limit,
    columns,
  }: { ownerId: string; not: readonly string[]; limit: number; columns: readonly string[] },
) {
  const { operations, ownerColumn } = tables;
  const query = rowsInOrder(trx, {
    table: operations,
    state: { column: 'state', is: 'ready' },
    orderColumn: claimOrderColumns(tables),
    index: indexNamesOf(tables).turn,
  })
    .where(ownerColumn, ownerId)
    .select([...new Set(['id', ownerColumn, ...columns])])
    .limit(limit);
  if (not.length > 0) query.whereNotIn('id', not);
  return lockRows<PickedRow>(trx, query);
}

/** Charges the owner, which stays in line if it has more ready operations. */
async function chargeOwner(
  trx: Knex.Transaction,
  { turns, ownerColumn }: WorkTables,
  ownerId: string,
  { ms, hasMore }: { ms: number; hasMore: boolean },
) {
  await trx(turns)
    .where({ [ownerColumn]: ownerId })
    .update({ turn: trx.raw('?? + ?', ['turn', ms]), state: hasMore ? 'waiting' : 'idle' });
}

function idOf({ id }: { id: string }): string {
  return id;
}
