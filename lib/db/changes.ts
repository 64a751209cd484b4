import type { Knex } from 'knex';
import { afterCommit } from './transaction.ts';

type Statement = { sql?: string; method?: string };

const writtenTables = new Map<string, string>();

/**
 * Calls `listener` with the table of each statement of this process that changed rows, after the commit. Does not
 * report rolled back changes or changes of other processes. `listener` must not throw.
 */
export function onChange(db: Knex, listener: (table: string) => void): void {
  (db.client as KnexDialect).on(
    'query-response',
    (response: unknown, { sql = '', method }: Statement, _builder: unknown, trx?: Knex) => {
      const table = writtenTable(sql);
      // For updates and deletes the response is the number of rows. Every other write counts as a change.
      if (table === '' || ((method === 'update' || method === 'del') && response === 0)) return;
      if (trx) afterCommit(trx, () => listener(table));
      else listener(table);
    },
  );
}

/** The table that a statement writes to; '' for a statement that does not write. */
function writtenTable(sql: string): string {
  const known = writtenTables.get(sql);
  if (known !== undefined) return known;
  const [, table = ''] =
    /^\s*(?:insert(?:\s+ignore)?\s+into|update|delete\s+from|replace\s+into)\s+[`"]?(\w+)/i.exec(sql) ?? [];
  if (writtenTables.size < 2_000) writtenTables.set(sql, table);
  return table;
}
