import { BACKSLASH, type Codes, QUOTE, SPACE } from './json_codes.ts';

/** Units of a longer string are read in portions, and other work has its turn in between. */
export const LONG = 64 * 1024;

/**
 * A long string that is being read; `start`: where its first portion begins. The engine joins the portions where the
 * string is first looked into; one that is refused by its length is never joined.
 */
export type LongString = { found: string; isWhole: boolean; start: number; isPlain: boolean };

/**
 * Reads one portion that begins at `at`; returns where the next one begins, or the position of the closing quote. Throws
 * SyntaxError for a wrong escape.
 */
export function readPortion(text: string, codes: Codes, at: number, long: LongString): number {
  const { next, isPlain } = portionFrom(codes, at);
  long.isWhole = codes[next] === QUOTE;
  if (isPlain) {
    // The portions of one string that has no escape are a part of the text, which takes no copy.
    long.found = long.isPlain ? text.slice(long.start, next) : long.found + text.slice(at, next);
    return next;
  }
  long.isPlain = false;
  long.found += JSON.parse(`"${text.slice(at, next)}"`) as string;
  return next;
}

/** Where the next portion begins: never inside an escape. JSON.parse finds an escape that is wrong. */
function portionFrom(codes: Codes, at: number): { next: number; isPlain: boolean } {
  const near = Math.min(at + LONG, codes.length);
  let i = at;
  let isPlain = true;
  while (i < near) {
    const code = codes[i] as number;
    if (code === QUOTE) break;
    if (code === BACKSLASH || code < SPACE) isPlain = false;
    if (code === BACKSLASH) i += codes[i + 1] === 0x75 ? 6 : 2;
    else i += 1;
  }
  return { next: Math.min(i, codes.length), isPlain };
}
