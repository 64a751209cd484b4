import type { Knex } from 'knex';
import type { WorkOwner } from './states.ts';
import type { WorkTables } from './tables.ts';

type Row = Record<string, string>;

/**
 * Puts owners in line. Call it in the transaction that makes an operation of each owner ready, after the operation's
 * row was written. A claim that finds no ready operation of an owner takes the owner out of line. Both transactions
 * lock the owner's row, so the second sees the change of the first. The function locks the rows in id order, so that
 * two calls do not deadlock.
 *
 * An owner with nothing running gets the turn of the first in line, or keeps its own turn if that is higher.
 */
export async function joinLine(db: Knex, tables: WorkTables, owners: readonly WorkOwner[]): Promise<void> {
  const { turns, ownerColumn } = tables;
  const ids = [...new Set(owners.map(({ ownerId }) => ownerId))].toSorted();
  if (ids.length === 0) return;
  const front = await firstTurnInLine(db, tables);
  const busy = await ownersWithRunning(db, tables, ids);
  const projects = new Map(owners.map(({ ownerId, projectId }) => [ownerId, projectId]));
  const rows = (of: readonly string[]) =>
    of.map((id) => ({ [ownerColumn]: id, project_id: projects.get(id), state: 'waiting', turn: front }));
  const [state, turn] = [`${turns}.state`, `${turns}.turn`];
  await upsertTurns(db, tables, rows(ids.filter((id) => busy.has(id))));
  const raised = db.raw("case when ?? = 'waiting' or ?? > ? then ?? else ? end", [state, turn, front, turn, front]);
  // `turn` first: MySQL assigns columns in order, and the expression needs the old state.
  await upsertTurns(db, tables, rows(ids.filter((id) => !busy.has(id))), { turn: raised });
}

async function upsertTurns(
  db: Knex,
  { turns, ownerColumn }: WorkTables,
  rows: object[],
  change: object = {},
): Promise<void> {
  if (rows.length === 0) return;
  await db(turns)
    .insert(rows)
    .onConflict(ownerColumn)
    .merge({ ...change, state: 'waiting' });
}

/** The turn of the first owner in line. When no owner is in line, the highest of all turns, so that all start equal. */
async function firstTurnInLine(db: Knex, { turns }: WorkTables): Promise<number> {
  const first = db(turns).where({ state: 'waiting' }).min('turn');
  const last = db(turns).where({ state: 'idle' }).max('turn');
  const [row] = await db.select({ front: db.raw('coalesce((?), (?), 0)', [first, last]) });
  return Number(row.front);
}

async function ownersWithRunning(
  db: Knex,
  { operations, ownerColumn }: WorkTables,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows: Row[] = await db(operations).distinct(ownerColumn).whereIn(ownerColumn, ids).where({ state: 'running' });
  return new Set(rows.map((row) => row[ownerColumn] ?? ''));
}

/** Adds slot time to the turn of an owner. Ms; negative to return unused time. */
export async function chargeTurn(db: Knex, tables: WorkTables, owner: WorkOwner, ms: number): Promise<void> {
  await turnRowOf(db, tables, owner).update({ turn: db.raw('?? + ?', ['turn', Math.round(ms)]) });
}

/**
 * Charges the owner of an operation that yielded, and puts the owner back in line. The owner was busy until now, so its
 * turn is not raised to the turn of the first in line.
 */
export async function chargeAndRejoin(db: Knex, tables: WorkTables, owner: WorkOwner, ms: number): Promise<void> {
  await chargeTurn(db, tables, owner, ms);
  const changed = await turnRowOf(db, tables, owner).update({ state: 'waiting' });
  if (changed === 0) await joinLine(db, tables, [owner]);
}

export function turnRowOf(
  db: Knex,
  { turns, ownerColumn }: WorkTables,
  { projectId, ownerId }: WorkOwner,
): Knex.QueryBuilder {
  return db(turns).where({ project_id: projectId, [ownerColumn]: ownerId });
}

/** The first `limit` owners in line, in order. Locks nothing. */
export async function firstInLine(db: Knex, { turns, ownerColumn }: WorkTables, limit: number): Promise<string[]> {
  return db(turns).where({ state: 'waiting' }).orderBy('turn').limit(limit).pluck(ownerColumn);
}

/**
 * Puts owners in line that have a ready operation but are not in line: during a rolling upgrade, older code adds
 * operations without turns. Checks `limit` ready operations with a `next_time` of `from` or later. Returns the `from`
 * of the next call; 0 after the last operation.
 */
export async function repairTurns(db: Knex, tables: WorkTables, from: number, limit: number): Promise<number> {
  const { operations, turns, ownerColumn } = tables;
  const ready: Row[] = await db(operations)
    .where({ state: 'ready' })
    .where('next_time', '>=', from)
    .orderBy('next_time')
    .limit(limit)
    .select('project_id', ownerColumn, 'next_time');
  const owners = ready.map((row) => ({ projectId: row['project_id'] ?? '', ownerId: row[ownerColumn] ?? '' }));
  const ids = [...new Set(owners.map(({ ownerId }) => ownerId))];
  const inLine: string[] = await db(turns).whereIn(ownerColumn, ids).where({ state: 'waiting' }).pluck(ownerColumn);
  const known = new Set(inLine);
  await joinLine(
    db,
    tables,
    owners.filter(({ ownerId }) => !known.has(ownerId)),
  );
  const last = ready.length < limit ? 0 : Number(ready.at(-1)?.['next_time']);
  return last === from ? last + 1 : last;
}
