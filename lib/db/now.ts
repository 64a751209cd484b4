import type { Knex } from 'knex';
import { type DatabaseClock, traitsOf } from './traits.ts';

export type { DatabaseClock };

const SQLITE_NOW = "cast(round(unixepoch('subsec') * 1000) as integer)";
const MYSQL_NOW = 'cast(floor(unix_timestamp(now(3)) * 1000) as signed)';

/**
 * The database's current time plus `plusMs`, as an SQL expression in Unix milliseconds. Leases and due times use only
 * this clock, because the clocks of replicas differ.
 */
export function dbNow(db: Knex, plusMs = 0): Knex.Raw<number> {
  const { engine, clock } = traitsOf(db);
  const now = shiftedTime(engine === 'sqlite' ? SQLITE_NOW : MYSQL_NOW, clock);
  return plusMs === 0 ? db.raw(now) : db.raw(`(${now} + ${rounded(plusMs)})`);
}

/** The time of the database as a number. Unix ms. */
export async function readNow(db: Knex): Promise<number> {
  const [row] = await db.select({ now: dbNow(db) });
  return Number(row.now);
}

/** Tests only: sets offset and scale of this database's clock, also for its transactions; undefined resets it. */
export function setDatabaseClock(db: Knex, clock: DatabaseClock | undefined): void {
  traitsOf(db).clock = clock;
}

function shiftedTime(now: string, clock: DatabaseClock | undefined): string {
  if (!clock) return now;
  const { originMs, offsetMs, scale } = clock;
  const origin = rounded(originMs);
  return `((${now} - ${origin}) * ${rounded(scale)} + ${origin} + ${rounded(offsetMs)})`;
}

function rounded(value: number): number {
  return Math.round(value);
}
