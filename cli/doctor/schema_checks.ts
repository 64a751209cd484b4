import type { Db } from '../../lib/db/open.ts';
import { type Check, checkLine } from './check.ts';
import { checkGrants } from './grants.ts';

const COLLATION = 'utf8mb4_bin';
const NAMED = 3;

/** The collation of a schema and its tables, and the rights of the user, on MySQL and MariaDB. */
export async function schemaChecks(db: Db, of: string): Promise<Check[]> {
  const [[{ name }]] = await db.raw('select database() as name');
  return [await collation(db, of, name), await rights(db, of, name)];
}

async function collation(db: Db, of: string, schema: string): Promise<Check> {
  const line = checkLine('collation', of);
  const [[{ found }]] = await db.raw(
    'select default_collation_name as found from information_schema.schemata where schema_name = database()',
  );
  const [tables = []]: { name: string }[][] = await db.raw(
    `select table_name as name from information_schema.tables
      where table_schema = database() and table_collation <> ? order by table_name`,
    [COLLATION],
  );
  if (tables.length > 0)
    return line.error(
      `${shortList(tables.map((one) => one.name))} of the schema ${schema} ${tables.length === 1 ? 'has' : 'have'} another collation than ${COLLATION}, so that different ids can count as the same.`,
      `Stop Causeway, make a backup, and ALTER TABLE each … CONVERT TO CHARACTER SET utf8mb4 COLLATE ${COLLATION}.`,
    );
  if (found !== COLLATION)
    return line.warning(
      `The default collation of the schema ${schema} is ${found}.`,
      `ALTER DATABASE ${schema} CHARACTER SET utf8mb4 COLLATE ${COLLATION}; its tables are right already.`,
    );
  return line.ok(COLLATION);
}

async function rights(db: Db, of: string, schema: string): Promise<Check> {
  const [rows = []]: Record<string, string>[][] = await db.raw('show grants');
  return checkGrants(
    of,
    schema,
    rows.map((row) => Object.values(row)[0] ?? ''),
  );
}

function shortList(names: readonly string[]): string {
  const rest = names.length - NAMED;
  return `${names.slice(0, NAMED).join(', ')}${rest > 0 ? ` and ${rest} more tables` : ''}`;
}
