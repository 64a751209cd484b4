import type { Paging } from '../file/paging_facts.ts';

const WORDS = ['more', 'end', 'next', 'header', 'total', 'totalPages', 'totalPagesHeader'];

/** Whether the paging counts until an empty page, because responses do not mark the end. */
export function countsUntilEmpty(way: Paging): way is Extract<Paging, { kind: 'offset' | 'page' }> {
  return (way.kind === 'offset' || way.kind === 'page') && !WORDS.some((word) => word in way);
}
