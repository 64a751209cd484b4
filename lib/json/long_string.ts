import { BACKSLASH, type Codes } from './json_codes.ts';

/** Units of a longer string are read in portions, and other work has its turn in between. */
export const LONG = 64 * 1024;

/** A long string that is being read: the position of its closing quote, and what was read. */
export type LongString = { end: number; parts: string[] };

/** Reads one portion that begins at `at`; returns where the next one begins. Throws SyntaxError for a wrong escape. */
export function readPortion(text: string, codes: Codes, at: number, { end, parts }: LongString): number {
  const next = portionEnd(codes, at, end);
  parts.push(JSON.parse(`"${text.slice(at, next)}"`) as string);
  return next;
}

/** Not inside an escape. A wrong one is found by JSON.parse. */
function portionEnd(codes: Codes, at: number, end: number): number {
  const near = Math.min(at + LONG, end);
  let i = at;
  while (i < near) {
    if (codes[i] === BACKSLASH) i += codes[i + 1] === 0x75 ? 6 : 2;
    else i += 1;
  }
  return Math.min(i, end);
}
