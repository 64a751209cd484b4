/**
 * Compares the number of entries read from a list with the provider's own total. The tally is part of the cursor, so it
 * survives a crash. Each list of an object (of each parent, window or part) has its own tally.
 */
import { isObject, type Json } from '../../../lib/json/json.ts';
import type { Paging } from '../file/paging_facts.ts';
import type { ReadSpec } from '../file/provider.ts';
import { getPath } from '../json_path.ts';
import { wholeNumber } from '../paging/whole_number.ts';
import type { Position } from './cursor_text.ts';

/** `read`: the number of entries read so far. `total`: the lowest total that a page named. */
export type Tally = { read: number; total?: number };

/**
 * The tally after a page. It keeps the lowest total: records may be added or deleted during the read, and some
 * providers count down the remaining records. Undefined if the read did not start at the list's first page.
 */
export function tallyAfter({ step, tally }: Position, body: Json, entries: number, spec: ReadSpec): Tally | undefined {
  if (step !== null && tally === undefined) return undefined;
  const read = (tally?.read ?? 0) + entries;
  const named = step === null || entries > 0 ? namedTotal(body, spec) : null;
  const totals = [tally?.total, named].filter((total) => typeof total === 'number');
  return totals.length === 0 ? { read } : { read, total: Math.min(...totals) };
}

/** The total at the path that the file declares for the object or for its paging. */
function namedTotal(body: Json, { total, paging = [], single }: ReadSpec): number | null {
  if (single || (!isObject(body) && !Array.isArray(body))) return null;
  const ways = [paging].flat() as Paging[];
  const paths = [total, ...ways.map((way) => ('total' in way ? way.total : undefined))];
  const path = paths.find((one) => one !== undefined);
  return path === undefined ? null : wholeNumber(getPath(body, path));
}
