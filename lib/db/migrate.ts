import type { Knex } from 'knex';
import { traitsOf } from './traits.ts';

/**
 * A service's schema as a list of small steps, each with its way back. Which are done stands in the table
 * `schema_steps`, by name, so the same list counts as .ts and as .js.
 *
 * DDL on MySQL commits by itself, so a step can be killed half-way. A step is therefore marked before it runs and
 * again when it is done; one found begun but not done is taken back (as far as it got) and run again. That is why a
 * step is *one* change. knex's own runner leaves its lock row behind when it is killed and then refuses to start;
 * here replicas starting together line up behind a lock that dies with its connection.
 */
export type Migration = { name: string; up(db: Knex): Promise<void>; down(db: Knex): Promise<void> };

const STEPS = 'schema_steps';
const LOCK_NAME = "concat('causeway.', md5(database()))";
/** How long to wait for a replica that is migrating. Seconds. */
const LOCK_WAIT = 120;
/** Building an index on a large table takes its time. Ms. */
const PATIENCE = 600_000;

/** Runs what has not been run yet, in order. Safe from many processes at once. Throws what a step throws. */
export async function migrateUp(db: Knex, migrations: readonly Migration[]): Promise<void> {
  await locked(db, async () => {
    const done = await steps(db);
    for (const migration of migrations) {
      if (done.get(migration.name) !== 'done') await up(db, migration, done.has(migration.name));
    }
  });
}

/** Takes every step back, last first. Loses all data. */
export async function migrateDown(db: Knex, migrations: readonly Migration[]): Promise<void> {
  await locked(db, async () => {
    const done = await steps(db);
    for (const migration of migrations.toReversed()) {
      if (done.has(migration.name)) await down(db, migration);
    }
  });
}

async function up(db: Knex, migration: Migration, begunBefore: boolean): Promise<void> {
  const step = () => db(STEPS).where({ name: migration.name });
  if (begunBefore)
    await migration.down(db).catch(() => {}); // it may have got nowhere, so there may be nothing to undo
  else await db(STEPS).insert({ name: migration.name, state: 'begun', create_time: Date.now() });
  await migration.up(db);
  await step().update({ state: 'done' });
}

async function down(db: Knex, migration: Migration): Promise<void> {
  await migration.down(db);
  await db(STEPS).where({ name: migration.name }).del();
}

async function steps(db: Knex): Promise<Map<string, string>> {
  if (!(await db.schema.hasTable(STEPS))) {
    await db.schema.createTable(STEPS, (t) => {
      t.string('name', 191).primary();
      t.string('state', 16).notNullable();
      t.bigInteger('create_time').notNullable();
    });
  }
  const rows: { name: string; state: string }[] = await db(STEPS).select('name', 'state');
  return new Map(rows.map(({ name, state }) => [name, state]));
}

/** SQLite files belong to one process, so only MySQL needs the lock; it is held by a connection of its own. */
async function locked(db: Knex, run: () => Promise<void>): Promise<void> {
  const traits = traitsOf(db);
  if (traits.engine === 'sqlite') return run();
  const { queryTimeoutMs } = traits;
  const connection: unknown = await db.client.acquireConnection();
  try {
    traits.queryTimeoutMs = PATIENCE;
    await getLock(db, connection);
    await run();
  } finally {
    traits.queryTimeoutMs = queryTimeoutMs;
    await releaseLock(db, connection);
  }
}

async function getLock(db: Knex, connection: unknown): Promise<void> {
  const [[row]] = await db.raw(`select get_lock(${LOCK_NAME}, ${LOCK_WAIT}) as got`).connection(connection);
  if (row.got !== 1) throw new Error('Another process has been migrating this schema for two minutes.');
}

async function releaseLock(db: Knex, connection: unknown): Promise<void> {
  try {
    await db.raw(`select release_lock(${LOCK_NAME})`).connection(connection);
  } finally {
    await db.client.releaseConnection(connection);
  }
}
