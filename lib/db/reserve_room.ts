/**
 * Checks quotas: counts the existing rows in the transaction that adds rows. So there is no separate counter that could
 * become wrong. Each transaction first locks the row of its scope until it commits. Otherwise concurrent transactions
 * could exceed a quota together. SQLite needs no lock, because it has only one writer.
 */
import type { Knex } from 'knex';
import { checkQuota, type Quota } from '../quota/quota.ts';
import { nameColumn } from './columns.ts';
import type { Migration } from './migrate.ts';
import { traitsOf } from './traits.ts';

type Reservation = {
  quota: Quota;
  /** The name of the quota and the owner of the rows: `destinations:<project>`. */
  scope: string;
  /** The rows that count. */
  rows: Knex.QueryBuilder;
  adding: number;
  /**
   * Called when the new rows do not fit. Deletes up to `rows` of the rows that may be evicted, oldest first. Returns
   * the number of deleted rows.
   */
  makeRoom?: ((rows: number) => Promise<number>) | undefined;
};

/** Must be called in the transaction that adds the rows. Throws Problem `unprocessable` when they do not fit. */
export async function reserveQuota(db: Knex, { quota, scope, rows, adding, makeRoom }: Reservation): Promise<void> {
  if (quota.max === 0) return;
  if (!db.isTransaction) throw new Error('A quota is checked in the transaction that adds the rows.');
  await lockScope(db, scope);
  const count = () => countUpTo(db, rows.clone(), quota.max);
  let used = await count();
  while (makeRoom && used + adding > quota.max && (await makeRoom(used + adding - quota.max)) > 0) used = await count();
  checkQuota(quota, used, adding);
}

/** Like reserveQuota, but without a lock: another transaction may use up the quota before the rows are added. */
export async function checkQuotaLeft(db: Knex, { quota, rows, adding }: Omit<Reservation, 'scope'>): Promise<void> {
  if (quota.max > 0) checkQuota(quota, await countUpTo(db, rows, quota.max), adding);
}

async function lockScope(db: Knex, scope: string): Promise<void> {
  if (traitsOf(db).engine === 'sqlite') return;
  await db('quota_locks').insert({ scope }).onConflict('scope').merge({ scope });
}

async function countUpTo(db: Knex, rows: Knex.QueryBuilder, max: number): Promise<number> {
  const some = rows.select(db.raw('1 as one')).limit(max);
  const [found] = (await db.from(some.as('counted')).count({ found: '*' })) as { found: number }[];
  return Number(found?.found ?? 0);
}

/** Creates the table of the rows that `reserveQuota` locks: one row for each scope. */
export function quotaLocksTable(name: string): Migration {
  return {
    name,
    async up(db) {
      await db.schema.createTable('quota_locks', (t) => nameColumn(t, 'scope').notNullable().primary());
    },
    down: (db) => db.schema.dropTable('quota_locks'),
  };
}
