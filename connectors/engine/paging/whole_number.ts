import { ExactNumber } from '../../../lib/json/exact_number.ts';
import type { Json } from '../../../lib/json/json.ts';

/** Parses a non-negative integer from a number or a string of digits. Null for `''`, `false` or `'1 of 3'`. */
export function wholeNumber(value: Json | undefined): number | null {
  if (typeof value === 'string') return /^\s*\d+\s*$/.test(value) ? wholeNumber(Number(value)) : null;
  if (typeof value !== 'number' && !(value instanceof ExactNumber)) return null;
  const number = Number(value);
  return Number.isSafeInteger(number) && number >= 0 ? number : null;
}
