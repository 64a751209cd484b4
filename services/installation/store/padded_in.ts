import type { Knex } from 'knex';

/**
 * `WHERE id IN (…)` for the hot read: the list is filled up to the next power of two with its last id, so that a
 * handful of texts serves every length, and each text is built once a database instead of once a call (building it
 * takes knex longer than the server needs to answer it).
 */
const texts = new WeakMap<object, Map<number, string>>();
const MOST = 256;

/** @param query a query on exactly these ids and no other binding. */
export async function paddedIn<Row>(
  db: Knex,
  ids: string[],
  query: (ids: string[]) => Knex.QueryBuilder,
): Promise<Row[]> {
  const unique = [...new Set(ids)];
  const rows: Row[] = [];
  for (let start = 0; start < unique.length; start += MOST) {
    const padded = pad(unique.slice(start, start + MOST));
    rows.push(...rowsOf<Row>(await db.raw(textFor(db, padded, query), padded)));
  }
  return rows;
}

function pad(ids: string[]): string[] {
  const size = 2 ** Math.ceil(Math.log2(ids.length));
  return [...ids, ...Array<string>(size - ids.length).fill(ids.at(-1) ?? '')];
}

function textFor(db: Knex, ids: string[], query: (ids: string[]) => Knex.QueryBuilder): string {
  const known = texts.get(db.client as object) ?? new Map<number, string>();
  texts.set(db.client as object, known);
  const text = known.get(ids.length) ?? query(ids).toSQL().sql;
  known.set(ids.length, text);
  return text;
}

/** mysql2 answers [rows, columns], SQLite the rows. */
function rowsOf<Row>(answer: unknown): Row[] {
  const [first] = answer as unknown[];
  return (Array.isArray(first) ? first : answer) as Row[];
}
