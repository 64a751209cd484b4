import Database from 'libsql';

/**
 * Facts that are stored in a SQLite file. `steps` is undefined without the table of completed steps
 * (lib/db/migrate.ts).
 */
export type FileFacts = {
  version: string;
  journalMode: string;
  steps: { name: string; state: string; createTime: number }[] | undefined;
};

type Row = Record<string, unknown>;
type Connection = { prepare(sql: string): { all(): Row[] }; close(): void };

/**
 * Reads a SQLite file that another process may be using. It opens the file for reading only: openDatabase would make a
 * missing one. Throws the driver's error for a file that is missing, damaged, or closed to this user.
 *
 * @param table of completed steps
 */
export function inspectFile(file: string, table: string): FileFacts {
  const connection = new Database(readOnly(file)) as unknown as Connection;
  try {
    const one = (sql: string) => String(Object.values(connection.prepare(sql).all()[0] ?? {})[0] ?? '');
    const hasSteps = one(`select count(*) from sqlite_master where type = 'table' and name = '${table}'`) === '1';
    return {
      version: one('select sqlite_version()'),
      journalMode: one('pragma journal_mode'),
      steps: hasSteps ? stepsIn(connection, table) : undefined,
    };
  } finally {
    connection.close();
  }
}

function stepsIn(connection: Connection, table: string) {
  return connection
    .prepare(`select name, state, create_time from ${table}`)
    .all()
    .map((row) => ({
      name: String(row['name']),
      state: String(row['state']),
      createTime: Number(row['create_time']),
    }));
}

/** The option of libsql for it has no effect; SQLite's own address of a file has one. */
function readOnly(file: string): string {
  return `file:${encodeURI(file).replace(/[?#]/g, encodeURIComponent)}?mode=ro`;
}
