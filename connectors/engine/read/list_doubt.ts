/**
 * What a read must say about a list that has ended. `doubt`: the list may be incomplete, because the provider did not
 * say that it ended, or because fewer entries were read than the total that the file names. `warning`: a total that the
 * engine only guessed differs; the list still counts as complete.
 */
import { guessedTotal } from '../paging/guessed_total.ts';
import type { Turn } from '../paging/turn.ts';
import type { Tally } from './list_tally.ts';

export type EndNotes = { doubt?: string; warning?: string };

const UNTOLD = 'The response does not say whether there are more records.';

/** `isNarrowed`: the read has bounds or filters, which a guessed total may ignore. */
export function endNotes(
  turn: Turn,
  { isTold, tally, isNarrowed }: { isTold: boolean; tally: Tally | undefined; isNarrowed: boolean },
): EndNotes {
  if (tally?.total !== undefined && tally.read < tally.total)
    return { doubt: `The provider counts ${tally.total} records, but only ${tally.read} were read.` };
  const guess = tally && tally.total === undefined ? guessedTotal(turn, isNarrowed) : null;
  const isShort = guess !== null && tally !== undefined && tally.read < guess.total;
  const short = isShort ? `The response has "${guess.key}": ${guess.total}, but only ${tally.read} were read.` : null;
  if (!isTold && !(guess?.isClear && guess.total === tally?.read))
    return { doubt: short ? `${UNTOLD} ${short}` : UNTOLD };
  return short ? { warning: short } : {};
}
