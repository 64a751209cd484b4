import { ExactNumber } from './exact_number.ts';
import type { NumberToken } from './number_token.ts';

const BITS = 12;
/** Random, so that nobody can choose numbers that hash to the same slot. */
const MULTIPLIER = (Math.floor(Math.random() * 0x7fffffff) << 1) | 1;
const MAX_SHARED_LENGTH = 8;

/**
 * A cache of short numbers. V8 copies strings of up to eight characters, so the cache keeps no whole document in
 * memory.
 */
const numbers = new Array<ExactNumber>(1 << BITS).fill(new ExactNumber(''));
const packed = new Int32Array(1 << BITS);

/**
 * The number at index `at` of `text`. Equal short numbers share one object, because creating an object for each number
 * takes longer than JSON.parse.
 */
export function heldNumber(text: string, at: number, token: NumberToken): ExactNumber {
  const { end } = token;
  if (end - at > MAX_SHARED_LENGTH) return new ExactNumber(text.slice(at, end));
  const slot = Math.imul(token.packed, MULTIPLIER) >>> (32 - BITS);
  if (packed[slot] === token.packed) return numbers[slot] as ExactNumber;
  packed[slot] = token.packed;
  return (numbers[slot] = new ExactNumber(text.slice(at, end)));
}
