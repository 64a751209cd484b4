import { ProviderFailure } from '../answer/failure.ts';
import type { Paging } from '../file/paging_facts.ts';
import { auto } from './auto.ts';
import { cursor } from './cursor.ts';
import { inferredPaging } from './inferred_paging.ts';
import { lastId } from './last_id.ts';
import { linkHeader } from './link_header.ts';
import { isEndConfirmed, type WayVerdict } from './list_end.ts';
import { nextUrl } from './next_url.ts';
import { offset } from './offset.ts';
import { pageNumber } from './page_number.ts';
import type { Step } from './step.ts';
import { declaresMore, type Turn, type Verdict } from './turn.ts';

/** The result of `nextStep`. `isConfirmed`: the provider confirmed the end of the list (list_end.ts). */
export type NextStep = { step: Step } | { step: null; isConfirmed: boolean };
const TOLD: NextStep = { step: null, isConfirmed: true };

/**
 * The step to the next page, or the end of the list. If the file declares several kinds of paging, the first with a
 * result wins. Throws ProviderFailure `providerFault` when the provider says that there are more pages but not how to
 * get them, or when the engine cannot interpret the next page. Ending the read then would lose records silently.
 */
export function nextStep(
  turn: Turn,
  paging: Paging | readonly Paging[],
  note: (text: string) => void = () => undefined,
): NextStep {
  const ways = [paging].flat() as Paging[];
  let isLost = ways.some((way) => 'more' in way && declaresMore(way, turn.body) === true);
  let isUnusable = false;
  const said: WayVerdict[] = [];
  for (const way of ways) {
    const verdict = verdictOf(turn, way);
    if (verdict === 'end' && !(isUnusable && isOnlyWithoutLink(way))) return TOLD;
    said.push({ way, verdict });
    if (verdict === 'unknown') isLost ||= way.kind === 'auto';
    if (verdict === 'unusable') isUnusable = true;
    if (typeof verdict === 'string') continue;
    if (way.kind === 'auto') note(inferredPaging(turn, verdict));
    return { step: verdict };
  }
  if (isUnusable)
    throw new ProviderFailure('providerFault', 'The next page in the response has a value of the wrong type.');
  if (isLost) {
    throw new ProviderFailure(
      'providerFault',
      'The provider says that there are more pages, but not how to request them.',
    );
  }
  return { step: null, isConfirmed: isEndConfirmed(turn, said) };
}

/**
 * Whether an `end` of this paging is weak evidence: a missing Link header does not contradict a next page in the body.
 */
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
