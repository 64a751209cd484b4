import { ExactNumber } from './exact_number.ts';
import type { NumberToken } from './number_token.ts';

const CACHE_BITS = 12;
/** Random, so that nobody can choose numbers that hash to the same slot. */
const HASH_MULTIPLIER = (Math.floor(Math.random() * 0x7fffffff) << 1) | 1;
const MAX_SHARED_LENGTH = 8;

/**
 * A cache of short numbers. V8 copies strings of up to eight characters, so the cache keeps no whole document in
 * memory.
 */
const cachedNumbers = new Array<ExactNumber>(1 << CACHE_BITS).fill(new ExactNumber(''));
const packedKeys = new Int32Array(1 << CACHE_BITS);

/**
 * The number at index `at` of `text`. Equal short numbers share one object, because creating an object for each number
 * takes longer than JSON.parse.
 */
export function cachedNumber(text: string, at: number, token: NumberToken): ExactNumber {
  const { end } = token;
  if (end - at > MAX_SHARED_LENGTH) return new ExactNumber(text.slice(at, end));
  const slot = Math.imul(token.packed, HASH_MULTIPLIER) >>> (32 - CACHE_BITS);
  if (packedKeys[slot] === token.packed) return cachedNumbers[slot] as ExactNumber;
  packedKeys[slot] = token.packed;
  return (cachedNumbers[slot] = new ExactNumber(text.slice(at, end)));
}
