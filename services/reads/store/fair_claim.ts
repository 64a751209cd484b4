import type { Knex } from 'knex';
import { lockInOrder } from '../../../lib/db/claim.ts';
import { dbNow } from '../../../lib/db/now.ts';
import { dealSlots, type Dealing } from '../domain/fair_turns.ts';
import { joinTurns } from './turn_rows.ts';

/**
 * The claim of domain/fair_turns.ts in SQL. Each step reads rows of one state in the order of an index and passes over
 * what others hold, as lib/db/claim.ts says why: the installations in line by their turn, then the oldest ready
 * operations of those that are dealt a slot. An installation's row is held meanwhile, so no two workers deal for one.
 */
type Portion = { slots: number; not: readonly string[] };
type WaitingRow = { installation_id: string; turn: number };
type Picked = { id: string; installation_id: string };

/** So many become ready a claim; a flood of them takes a few claims, which come one after the other. */
const RIPE = 500;

/** What was parked and is due, and what lost its worker, is ready again, and in line. */
export async function ripen(trx: Knex.Transaction): Promise<void> {
  const due = { parked: ['next_time', 'operations_due'], running: ['lease_until', 'operations_lease'] } as const;
  for (const state of ['parked', 'running'] as const) {
    const [column, index] = due[state];
    const rows = await lockInOrder<Picked & { project_id: string }>(trx, {
      table: 'operations',
      state: { column: 'state', is: state },
      orderColumn: column,
      index,
      limit: RIPE,
      columns: ['installation_id', 'project_id'],
      and: (query) => query.where(column, '<=', dbNow(trx)),
    });
    if (rows.length === 0) continue;
    await trx('operations').whereIn('id', rows.map(idOf)).update({ state: 'ready' });
    await joinTurns(
      trx,
      rows.map(({ installation_id, project_id }) => ({ installationId: installation_id, projectId: project_id })),
    );
  }
}

/** Locks the ready operations that are served next, at most `slots`; charges their installations. */
export async function pickReady(
  trx: Knex.Transaction,
  slots: number,
  dealing: Dealing,
  columns: readonly string[],
): Promise<Picked[]> {
  if (!dealing.isByTurn) return oldest(trx, slots, columns);
  if (slots <= 0) return [];
  const { holders, keepsLast } = dealing;
  const anybody = await pickPortion(trx, { slots: keepsLast ? slots - 1 : slots, not: [] }, dealing, columns);
  if (!keepsLast || anybody.length < slots - 1) return anybody;
  const not = [...new Set([...holders, ...anybody.map(({ installation_id }) => installation_id)])];
  return [...anybody, ...(await pickPortion(trx, { slots: 1, not }, dealing, columns))];
}

async function pickPortion(
  trx: Knex.Transaction,
  { slots, not }: Portion,
  { quantumMillis }: Dealing,
  columns: readonly string[],
): Promise<Picked[]> {
  const picked: Picked[] = [];
  while (picked.length < slots) {
    const left = slots - picked.length;
    const line = await lockLine(trx, left, not);
    if (line.length === 0) break;
    for (const [installationId, count] of dealSlots(line, left, quantumMillis)) {
      const rows = await oldest(trx, count + 1, columns, installationId);
      const taken = rows.slice(0, count);
      picked.push(...taken);
      await move(trx, installationId, { millis: taken.length * quantumMillis, hasMore: rows.length > count });
    }
  }
  return picked;
}

async function lockLine(trx: Knex.Transaction, limit: number, not: readonly string[]) {
  const rows = await lockInOrder<WaitingRow>(trx, {
    table: 'turns',
    key: 'installation_id',
    state: { column: 'state', is: 'waiting' },
    orderColumn: 'turn',
    index: 'turns_next',
    limit,
    columns: ['turn'],
    and: (query) => (not.length > 0 ? query.whereNotIn('installation_id', not) : query),
  });
  return rows.map(({ installation_id, turn }) => ({ installationId: installation_id, turn: Number(turn) }));
}

/** Ready operations, oldest first: of an installation, or of all. */
function oldest(trx: Knex.Transaction, limit: number, columns: readonly string[], installationId?: string) {
  return lockInOrder<Picked>(trx, {
    table: 'operations',
    state: { column: 'state', is: 'ready' },
    orderColumn: 'next_time',
    index: installationId === undefined ? 'operations_due' : 'operations_turn',
    limit,
    columns: ['installation_id', ...columns],
    and: (query) => (installationId === undefined ? query : query.where('installation_id', installationId)),
  });
}

/** Back in the line, or out of it when nothing is left that is ready. */
async function move(
  trx: Knex.Transaction,
  installationId: string,
  { millis, hasMore }: { millis: number; hasMore: boolean },
) {
  await trx('turns')
    .where({ installation_id: installationId })
    .update({ turn: trx.raw('?? + ?', ['turn', millis]), state: hasMore ? 'waiting' : 'idle' });
}

function idOf({ id }: { id: string }): string {
  return id;
}
