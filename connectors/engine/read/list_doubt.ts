/**
 * The doubts and warnings about a list that has ended. `doubt`: the list may be incomplete, because the provider did
 * not confirm its end, or because fewer entries were read than the declared total says. `warning`: a total that the
 * engine only guessed differs, or the only page is full; the list still counts as complete.
 */
import { guessedTotal } from '../paging/guessed_total.ts';
import type { Turn } from '../paging/turn.ts';
import type { Tally } from './list_tally.ts';

export type EndNotes = { doubt?: string; warning?: string };

const UNTOLD = 'The response does not say whether there are more records.';

/**
 * `isNarrowed`: the read has bounds or filters, which a guessed total may ignore. `onlyPageSize`: the requested
 * page size, if the file says that there is only one page.
 */
type ListEnd = { isConfirmed: boolean; tally: Tally | undefined; isNarrowed: boolean; onlyPageSize: number | null };

export function endNotes(turn: Turn, { isConfirmed, tally, isNarrowed, onlyPageSize }: ListEnd): EndNotes {
  if (tally?.total !== undefined && tally.read < tally.total)
    return { doubt: `The provider counts ${tally.total} records, but only ${tally.read} were read.` };
  const guess = tally && tally.total === undefined ? guessedTotal(turn, isNarrowed) : null;
  const isShort = guess !== null && tally !== undefined && tally.read < guess.total;
  const short = isShort ? `The response has "${guess.key}": ${guess.total}, but only ${tally.read} were read.` : null;
  if (!isConfirmed && !(guess?.isClear && guess.total === tally?.read))
    return { doubt: short ? `${UNTOLD} ${short}` : UNTOLD };
  if (short) return { warning: short };
  return onlyPageSize !== null && turn.records.length === onlyPageSize ? { warning: full(onlyPageSize) } : {};
}

function full(size: number): string {
  return `The response has exactly the ${size} records that were asked for, although the provider file says that there is one page.`;
}
