import type { Knex } from 'knex';
import { resumedSchema } from './resumed_schema.ts';
import { traitsOf } from './traits.ts';

/**
 * Migrations: a service's schema as a list of small steps, each with `up` and `down`. The table `schema_steps` records
 * completed steps by their name without extension, so that .ts and .js count as the same step.
 *
 * DDL on MySQL commits implicitly, so a kill can leave a step half done. So a step is recorded as `begun` before it
 * runs and as `done` when it is complete. A step that is found `begun` is undone with `down` and run again. So each
 * step is *one* change. `down` fails at the first part that does not exist yet, and leaves the rest. This failure is
 * ignored, and the second run of `up` skips the parts that exist (resumed_schema.ts).
 *
 * knex's own runner leaves its lock row behind when it is killed, and then refuses to start. Here, concurrent replicas
 * wait for a lock that ends with its connection.
 */
export type Migration = { name: string; up(db: Knex): Promise<void>; down(db: Knex): Promise<void> };

/** The table of completed steps. */
export const STEPS_TABLE = 'schema_steps';
const LOCK_NAME = "concat('causeway.', md5(database()))";
/** Max wait for another replica that is migrating. Seconds. */
const LOCK_WAIT_SECONDS = 120;
/** Statement timeout during migrations: building an index on a large table is slow. Ms. */
const STATEMENT_TIMEOUT_MS = 600_000;

/** Runs pending steps in order. Safe to run concurrently in many processes. Throws errors of steps. */
export async function migrateUp(db: Knex, migrations: readonly Migration[]): Promise<void> {
  await withLock(db, async () => {
    const done = await recordedSteps(db);
    for (const migration of migrations) {
      if (done.get(migration.name) !== 'done') await applyMigration(db, migration, done.has(migration.name));
    }
  });
}

/** The time when the first step ran, which is when the database was created. Unix ms. */
export async function databaseCreateTime(db: Knex): Promise<number> {
  const row: { time?: unknown } | undefined = await db(STEPS_TABLE).min({ time: 'create_time' }).first();
  return Number(row?.time ?? 0);
}

/** Runs `down` of all steps, last first. Loses all data. */
export async function migrateDown(db: Knex, migrations: readonly Migration[]): Promise<void> {
  await withLock(db, async () => {
    const done = await recordedSteps(db);
    for (const migration of migrations.toReversed()) {
      if (done.has(migration.name)) await revertMigration(db, migration);
    }
  });
}

async function applyMigration(db: Knex, migration: Migration, begunBefore: boolean): Promise<void> {
  const step = () => db(STEPS_TABLE).where({ name: migration.name });
  if (begunBefore)
    await migration.down(db).catch(() => {}); // fails when the step had changed nothing yet
  else await db(STEPS_TABLE).insert({ name: migration.name, state: 'begun', create_time: Date.now() });
  await migration.up(begunBefore ? resumedSchema(db) : db);
  await step().update({ state: 'done' });
}

async function revertMigration(db: Knex, migration: Migration): Promise<void> {
  await migration.down(db);
  await db(STEPS_TABLE).where({ name: migration.name }).del();
}

async function recordedSteps(db: Knex): Promise<Map<string, string>> {
  if (!(await db.schema.hasTable(STEPS_TABLE))) {
    await db.schema.createTable(STEPS_TABLE, (t) => {
      t.string('name', 191).primary();
      t.string('state', 16).notNullable();
      t.bigInteger('create_time').notNullable();
    });
  }
  const rows: { name: string; state: string }[] = await db(STEPS_TABLE).select('name', 'state');
  return new Map(rows.map(({ name, state }) => [name, state]));
}

/**
 * Runs the steps without a sync to disk after each statement; a new SQLite file would need a hundred syncs. The
 * write-ahead log keeps the order of the statements, so a power cut loses only the last steps. The first commit after
 * the steps syncs all of them.
 */
async function withoutWaiting(db: Knex, run: () => Promise<void>): Promise<void> {
  await db.raw('pragma synchronous=NORMAL');
  try {
    await run();
  } finally {
    await db.raw('pragma synchronous=FULL');
  }
}

/**
 * Runs `run` under a lock, which a separate connection holds. SQLite needs no lock: its file belongs to one process.
 */
async function withLock(db: Knex, run: () => Promise<void>): Promise<void> {
  const traits = traitsOf(db);
  if (traits.engine === 'sqlite') return withoutWaiting(db, run);
  const { queryTimeoutMs } = traits;
  const connection: unknown = await db.client.acquireConnection();
  try {
    traits.queryTimeoutMs = STATEMENT_TIMEOUT_MS;
    await getLock(db, connection);
    await run();
  } finally {
    traits.queryTimeoutMs = queryTimeoutMs;
    await releaseLock(db, connection);
  }
}

async function getLock(db: Knex, connection: unknown): Promise<void> {
  const [[row]] = await db.raw(`select get_lock(${LOCK_NAME}, ${LOCK_WAIT_SECONDS}) as got`).connection(connection);
  if (row.got !== 1) throw new Error('Another process has been migrating this schema for two minutes.');
}

async function releaseLock(db: Knex, connection: unknown): Promise<void> {
  try {
    await db.raw(`select release_lock(${LOCK_NAME})`).connection(connection);
  } finally {
    await db.client.releaseConnection(connection);
  }
}
