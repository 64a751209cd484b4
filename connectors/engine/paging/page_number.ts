import { getPath } from '../json_path.ts';
import type { PageNumberPaging } from '../paging_facts.ts';
import { saysMore, setBefore, type Turn, type Verdict } from './turn.ts';

/** Counts pages. The end is what the provider says, by flag or by number of pages; without either, an empty page. */
export function pageNumber(turn: Turn, facts: PageNumberPaging): Verdict {
  const more = saysMore(facts, turn.body);
  if (more === false) return 'end';
  const first = facts.first ?? 1;
  const current = Number(setBefore(turn, facts.param) ?? first);
  const pages = totalPages(turn, facts);
  if (facts.onlyIfSaid && pages === null && more === null) return 'unknown';
  const isLast = pages === null ? more === null && turn.records.length === 0 : current - first + 1 >= pages;
  return isLast ? 'end' : { set: { [facts.param]: current + 1 }, in: facts.in };
}

function totalPages({ body, headers }: Turn, { totalPages: path, totalPagesHeader }: PageNumberPaging): number | null {
  const said = totalPagesHeader ? headers[totalPagesHeader.toLowerCase()] : path && getPath(body, path);
  const pages = Number(said ?? NaN);
  return said === '' || Number.isNaN(pages) ? null : pages;
}
