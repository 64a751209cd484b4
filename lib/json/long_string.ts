import { BACKSLASH, type CodeUnits, QUOTE, SPACE } from './json_codes.ts';

/** A string of more UTF-16 units is read in portions of this size, so that the event loop can run in between. */
export const LONG_STRING_LENGTH = 64 * 1024;

/**
 * A long string that is being read. `start`: the position of its first unit. V8 joins the portions only when the string
 * is first read, so a string that is refused because of its length is never joined.
 */
export type LongString = { found: string; isWhole: boolean; start: number; isPlain: boolean };

/**
 * Reads the portion that begins at `at`. Returns the position of the next portion or of the closing quote. Throws
 * SyntaxError for a wrong escape.
 */
export function readPortion(text: string, codes: CodeUnits, at: number, long: LongString): number {
  const { next, isPlain } = portionFrom(codes, at);
  long.isWhole = codes[next] === QUOTE;
  if (isPlain) {
    // A string without escapes is a slice of the text, which V8 makes without a copy.
    long.found = long.isPlain ? text.slice(long.start, next) : long.found + text.slice(at, next);
    return next;
  }
  long.isPlain = false;
  long.found += JSON.parse(`"${text.slice(at, next)}"`) as string;
  return next;
}

/**
 * The position of the next portion, never inside an escape. Does not check escapes, because JSON.parse does it later.
 */
function portionFrom(codes: CodeUnits, at: number): { next: number; isPlain: boolean } {
  const near = Math.min(at + LONG_STRING_LENGTH, codes.length);
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
