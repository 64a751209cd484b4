/**
 * For objects whose file says nothing about paging: what the answer itself shows, in the customary words. In order: a
 * `Link` header, a word that there is no more, a URL, a token, counted pages or records. A word that there is more, or
 * a "next" with something in it, but no way on that the engine understands, is `unknown`, which fails by name: it is
 * never taken for the end.
 */
import { isObject, type Json } from '../../../lib/json/json.ts';
import { counted } from './auto_count.ts';
import { bodyCursor } from './auto_cursor.ts';
import { bodyUrl } from './auto_url.ts';
import { envelopes } from './envelopes.ts';
import { linkHeader } from './link_header.ts';
import type { Turn, Verdict } from './turn.ts';

const MORE = /^(has|is)?_?(more|truncated|next|has_?next)(_?(pages?|items|results|records|items_in_collection))?$/i;
const LAST = /^(is_?last|is_?last_?page|last|end_of_stream|done|finished)$/i;
const NEXT = /^next(_?(page|cursor|url|link|token|uri))?$/i;

export function auto(turn: Turn): Verdict {
  const link = linkHeader(turn, { kind: 'linkHeader' });
  if (link !== 'end') return link;
  const more = saidMore(turn);
  if (more === false) return 'end';
  const way = bodyUrl(turn) ?? bodyCursor(turn, more) ?? counted(turn);
  if (way) return way;
  const next = saidNext(turn);
  if (more || next) return 'unknown';
  return next === false || turn.headers['link'] !== undefined ? 'end' : 'silent';
}

/** Only a plain true or false is a word about more pages; under the same names stand URLs and numbers. */
function saidMore(turn: Turn): boolean | null {
  for (const envelope of envelopes(turn)) {
    for (const [key, value] of Object.entries(envelope)) {
      if (typeof value !== 'boolean') continue;
      if (MORE.test(key)) return value;
      if (LAST.test(key)) return !value;
    }
  }
  return null;
}

/** Whether anything called "next" holds something; null when nothing is called so. */
function saidNext(turn: Turn): boolean | null {
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
