import type { Db } from '../../lib/db/open.ts';

type Query = { sql: string };
type Client = { _query(connection: unknown, query: Query): Promise<unknown> };

/**
 * The statements that end a transaction. After the crash they become a rollback, as the server does for a dead client.
 */
const END = /^\s*(commit|rollback)/i;

/**
 * From its nth statement on, nothing of this process reaches the database, as if the process had been killed: an open
 * transaction is rolled back, and every later statement fails until `repair`.
 */
export function crashAt(db: Db, nth: number): { hasHappened(): boolean; repair(): void } {
  const prototype = Object.getPrototypeOf(db.client) as Client;
  const original = prototype._query;
  let statements = 0;
  prototype._query = async function query(connection, given) {
    statements += 1;
    if (statements < nth) return original.call(this, connection, given);
    if (END.test(given.sql)) await original.call(this, connection, { ...given, sql: 'ROLLBACK;' });
    if (/^\s*rollback/i.test(given.sql)) return given;
    throw new Error('The process is dead.');
  };
  return {
    hasHappened: () => statements >= nth,
    repair() {
      prototype._query = original;
    },
  };
}
