import type { Paging } from '../file/paging_facts.ts';

const WORDS = ['more', 'end', 'next', 'header', 'total', 'totalPages', 'totalPagesHeader'];

/** Whether pages are counted until one is empty, the answers saying nothing about the end. */
export function isWordless(way: Paging): way is Extract<Paging, { kind: 'offset' | 'page' }> {
  return (way.kind === 'offset' || way.kind === 'page') && !WORDS.some((word) => word in way);
}
