import type { Json } from '../../../lib/json/json.ts';
import { getPath } from '../json_path.ts';
import type { Step } from '../read/step.ts';

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
 * The way on, `end` when the provider says that this was the last page, `unknown` when it says nothing that can be
 * understood, `silent` when it says nothing at all about pages.
 */
export type Verdict = Step | 'end' | 'unknown' | 'silent';

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
  const shown = Number(('set' in step ? step.set[param] : url.searchParams.get(param)) ?? NaN);
  return Number.isInteger(shown) ? shown : null;
}
