import type { Knex } from 'knex';

/**
 * `WHERE … IN (…)` for queries that run very often. The list is padded to the next power of two with copies of its last
 * id, so that lists of all lengths need only a few SQL texts. Each text is built once per database instead of once per
 * call, because knex takes longer to build it than the server takes to execute it.
 */
const cachedTexts = new WeakMap<object, Map<string, string>>();
const MAX_VALUES = 256;

type NamedQuery = { name: string; query(ids: string[]): Knex.QueryBuilder };

/** @param query builds the query that `name` identifies. Its only bindings are these ids. */
export async function paddedIn<Row>(db: Knex, ids: string[], { name, query }: NamedQuery): Promise<Row[]> {
  const unique = [...new Set(ids)];
  const rows: Row[] = [];
  for (let start = 0; start < unique.length; start += MAX_VALUES) {
    const padded = padToPowerOfTwo(unique.slice(start, start + MAX_VALUES));
    rows.push(...rowsOf<Row>(await db.raw(textFor(db, padded, { name, query }), padded)));
  }
  return rows;
}

function padToPowerOfTwo(ids: string[]): string[] {
  const size = 2 ** Math.ceil(Math.log2(ids.length));
  return [...ids, ...Array<string>(size - ids.length).fill(ids.at(-1) ?? '')];
}

function textFor(db: Knex, ids: string[], { name, query }: NamedQuery): string {
  const known = cachedTexts.get(db.client as object) ?? new Map<string, string>();
  cachedTexts.set(db.client as object, known);
  const key = `${name} ${ids.length}`;
  const text = known.get(key) ?? query(ids).toSQL().sql;
  known.set(key, text);
  return text;
}

/** mysql2 returns [rows, columns], SQLite returns the rows. */
function rowsOf<Row>(answer: unknown): Row[] {
  const [first] = answer as unknown[];
  return (Array.isArray(first) ? first : answer) as Row[];
}
