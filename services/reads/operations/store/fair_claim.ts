import type { Knex } from 'knex';
import { lockInOrder } from '../../../../lib/db/claim.ts';
import { dbNow } from '../../../../lib/db/now.ts';
import { waitAfterLoss } from '../domain/read_failure.ts';
import { dealSlots, type Dealing } from '../domain/fair_turns.ts';
import { joinTurns } from './turn_rows.ts';

/**
 * The claim of operations/domain/fair_turns.ts in SQL. Each step reads rows of one state in the order of an index and skips locked
 * rows, for the reasons given in lib/db/claim.ts. It reads the installations in line by turn, then the oldest ready
 * operations of the installations that are dealt a slot. It holds the lock of an installation's row meanwhile, so no
 * two workers deal slots to the same one.
 */
type Portion = { slots: number; not: readonly string[] };
type WaitingRow = { installation_id: string; turn: number };
/** `tries`: starts without a page. */
type Lost = Picked & { project_id: string; tries: number };
type Picked = { id: string; installation_id: string };

/** Max number of operations that become ready per claim. A burst takes several claims, one after the other. */
const RIPE = 500;

/**
 * Makes parked operations that are due, and operations whose worker died, ready and puts them in line. An operation that
 * lost its worker again and again without a page between waits before it starts: its page may be what stops the worker.
 */
export async function ripen(trx: Knex.Transaction): Promise<void> {
  const due = { parked: ['next_time', 'operations_due'], running: ['lease_until', 'operations_lease'] } as const;
  for (const state of ['parked', 'running'] as const) {
    const [column, index] = due[state];
    const found = await lockInOrder<Lost>(trx, {
      table: 'operations',
      state: { column: 'state', is: state },
      orderColumn: column,
      index,
      limit: RIPE,
      columns: ['installation_id', 'project_id', 'tries'],
      and: (query) => query.where(column, '<=', dbNow(trx)),
    });
    const rows = state === 'running' ? await parkLost(trx, found) : found;
    if (rows.length === 0) continue;
    await trx('operations').whereIn('id', rows.map(idOf)).update({ state: 'ready' });
    await joinTurns(
      trx,
      rows.map(({ installation_id, project_id }) => ({ installationId: installation_id, projectId: project_id })),
    );
  }
}

/** Parks the operations that are to wait, and returns the others. */
async function parkLost(trx: Knex.Transaction, rows: readonly Lost[]): Promise<readonly Lost[]> {
  const waitOf = ({ tries }: Lost) => waitAfterLoss(Number(tries));
  for (const waitMs of new Set(rows.map(waitOf))) {
    if (waitMs === 0) continue;
    const lost = rows.filter((row) => waitOf(row) === waitMs);
    const parked = { state: 'parked', next_time: dbNow(trx, waitMs) };
    await trx('operations').whereIn('id', lost.map(idOf)).update(parked);
  }
  return rows.filter((row) => waitOf(row) === 0);
}

/** Locks the next ready operations, at most `slots`, and charges their installations. */
export async function pickReady(
  trx: Knex.Transaction,
  slots: number,
  dealing: Dealing,
  columns: readonly string[],
): Promise<Picked[]> {
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
  { timeSliceMs }: Dealing,
  columns: readonly string[],
): Promise<Picked[]> {
  const picked: Picked[] = [];
  while (picked.length < slots) {
    const left = slots - picked.length;
    const line = await lockLine(trx, left, not);
    if (line.length === 0) break;
    for (const [installationId, count] of dealSlots(line, left, timeSliceMs)) {
      const rows = await oldest(trx, count + 1, columns, { installationId, not: picked.map(idOf) });
      const taken = rows.slice(0, count);
      picked.push(...taken);
      await move(trx, installationId, { ms: taken.length * timeSliceMs, hasMore: rows.length > count });
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

/**
 * The ready operations of an installation, oldest first. Operations that this claim has picked are still ready, because
 * it leases all of them at its end, so they are excluded.
 */
function oldest(
  trx: Knex.Transaction,
  limit: number,
  columns: readonly string[],
  { installationId, not }: { installationId: string; not: readonly string[] },
) {
  return lockInOrder<Picked>(trx, {
    table: 'operations',
    state: { column: 'state', is: 'ready' },
    orderColumn: 'next_time',
    index: 'operations_turn',
    limit,
    columns: ['installation_id', ...columns],
    and: (query) => {
      query.where('installation_id', installationId);
      return not.length > 0 ? query.whereNotIn('id', not) : query;
    },
  });
}

/** Charges the installation. It stays in line while it has more ready operations. */
async function move(trx: Knex.Transaction, installationId: string, { ms, hasMore }: { ms: number; hasMore: boolean }) {
  await trx('turns')
    .where({ installation_id: installationId })
    .update({ turn: trx.raw('?? + ?', ['turn', ms]), state: hasMore ? 'waiting' : 'idle' });
}

function idOf({ id }: { id: string }): string {
  return id;
}
