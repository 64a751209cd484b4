import { Buffer } from 'node:buffer';
import type { Db } from '../../lib/db/open.ts';
import { type Engine, traitsOf } from '../../lib/db/traits.ts';

type Table = { name: string; create: string };
type Value = string | number | bigint | Buffer | null;

/**
 * The columns with times of our clock, which a load shifts to the present. Times of a provider (since_time, until_time,
 * record_time, watermark, backfill_from) stay as they are: they also occur in archived pages and bodies, which are
 * encrypted or final.
 */
const MOVING_TIME = /^(?!since_time$|until_time$|record_time$)\w+_(time|until|since)$/;
/** A smaller value is a marker such as "immediately", not a time. Unix ms. */
const FIRST_MOMENT = Date.UTC(2020, 0, 1);

/**
 * Writes a schema as SQL text: its tables and indexes by name, then its rows, sorted, one per line. Times of our clock
 * become `@now - <ms>`, where `now` (Unix ms) is the time of the dump. sql_load.ts reads this text.
 */
export async function dumpSchema(db: Db, now: number): Promise<string> {
  const { engine } = traitsOf(db);
  const tables = engine === 'sqlite' ? await sqliteTables(db) : await mysqlTables(db);
  const rows = [];
  for (const { name } of tables) rows.push(await rowsOf(db, name, { now, engine }));
  return [...tables.map(({ create }) => `${create};`), ...rows.filter((text) => text !== '')].join('\n\n').concat('\n');
}

/** The statements of each table and its indexes. SQLite lists indexes separately. */
async function sqliteTables(db: Db): Promise<Table[]> {
  const parts: { tbl_name: string; type: string; sql: string }[] = await db('sqlite_master')
    .whereNotNull('sql')
    .orderBy([{ column: 'tbl_name' }, { column: 'type', order: 'desc' }, { column: 'name' }])
    .select('tbl_name', 'type', 'sql');
  return parts
    .filter(({ type }) => type === 'table')
    .map(({ tbl_name: name }) => ({
      name,
      create: parts
        .filter((part) => part.tbl_name === name)
        .map(({ sql }) => sql)
        .join(';\n'),
    }));
}

async function mysqlTables(db: Db): Promise<Table[]> {
  const [listed] = (await db.raw('show tables')) as [Record<string, string>[]];
  const names = listed.flatMap((row) => Object.values(row)).sort();
  return Promise.all(
    names.map(async (name) => {
      const [[row]] = (await db.raw('show create table ??', [name])) as [[Record<string, string>]];
      return { name, create: row['Create Table'] ?? '' };
    }),
  );
}

type Origin = { now: number; engine: Engine };

async function rowsOf(db: Db, table: string, origin: Origin): Promise<string> {
  const rows: Record<string, Value>[] = await db(table).select();
  const [first] = rows;
  if (!first) return '';
  const lines = rows.map((row) => Object.entries(row).map(([column, value]) => literal(column, value, origin)));
  const texts = lines.map((values) => `(${values.join(', ')})`).sort();
  return `insert into ${table} (${Object.keys(first).join(', ')}) values\n${texts.join(',\n')};`;
}

function literal(column: string, value: Value, { now, engine }: Origin): string {
  if (value === null) return 'null';
  if (value instanceof Buffer) return `x'${value.toString('hex')}'`;
  if (typeof value === 'string') return textLiteral(value, engine);
  const number = Number(value);
  if (!MOVING_TIME.test(column) || number < FIRST_MOMENT) return String(value);
  return number > now ? `@now + ${number - now}` : `@now - ${now - number}`;
}

/** A text with line breaks is written as bytes, because each row is one line. */
function textLiteral(value: string, engine: Engine): string {
  if (!/[\r\n]/.test(value)) return `'${value.replaceAll("'", "''")}'`;
  const bytes = `x'${Buffer.from(value).toString('hex')}'`;
  return engine === 'sqlite' ? `cast(${bytes} as text)` : `convert(${bytes} using utf8mb4)`;
}
