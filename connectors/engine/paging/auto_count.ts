import type { Json, JsonObject } from '../../../lib/json/json.ts';
import { envelopes } from './envelopes.ts';
import type { Turn, Verdict } from './turn.ts';

export const PAGE_COUNT_KEYS = [
  'total_pages',
  'totalPages',
  'pages',
  'last_page',
  'lastPage',
  'page_count',
  'pageCount',
  'num_pages',
];
const CURRENT = ['page', 'current_page', 'currentPage', 'page_number', 'pageNumber', 'number'];
export const TOTAL_KEYS = [
  'total',
  'total_count',
  'totalCount',
  'totalResults',
  'total_results',
  'count_total',
  'totalSize',
];
export const OFFSET_KEYS = ['offset', 'startAt', 'start', 'skip', 'startIndex', 'start_index', 'from'];

/**
 * The next page, counted from a page number and a page count, or from an offset and a total. `end` on the last page.
 */
export function countedStep(turn: Turn): Verdict | null {
  for (const envelope of envelopes(turn)) {
    const verdict = namedPage(envelope) ?? countedPages(envelope, turn) ?? countedRecords(envelope, turn);
    if (verdict) return verdict;
  }
  return null;
}

/** The next page of an envelope like `{page: 1, next: 2}`. */
function namedPage(envelope: JsonObject): Verdict | null {
  const [key, at] = numberOf(envelope, CURRENT) ?? [];
  const next = envelope['next'];
  return key !== undefined && at !== undefined && next === at + 1 ? stepTo(paramOf(key), next, true) : null;
}

function countedPages(envelope: JsonObject, { step }: Turn): Verdict | null {
  const [key, at] = numberOf(envelope, CURRENT) ?? [];
  const [, pages] = numberOf(envelope, PAGE_COUNT_KEYS) ?? [];
  if (key === undefined || at === undefined || pages === undefined) return null;
  // Page numbers may start at 0; then the last page is `pages - 1`. A wrong guess costs one empty page.
  const isFromZero = key === 'number' || (step === null && at === 0);
  return stepTo(paramOf(key), at + 1, isFromZero ? at + 1 < pages : at < pages);
}

function paramOf(key: string): string {
  return key === 'page_number' || key === 'pageNumber' ? key : 'page';
}

function stepTo(param: string, next: number, isThere: boolean): Verdict {
  return isThere ? { set: { [param]: next }, in: 'query' } : 'end';
}

function countedRecords(envelope: JsonObject, { records }: Turn): Verdict | null {
  const [key, offset] = numberOf(envelope, OFFSET_KEYS) ?? [];
  const [, total] = numberOf(envelope, TOTAL_KEYS) ?? [];
  if (key === undefined || offset === undefined || total === undefined) return null;
  const first = /^start_?index$/i.test(key) ? 1 : 0;
  const reached = offset + records.length;
  if (reached - first >= total) return 'end';
  return records.length === 0 ? 'unknown' : { set: { [key]: reached }, in: 'query' };
}

function numberOf(envelope: JsonObject, keys: readonly string[]): [string, number] | null {
  for (const key of keys) {
    const value: Json | undefined = envelope[key];
    if (typeof value === 'number') return [key, value];
    if (typeof value === 'string' && /^\d{1,9}$/.test(value)) return [key, Number(value)];
  }
  return null;
}
