import type { Knex } from 'knex';

/**
 * Error codes of MySQL and MariaDB: the table, column or index to create exists, or the index to drop does not exist.
 */
const DONE_ALREADY = new Set([1050, 1060, 1061, 1091]);
const SQLITE_DONE_ALREADY = /duplicate column name|already exists|no such index/;
const SCHEMA_CHANGES = new Set(['createTable', 'alterTable', 'table', 'dropTable']);

/**
 * A database handle for a migration whose first run was killed. It runs schema statements one by one, and ignores the
 * error of a statement whose change exists already. Each DDL statement commits by itself, so the killed run may have
 * made any part of the changes.
 */
export function resumedSchema(db: Knex): Knex {
  const schema = () =>
    new Proxy(db.schema, {
      get(builder, name) {
        const member = Reflect.get(builder, name) as unknown;
        if (typeof member !== 'function') return member;
        if (!SCHEMA_CHANGES.has(String(name))) return member.bind(builder);
        return (...args: unknown[]) => runEachStatement(db, member.apply(builder, args) as Knex.SchemaBuilder);
      },
    });
  return new Proxy(db, { get: (target, name) => (name === 'schema' ? schema() : Reflect.get(target, name)) });
}

async function runEachStatement(db: Knex, builder: Knex.SchemaBuilder): Promise<void> {
  const statements = builder.toSQL() as unknown as { sql: string }[];
  for (const { sql } of statements)
    await db.raw(sql).catch((err: unknown) => {
      if (!isDoneAlready(err)) throw err;
    });
}

function isDoneAlready(err: unknown): boolean {
  const { errno, message } = err as { errno?: number; message: string };
  return DONE_ALREADY.has(errno ?? 0) || SQLITE_DONE_ALREADY.test(message);
}
