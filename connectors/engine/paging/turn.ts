import { ExactNumber } from '../../../lib/json/exact_number.ts';
import type { Json } from '../../../lib/json/json.ts';
import { getPath } from '../json_path.ts';
import type { Step } from './step.ts';
import { wholeNumber } from './whole_number.ts';

/** One page that was read: the input of the paging strategies. */
export type Turn = {
  /** The URL that was called, without credentials. */
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: Json;
  records: readonly Json[];
  /** The id of the last record; null when the page has no records or the record has no id. */
  lastId: string | null;
  /** How this page was reached; null for the first. */
  step: Step | null;
  /** The number of records read from the list, this page included. Absent when unknown. */
  read?: number | undefined;
};

/**
 * The step to the next page. `end`: this was the last page. `unknown`: the expected value is missing. `unusable`: the
 * value has a wrong type. `silent`: the response has no paging information at all. `silent` does not confirm the end of
 * the list; see list_end.ts.
 */
export type Verdict = Step | 'end' | 'unknown' | 'unusable' | 'silent';

/** Whether a value means "no next page": missing, null, false, or an empty text, object or list. */
export function isNothing(value: Json | undefined): boolean {
  if (typeof value === 'object' && value !== null && !(value instanceof ExactNumber))
    return Object.keys(value).length === 0;
  return value === undefined || value === null || value === false || value === '';
}

/** Whether the response declares more pages: true, false, or null when it does not say. */
export function declaresMore({ more, end }: { more?: string; end?: string }, body: Json): boolean | null {
  if (end && getPath(body, end) === true) return false;
  const word = more ? getPath(body, more) : undefined;
  if (word === undefined) return null;
  return word !== null && word !== false && word !== 0 && word !== '' && word !== 'false';
}

/**
 * The page number or offset of this page, from the parameters that we set or from the provider's next-page URL. Null
 * when neither has it; counting from the start would read pages again.
 */
export function counterOf({ step, url }: Turn, param: string, first: number): number | null {
  if (!step) return first;
  return wholeNumber('set' in step ? step.set[param] : url.searchParams.get(param));
}
