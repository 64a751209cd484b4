/**
 * Infers paging from the response, for objects without declared paging. It looks for common key names, in this order: a
 * `Link` header, a flag for the last page, a next URL, a token, page numbers or offsets with a total. If the response
 * says that there are more pages, or has a non-empty "next", but none of these keys apply, the verdict is `unknown`.
 * Then the read fails instead of ending early.
 */
import { isObject, type Json } from '../../../lib/json/json.ts';
import { countedStep } from './auto_count.ts';
import { bodyCursor } from './auto_cursor.ts';
import { bodyUrl } from './auto_url.ts';
import { envelopes } from './envelopes.ts';
import { guessedTotal } from './guessed_total.ts';
import { linkHeader } from './link_header.ts';
import type { Turn, Verdict } from './turn.ts';

export const MORE_KEYS =
  /^(has|is)?_?(more|truncated|next|has_?next)(_?(pages?|items|results|records|items_in_collection))?$/i;
export const LAST_PAGE_KEYS = /^(is_?last|is_?last_?page|last|end_of_stream|done|finished)$/i;
const NEXT = /^next(_?(page|cursor|url|link|token|uri))?$/i;

export function auto(turn: Turn): Verdict {
  const link = linkHeader(turn, { kind: 'linkHeader' });
  if (link !== 'end') return link;
  const more = moreFlag(turn);
  if (more === false) return 'end';
  const way = bodyUrl(turn) ?? bodyCursor(turn, more) ?? countedStep(turn);
  if (way) return way;
  const next = hasNextValue(turn);
  if (more || next) return 'unknown';
  return next === false || hasPageLinks(turn) || holdsAll(turn) ? 'end' : 'silent';
}

/** Whether a `Link` header names other pages of the list. Links to something else say nothing about an end. */
function hasPageLinks({ headers }: Turn): boolean {
  return /;\s*rel\s*=\s*"?[^";,]*\b(first|last|prev|previous)\b/i.test(headers['link'] ?? '');
}

/** Whether the number of records read equals the total in the response. */
function holdsAll(turn: Turn): boolean {
  const guess = guessedTotal(turn);
  return guess?.isClear === true && guess.total === turn.read;
}

/** The flag for more pages, or null without one. Only booleans count, because URLs and numbers use the same keys. */
function moreFlag(turn: Turn): boolean | null {
  for (const envelope of envelopes(turn)) {
    for (const [key, value] of Object.entries(envelope)) {
      if (typeof value !== 'boolean') continue;
      if (MORE_KEYS.test(key)) return value;
      if (LAST_PAGE_KEYS.test(key)) return !value;
    }
  }
  return null;
}

/** Whether any "next" key has a value; null when there is no such key. */
function hasNextValue(turn: Turn): boolean | null {
  const values = envelopes(turn).flatMap((envelope) =>
    Object.keys(envelope)
      .filter((key) => NEXT.test(key))
      .map((key) => envelope[key] ?? null),
  );
  return values.length === 0 ? null : values.some((value) => !isEmpty(value));
}

function isEmpty(value: Json): boolean {
  if (isObject(value)) return Object.values(value).every(isEmpty);
  return value === null || value === false || value === '' || value === 0;
}
