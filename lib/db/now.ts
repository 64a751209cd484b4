import type { Knex } from 'knex';
import { traitsOf, type DatabaseClock } from './traits.ts';

export type { DatabaseClock };

const SQLITE_NOW = "cast(round(unixepoch('subsec') * 1000) as integer)";
const MYSQL_NOW = 'cast(floor(unix_timestamp(now(3)) * 1000) as signed)';

/**
 * Now by the database's clock, as an SQL expression in Unix milliseconds. Leases and what is due are judged by this
 * one clock, since the clocks of replicas differ. `plusMs` moves it.
 */
export function dbNow(db: Knex, plusMs = 0): Knex.Raw<number> {
  const { engine, clock } = traitsOf(db);
  const now = bend(engine === 'sqlite' ? SQLITE_NOW : MYSQL_NOW, clock);
  return plusMs === 0 ? db.raw(now) : db.raw(`(${now} + ${whole(plusMs)})`);
}

/** The same as a number. */
export async function readNow(db: Knex): Promise<number> {
  const [row] = await db.select({ now: dbNow(db) });
  return Number(row.now);
}

/** Tests only: bends the clock of this database and of its transactions from here on; undefined straightens it. */
export function setDatabaseClock(db: Knex, clock: DatabaseClock | undefined): void {
  traitsOf(db).clock = clock;
}

function bend(now: string, clock: DatabaseClock | undefined): string {
  if (!clock) return now;
  const { originMs, offsetMs, scale } = clock;
  const origin = whole(originMs);
  return `((${now} - ${origin}) * ${whole(scale)} + ${origin} + ${whole(offsetMs)})`;
}

function whole(value: number): number {
  return Math.round(value);
}
