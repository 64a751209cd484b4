import { BACKSLASH, type Codes, QUOTE } from './json_codes.ts';

/** So many units are looked at one by one before `indexOf` is called, which costs as much as 20 units. */
const NEAR = 32;

/**
 * The position of the quote that closes a string; the length of the text if none does. `at`: inside the string. Beyond
 * `until` it may be any position: a string of many quotes takes long.
 */
export function stringEnd(text: string, codes: Codes, at: number, until: number): number {
  const { length } = codes;
  let i = at;
  while (i < length && i <= until) {
    const near = Math.min(i + NEAR, length);
    while (i < near) {
      const code = codes[i] as number;
      if (code === QUOTE) return i;
      // A wrong escape is found by JSON.parse, which stops there.
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

/** Whether an odd number of backslashes stands before the quote. None of them is before `from`. */
function isEscaped(codes: Codes, from: number, quote: number): boolean {
  let i = quote;
  while (i > from && codes[i - 1] === BACKSLASH) i -= 1;
  return (quote - i) % 2 === 1;
}
