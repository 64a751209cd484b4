import type { Json } from '../../../lib/json/json.ts';
import { getPath } from '../json_path.ts';
import type { Step } from '../step.ts';

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

/** The value that this page was asked for with: as it was set, or as it stands in the URL that led here. */
export function setBefore({ step, url }: Turn, param: string): Json | undefined {
  if (step && 'set' in step) return step.set[param];
  return step ? (url.searchParams.get(param) ?? undefined) : undefined;
}
