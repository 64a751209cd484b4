import type { Knex } from 'knex';

export type Engine = 'sqlite' | 'mysql';

/** A clock as tests bend it: from `originMs` on, time runs `scale` times as fast, `offsetMs` ahead. */
export type DatabaseClock = { originMs: number; offsetMs: number; scale: number };

/** What a database handle knows about itself beyond knex. `queryTimeoutMs` holds for MySQL. */
export type Traits = { engine: Engine; queryTimeoutMs: number; dropFence: boolean; clock?: DatabaseClock | undefined };

/** The key is the configuration object, because a transaction's handle shares it with the handle it came from. */
const known = new WeakMap<object, Traits>();

type WithClient = { client: { config: object } };

export function setTraits(db: Knex, traits: Traits): void {
  known.set((db as unknown as WithClient).client.config, traits);
}

/** The traits of a handle, a transaction or a query builder. Throws Error when `openDatabase` did not make it. */
export function traitsOf(handle: Knex | Knex.QueryBuilder): Traits {
  return traitsOfConfig(databaseKey(handle));
}

export function traitsOfConfig(config: object): Traits {
  const traits = known.get(config);
  if (!traits) throw new Error('This handle was not made by openDatabase.');
  return traits;
}

/** One object a database, shared by its handle and all its transactions: for maps of what belongs to a database. */
export function databaseKey(handle: Knex | Knex.QueryBuilder): object {
  return (handle as unknown as WithClient).client.config;
}
