import type { Knex } from 'knex';

export type Engine = 'sqlite' | 'mysql';

/**
 * A clock for tests. It is `offsetMs` ahead of the real clock, and from `originMs` on it runs `scale` times as fast.
 */
export type DatabaseClock = { originMs: number; offsetMs: number; scale: number };

/** The faults of a SQLite file that statements or the file check (database_health.ts) found. */
export type FileState = {
  /** A write failed because of the disk, and no write has succeeded since. */
  cannotWrite: boolean;
  /** The damage that was found; empty when none was found. */
  damage: string;
  /** Ends the check of the file, if one runs. */
  endCheck?: () => Promise<void>;
};

/** Properties of a database that knex does not have. `queryTimeoutMs` applies to MySQL only, `file` to SQLite only. */
type DatabaseTraits = { engine: Engine; queryTimeoutMs: number; clock?: DatabaseClock | undefined; file: FileState };

/** Keyed by the configuration object, which a transaction's handle shares with its parent. */
const traitsByConfig = new WeakMap<object, DatabaseTraits>();

type WithClient = { client: { config: object } };

export function setTraits(db: Knex, traits: DatabaseTraits): void {
  traitsByConfig.set((db as unknown as WithClient).client.config, traits);
}

/** The traits of a handle, transaction or query builder. Throws Error unless `openDatabase` created it. */
export function traitsOf(handle: Knex | Knex.QueryBuilder): DatabaseTraits {
  return traitsOfConfig(databaseKey(handle));
}

export function traitsOfConfig(config: object): DatabaseTraits {
  const traits = traitsByConfig.get(config);
  if (!traits) throw new Error('This handle was not made by openDatabase.');
  return traits;
}

/** An identity object per database, shared by its handle and all its transactions; a key for WeakMaps. */
export function databaseKey(handle: Knex | Knex.QueryBuilder): object {
  return (handle as unknown as WithClient).client.config;
}
