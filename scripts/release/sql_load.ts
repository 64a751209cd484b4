import { openDatabase } from '../../lib/db/open.ts';

const MOMENT = /(?<=[(\s])@now ([+-]) (\d+)(?=[,)])/g;

/** Fills an empty schema from the text of sql_dump.ts. `now` (Unix ms) replaces the time of the dump. */
export async function loadSchema(url: string, dump: string, now: number): Promise<void> {
  // One connection only, because the session setting for MySQL literals applies to one connection.
  const db = openDatabase(url, { poolSize: 1 });
  try {
    if (url.startsWith('mysql:')) await db.raw("set session sql_mode = concat(@@sql_mode, ',NO_BACKSLASH_ESCAPES')");
    for (const statement of statementsIn(dump)) await db.raw(atMoment(statement, now));
  } finally {
    await db.destroy();
  }
}

/** Splits the dump. No literal contains a line break, so a semicolon at the end of a line ends a statement. */
function statementsIn(dump: string): string[] {
  return dump
    .split(/;\n/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

function atMoment(statement: string, now: number): string {
  if (!statement.startsWith('insert')) return statement;
  return statement.replaceAll(MOMENT, (_moment, sign: string, ms: string) =>
    String(sign === '+' ? now + Number(ms) : now - Number(ms)),
  );
}
