import type { Knex } from 'knex';

/**
 * One keyset page of a filtered list, newest first, from ranges of one index.
 *
 * A range is a query whose conditions are on the first columns of an index; `order` has the next columns of that index.
 * So the database reads the rows in the order of the list and does not sort. A list over several states has one range
 * per state, and the rows of all ranges are merged.
 *
 * `filter` has conditions without an index. If matches are rare, a statement would read the whole range. So a page
 * examines at most `maxExamined` rows of each range. Such a page may have fewer rows than `limit`, or no rows, although
 * there is a next page.
 */
type ListPage<Row> = {
  rows: Row[];
  /** The last position that this page covers; null on the last page. */
  next: RowPosition | null;
};
/** A position in the list: the values of the `order` columns of one row. */
type RowPosition = Readonly<Record<string, string | number>>;

type RowsQuery = Knex.QueryBuilder<RowPosition, RowPosition[]>;
type NarrowQuery = (query: Knex.QueryBuilder) => void;
export type ListOptions = {
  /** One or two columns that together are unique. */
  order: readonly string[];
  columns: readonly string[];
  after: RowPosition | null;
  limit: number;
  filter?: NarrowQuery | undefined;
  /** Max rows of each range that a page examines when it filters. */
  maxExamined: number;
};

type ExaminedRows = { rows: RowPosition[]; end: RowPosition | null };

export async function listRanges<Row extends object>(
  ranges: readonly Knex.QueryBuilder[],
  options: ListOptions,
): Promise<ListPage<Row>> {
  const { limit, order } = options;
  const looked: ExaminedRows[] = [];
  for (const range of ranges) looked.push(await examineRange(range as RowsQuery, options));
  const compare = (a: RowPosition, b: RowPosition) => compareBy(order, a, b);
  // The page ends at the newest end of all ranges, because the range with this end was examined no further.
  const end =
    looked
      .map((one) => one.end)
      .filter((one) => one !== null)
      .toSorted(compare)[0] ?? null;
  const rows = looked
    .flatMap((one) => one.rows)
    .filter((row) => end === null || compare(row, end) <= 0)
    .toSorted(compare);
  const page = rows.slice(0, limit) as unknown as Row[];
  const last = rows.length > limit ? rows[limit - 1] : end;
  return { rows: page, next: last ? positionOf(order, last) : null };
}

/**
 * Reads the end of the examined rows first, then the rows. In the other order, the page would miss rows if other rows
 * left the range between the two queries.
 */
async function examineRange(
  range: RowsQuery,
  { order, columns, after, limit, filter, maxExamined }: ListOptions,
): Promise<ExaminedRows> {
  const ordered = inOrder(range.clone(), order);
  if (after) beyondPosition(ordered, order, after, '<');
  const found: RowPosition[] = filter
    ? await ordered
        .clone()
        .offset(maxExamined - 1)
        .limit(1)
        .select(...order)
    : [];
  const bound = found[0] ?? null;
  if (bound) beyondPosition(ordered, order, bound, '>=');
  if (filter) ordered.where((q) => void filter(q as Knex.QueryBuilder));
  const rows: RowPosition[] = await ordered.limit(limit + 1).select(...columns);
  return { rows, end: rows.length > limit ? (rows[limit] as RowPosition) : bound };
}

function inOrder(query: RowsQuery, order: readonly string[]): RowsQuery {
  for (const column of order) query.orderBy(column, 'desc');
  return query;
}

/** `(a, b) < (x, y)`, written so that both engines use the index for the first column. */
function beyondPosition(query: RowsQuery, order: readonly string[], at: RowPosition, sign: '<' | '>='): RowsQuery {
  const [first = '', second] = order;
  const value = (column: string) => at[column] as string | number;
  if (second === undefined) return query.where(first, sign, value(first));
  return query
    .where(first, sign === '<' ? '<=' : '>=', value(first))
    .where((q) => void q.where(first, sign === '<' ? '<' : '>', value(first)).orWhere(second, sign, value(second)));
}

function compareBy(order: readonly string[], a: RowPosition, b: RowPosition): number {
  for (const column of order) {
    const [x, y] = [a[column] as string | number, b[column] as string | number];
    if (x !== y) return x > y ? -1 : 1;
  }
  return 0;
}

function positionOf(order: readonly string[], row: RowPosition): RowPosition {
  return Object.fromEntries(order.map((column) => [column, row[column] as string | number]));
}
