import { envelopes } from './envelopes.ts';
import type { Turn } from './turn.ts';
import { wholeNumber } from './whole_number.ts';

/** Keys that can only mean a count of all records. */
const TOTAL =
  /^(total_?(count|results?|records?|items|size|entries|hits|rows)?|(filter|filtered|record|row|hit)s?_?count|filtered_?total)$/i;
/** Keys that may also mean a count of the page. */
const COUNT = /^(count|nb_?hits)$/i;
const FILTERED = /^(filter|filtered)/i;

/** `isClear`: the key can only mean a count of all records, not of the page. */
type GuessedTotal = { key: string; total: number; isClear: boolean };

/**
 * The total in a response, found by common key names because the file names none. With `onlyFiltered`: only a total
 * whose key names the filtered records, such as `filteredCount`.
 */
export function guessedTotal(turn: Pick<Turn, 'body' | 'records'>, onlyFiltered = false): GuessedTotal | null {
  for (const pattern of [TOTAL, COUNT])
    for (const envelope of envelopes(turn))
      for (const [key, value] of Object.entries(envelope)) {
        const total = pattern.test(key) && (!onlyFiltered || FILTERED.test(key)) ? wholeNumber(value) : null;
        if (total !== null) return { key, total, isClear: pattern === TOTAL };
      }
  return null;
}
