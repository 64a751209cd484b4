import { ProviderFailure } from '../answer/failure.ts';
import type { Paging } from '../file/paging_facts.ts';
import type { Step } from '../read/step.ts';
import { auto } from './auto.ts';
import { cursor } from './cursor.ts';
import { lastId } from './last_id.ts';
import { linkHeader } from './link_header.ts';
import { nextUrl } from './next_url.ts';
import { offset } from './offset.ts';
import { pageNumber } from './page_number.ts';
import { saysMore, type Turn, type Verdict } from './turn.ts';

/**
 * The way to the next page, or null at the end. Where the file names several ways, the first that has an answer wins.
 * Throws ProviderFailure `providerFault` when the provider says that there is more but not how to get it, or names a way
 * that can't be understood: ending there would lose records without a word.
 */
export function nextStep(
  turn: Turn,
  paging: Paging | readonly Paging[],
  note: (text: string) => void = () => undefined,
): Step | null {
  const ways = [paging].flat() as Paging[];
  let isLost = ways.some((way) => 'more' in way && saysMore(way, turn.body) === true);
  let isUnusable = false;
  for (const way of ways) {
    const verdict = verdictOf(turn, way);
    if (verdict === 'end' && !(isUnusable && isOnlyWithoutLink(way))) return null;
    if (verdict === 'unknown') isLost ||= way.kind === 'auto';
    if (verdict === 'unusable') isUnusable = true;
    if (typeof verdict === 'string') continue;
    if (way.kind === 'auto')
      note(`the next page is ${'url' in verdict ? 'a URL' : `asked for by ${Object.keys(verdict.set).join(', ')}`}`);
    return verdict;
  }
  if (isUnusable)
    throw new ProviderFailure('providerFault', 'The provider names a next page in a way that cannot be understood.');
  if (isLost) {
    throw new ProviderFailure(
      'providerFault',
      'The provider says that there are more pages, but gives no way to them.',
    );
  }
  return null;
}

/** A missing header is no word against what stands in the body. */
function isOnlyWithoutLink({ kind }: Paging): boolean {
  return kind === 'linkHeader' || kind === 'none';
}

function verdictOf(turn: Turn, way: Paging): Verdict {
  switch (way.kind) {
    case 'none':
      return 'end';
    case 'auto':
      return auto(turn);
    case 'linkHeader':
      return linkHeader(turn, way);
    case 'nextUrl':
      return nextUrl(turn, way);
    case 'cursor':
      return cursor(turn, way);
    case 'offset':
      return offset(turn, way);
    case 'page':
      return pageNumber(turn, way);
    case 'lastId':
      return lastId(turn, way);
  }
}
