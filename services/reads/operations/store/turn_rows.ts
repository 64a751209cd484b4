import type { Knex } from 'knex';

export type InstallationOf = { projectId: string; installationId: string };

/**
 * Puts installations in line, in the transaction that made one of their operations ready and after that write. A claim
 * that finds no ready operation of an installation takes it out of line under the lock of the same row, so one of the
 * two runs second and sees the other's change. The rows are locked in id order, so that two batches do not deadlock.
 *
 * An installation with nothing running comes from an empty queue: it gets the turn of the first in line, or keeps its
 * own if that is higher.
 */
export async function joinTurns(db: Knex, installations: readonly InstallationOf[]): Promise<void> {
  const ids = [...new Set(installations.map(({ installationId }) => installationId))].toSorted();
  if (ids.length === 0) return;
  const front = await frontOf(db);
  const busy = await withRunning(db, ids);
  const projects = new Map(installations.map(({ installationId, projectId }) => [installationId, projectId]));
  const rows = (of: readonly string[]) =>
    of.map((id) => ({ installation_id: id, project_id: projects.get(id), state: 'waiting', turn: front }));
  await put(db, rows(ids.filter((id) => busy.has(id))));
  const lifted = "case when turns.state = 'waiting' or turns.turn > ? then turns.turn else ? end";
  // `turn` first: MySQL assigns columns in order, and the expression needs the old state.
  await put(db, rows(ids.filter((id) => !busy.has(id))), { turn: db.raw(lifted, [front, front]) });
}

async function put(db: Knex, rows: object[], change: object = {}): Promise<void> {
  if (rows.length === 0) return;
  await db('turns')
    .insert(rows)
    .onConflict('installation_id')
    .merge({ ...change, state: 'waiting' });
}

/** The turn of the first in line. When none is in line, the highest turn of all, so that everyone starts equal. */
async function frontOf(db: Knex): Promise<number> {
  const first = db('turns').where({ state: 'waiting' }).min('turn');
  const last = db('turns').where({ state: 'idle' }).max('turn');
  const [row] = await db.select({ front: db.raw('coalesce((?), (?), 0)', [first, last]) });
  return Number(row.front);
}

async function withRunning(db: Knex, ids: readonly string[]): Promise<Set<string>> {
  const rows: { installation_id: string }[] = await db('operations')
    .distinct('installation_id')
    .whereIn('installation_id', ids)
    .where({ state: 'running' });
  return new Set(rows.map(({ installation_id }) => installation_id));
}

/** Charges slot time to an installation; a negative value returns the unused part. */
export async function chargeTurn(db: Knex, { projectId, installationId }: InstallationOf, ms: number) {
  await db('turns')
    .where({ project_id: projectId, installation_id: installationId })
    .update({ turn: db.raw('?? + ?', ['turn', Math.round(ms)]) });
}

/** An operation yielded: charges its installation and puts it back in line. It was busy, so its turn is not raised. */
export async function backInLine(db: Knex, installation: InstallationOf, ms: number): Promise<void> {
  await chargeTurn(db, installation, ms);
  const { projectId, installationId } = installation;
  const changed = await db('turns')
    .where({ project_id: projectId, installation_id: installationId })
    .update({ state: 'waiting' });
  if (changed === 0) await joinTurns(db, [installation]);
}

/** The installations in line, first one first; locks nothing. */
export async function firstInLine(db: Knex, limit: number): Promise<string[]> {
  const rows: { installation_id: string }[] = await db('turns')
    .where({ state: 'waiting' })
    .orderBy('turn')
    .limit(limit)
    .select('installation_id');
  return rows.map(({ installation_id }) => installation_id);
}

/**
 * Puts installations in line that have a ready operation but are not in line: during a rolling upgrade older code knows
 * no turns. Checks `limit` ready operations from a time on, and returns the time to continue from; 0 after the last.
 */
export async function mendTurns(db: Knex, from: number, limit: number): Promise<number> {
  const ready: { project_id: string; installation_id: string; next_time: number }[] = await db('operations')
    .where({ state: 'ready' })
    .where('next_time', '>=', from)
    .orderBy('next_time')
    .limit(limit)
    .select('project_id', 'installation_id', 'next_time');
  const ids = [...new Set(ready.map(({ installation_id }) => installation_id))];
  const inLine: { installation_id: string }[] = await db('turns')
    .whereIn('installation_id', ids)
    .where({ state: 'waiting' })
    .select('installation_id');
  const known = new Set(inLine.map(({ installation_id }) => installation_id));
  await joinTurns(
    db,
    ready
      .filter(({ installation_id }) => !known.has(installation_id))
      .map(({ project_id, installation_id }) => ({ projectId: project_id, installationId: installation_id })),
  );
  const last = ready.length < limit ? 0 : Number(ready.at(-1)?.next_time);
  return last === from ? last + 1 : last;
}
