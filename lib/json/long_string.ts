import { BACKSLASH, type Codes, QUOTE } from './json_codes.ts';

/** Units of a longer string are read in portions, and other work has its turn in between. */
export const LONG = 64 * 1024;

/**
 * A long string that is being read. The engine joins the portions where the string is first looked into; one that is
 * refused by its length is never joined.
 */
export type LongString = { found: string; isWhole: boolean };

/**
 * Reads one portion that begins at `at`; returns where the next one begins, or the position of the closing quote. Throws
 * SyntaxError for a wrong escape.
 */
export function readPortion(text: string, codes: Codes, at: number, long: LongString): number {
  const next = portionEnd(codes, at);
  long.isWhole = codes[next] === QUOTE;
  long.found += JSON.parse(`"${text.slice(at, next)}"`) as string;
  return next;
}

/** Not inside an escape. A wrong one is found by JSON.parse. */
function portionEnd(codes: Codes, at: number): number {
  const near = Math.min(at + LONG, codes.length);
  let i = at;
  while (i < near) {
    const code = codes[i];
    if (code === QUOTE) return i;
    if (code === BACKSLASH) i += codes[i + 1] === 0x75 ? 6 : 2;
    else i += 1;
  }
  return Math.min(i, codes.length);
}
