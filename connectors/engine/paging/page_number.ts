import type { PageNumberPaging } from '../file/paging_facts.ts';
import { firstPath, getPath } from '../json_path.ts';
import { counterOf, declaresMore, isNothing, type Turn, type Verdict } from './turn.ts';
import { wholeNumber } from './whole_number.ts';

/**
 * Paging by page number. The response may contain the next number, in the body or in a header (an empty header is the
 * end). Otherwise a flag or a page count marks the end. Without flag and count, an empty page is the end.
 */
export function pageNumber(turn: Turn, facts: PageNumberPaging): Verdict {
  const more = declaresMore(facts, turn.body);
  if (more === false) return 'end';
  if (facts.next !== undefined || facts.header !== undefined) return named(turn, facts);
  const first = facts.first ?? 1;
  const current = statedPage(turn, facts) ?? counterOf(turn, facts.param, first);
  if (current === 'unusable') return 'unusable';
  if (current === null) return 'silent';
  const pages = totalPages(turn, facts);
  if (facts.onlyIfSaid && pages === null && more === null) return 'unknown';
  const isLast = pages === null ? more === null && turn.records.length === 0 : current - first + 1 >= pages;
  return isLast ? 'end' : { set: { [facts.param]: current + 1 }, in: facts.in };
}

/** The page number that the response states. Null if there is none; `unusable` if it is not a whole number. */
function statedPage({ body }: Turn, { current }: PageNumberPaging): number | 'unusable' | null {
  const said = current === undefined ? undefined : firstPath(body, current);
  return isNothing(said) ? null : (wholeNumber(said) ?? 'unusable');
}

function named({ body, headers }: Turn, { param, in: place, next, header }: PageNumberPaging): Verdict {
  const said = header ? headers[header.toLowerCase()] : firstPath(body, next);
  // A header cannot be null, so some providers write the text "null".
  if (said === '' || (header && said === 'null')) return 'end';
  if (isNothing(said)) return 'unknown';
  const page = wholeNumber(said);
  return page === null ? 'unusable' : { set: { [param]: page }, in: place };
}

/** The page count. Null when it is not a number: then an empty page is the end. */
function totalPages({ body, headers }: Turn, { totalPages: path, totalPagesHeader }: PageNumberPaging): number | null {
  return wholeNumber(totalPagesHeader ? headers[totalPagesHeader.toLowerCase()] : path && getPath(body, path));
}
