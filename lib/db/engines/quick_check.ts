/**
 * Looks for damaged pages of a SQLite file. It runs on a thread of libsql with a separate connection, so that neither
 * the event loop nor a writer waits. It checks table by table, because a running check cannot be interrupted.
 * `quick_check` reads every page, but does not compare indexes with their tables.
 *
 * The files of a process are checked one after the other.
 */
import { isDamaged } from '../errors.ts';

type Row = Record<string, string>;
type Connection = {
  exec(sql: string): Promise<void>;
  prepare(sql: string): Promise<{ all(): Promise<Row[]> }>;
  close(): void;
};

const lastCheck = { last: Promise.resolve() };

/** Resolves with the first damage found, or with '' if there is none or after an abort. */
export function quickCheck(file: string, stopping: AbortSignal): Promise<string> {
  const check = lastCheck.last.then(() => (stopping.aborted ? '' : checkFile(file, stopping)));
  lastCheck.last = check.then(
    () => {},
    () => {},
  );
  return check;
}

async function checkFile(file: string, stopping: AbortSignal): Promise<string> {
  const { AsyncDatabase } = await import('./libsql.ts');
  const connection = new AsyncDatabase(file, {}) as unknown as Connection;
  try {
    await connection.exec('pragma temp_store=memory; create temp table findings (finding text)');
    const tables = await listRows(
      connection,
      "select name from main.sqlite_master where type = 'table' order by rootpage",
    );
    for (const { name = '' } of [{ name: 'sqlite_schema' }, ...tables]) {
      if (stopping.aborted) return '';
      const finding = await findingOf(connection, name);
      if (finding !== '') return `${name}: ${finding}`;
    }
    return '';
  } finally {
    connection.close();
  }
}

/**
 * Checks one table. The result goes into a table, because only `exec` runs on the thread. Returns '' without damage.
 */
async function findingOf(connection: Connection, table: string): Promise<string> {
  const name = table.replaceAll("'", "''");
  try {
    await connection.exec(`insert into findings select quick_check from pragma_quick_check('${name}', 'main')`);
  } catch (err) {
    if (isDamaged(err)) return (err as Error).message;
    throw err;
  }
  const [found] = await listRows(connection, "select finding from findings where finding <> 'ok'");
  return found?.['finding'] ?? '';
}

async function listRows(connection: Connection, sql: string): Promise<Row[]> {
  return (await connection.prepare(sql)).all();
}
