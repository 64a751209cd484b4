import { BACKSLASH, type CodeUnits, QUOTE } from './json_codes.ts';

/** Units that are read one by one before `indexOf` is called: the call costs as much as reading 20 units. */
const UNITS_BEFORE_INDEX_OF = 32;

/**
 * The position of the quote that closes a string; the length of the text if the string is not closed. `at`: a position
 * inside the string. The search stops soon after `until`, because a string with many escaped quotes takes long; the
 * result is then any position after `until`.
 */
export function stringEnd(text: string, codes: CodeUnits, at: number, until: number): number {
  const { length } = codes;
  let i = at;
  while (i < length && i <= until) {
    const near = Math.min(i + UNITS_BEFORE_INDEX_OF, length);
    while (i < near) {
      const code = codes[i] as number;
      if (code === QUOTE) return i;
      // Does not check the escape, because JSON.parse does it later.
      if (code === BACKSLASH) i += codes[i + 1] === 0x75 ? 6 : 2;
      else i += 1;
    }
    const quote = i < length ? text.indexOf('"', i) : -1;
    if (quote === -1) return length;
    if (!isEscaped(codes, i, quote)) return quote;
    i = quote + 1;
  }
  return Math.min(i, length);
}

/** Whether an odd number of backslashes is directly before the quote. Does not count backslashes before `from`. */
function isEscaped(codes: CodeUnits, from: number, quote: number): boolean {
  let i = quote;
  while (i > from && codes[i - 1] === BACKSLASH) i -= 1;
  return (quote - i) % 2 === 1;
}
