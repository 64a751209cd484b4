import { ExactNumber } from '../../../lib/json/exact_number.ts';
import type { Json } from '../../../lib/json/json.ts';
import { getPath } from '../json_path.ts';
import type { Step } from '../read/step.ts';
import { wholeNumber } from './whole_number.ts';

/** One page that was read, as the paging strategies see it. */
export type Turn = {
  /** The URL that was called, without credentials. */
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: Json;
  records: readonly Json[];
  lastId: string | null;
  /** How this page was reached; null for the first. */
  step: Step | null;
};

/**
 * The way on, `end` when the provider says that this was the last page, `unknown` when nothing stands where the way would,
 * `unusable` when something does that can't be understood, `silent` when it says nothing at all about pages.
 */
export type Verdict = Step | 'end' | 'unknown' | 'unusable' | 'silent';

/** What providers write where they could name a next page and there is none: null, false, an empty text, object or list. */
export function isNothing(value: Json | undefined): boolean {
  if (typeof value === 'object' && value !== null && !(value instanceof ExactNumber))
    return Object.keys(value).length === 0;
  return value === undefined || value === null || value === false || value === '';
}

/** What the provider says about more pages: true, false, or null when it says nothing. */
export function saysMore({ more, end }: { more?: string; end?: string }, body: Json): boolean | null {
  if (end && getPath(body, end) === true) return false;
  const word = more ? getPath(body, more) : undefined;
  if (word === undefined) return null;
  return word !== null && word !== false && word !== 0 && word !== '' && word !== 'false';
}

/**
 * Where a counter stands on this page: as we asked for it, or as the URL says that the provider gave. Null when a URL or
 * a token of the provider's led here and does not show it: counting on from the start would read pages again.
 */
export function placeOf({ step, url }: Turn, param: string, first: number): number | null {
  if (!step) return first;
  return wholeNumber('set' in step ? step.set[param] : url.searchParams.get(param));
}
