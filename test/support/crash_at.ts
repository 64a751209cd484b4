import type { Db } from '../../lib/db/open.ts';

type Query = { sql: string };
type Client = { _query(connection: unknown, query: Query): Promise<unknown> };

/** What a server does with the open transaction of a client that died. */
const END = /^\s*(commit|rollback)/i;

/**
 * From its nth statement on, nothing of this process reaches the database, as if it had been killed: an open transaction
 * is rolled back, and every later statement fails until `repair`.
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
