import Database from 'libsql';

/**
 * The version, journal mode and migrations of a SQLite file. `steps`: the migrations (lib/db/migrate.ts); undefined
 * when the file does not have their table.
 */
export type FileFacts = {
  version: string;
  journalMode: string;
  steps: { name: string; state: string; createTime: number }[] | undefined;
};

type Row = Record<string, unknown>;
type Connection = { prepare(sql: string): { all(): Row[] }; close(): void };

/**
 * Reads a SQLite file that another process may be using. It opens the file read-only, because openDatabase would create
 * a missing file. Throws the driver's error when the file is missing or damaged, or when this user may not read it.
 *
 * @param table the name of the table of completed migrations
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

/** The SQLite URI that opens a file read-only. The option of libsql for this has no effect. */
function readOnly(file: string): string {
  return `file:${encodeURI(file).replace(/[?#]/g, encodeURIComponent)}?mode=ro`;
}
