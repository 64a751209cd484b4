import type { Knex } from 'knex';
import { afterCommit } from './transaction.ts';

type Statement = { sql?: string; method?: string };

const tables = new Map<string, string>();

/**
 * Tells `listener` the table of each statement of this process that changed rows, when the change is committed; nothing
 * of a transaction that is rolled back. `listener` must not throw. Changes of other processes are not reported.
 */
export function onChange(db: Knex, listener: (table: string) => void): void {
  (db.client as KnexDialect).on(
    'query-response',
    (response: unknown, { sql = '', method }: Statement, _builder: unknown, trx?: Knex) => {
      const table = writtenTable(sql);
      // Updates and deletes answer how many rows they found; what else writes is taken for a change.
      if (table === '' || ((method === 'update' || method === 'del') && response === 0)) return;
      if (trx) afterCommit(trx, () => listener(table));
      else listener(table);
    },
  );
}

/** The table that a statement writes; empty for any other statement. */
function writtenTable(sql: string): string {
  const known = tables.get(sql);
  if (known !== undefined) return known;
  const [, table = ''] =
    /^\s*(?:insert(?:\s+ignore)?\s+into|update|delete\s+from|replace\s+into)\s+[`"]?(\w+)/i.exec(sql) ?? [];
  if (tables.size < 2_000) tables.set(sql, table);
  return table;
}
