import { ExactNumber } from '../../../lib/json/exact_number.ts';
import type { Json } from '../../../lib/json/json.ts';

/** A number to count by, from 0 on, in digits or as a text of them. `''`, `false` and `'1 of 3'` are none. */
export function wholeNumber(value: Json | undefined): number | null {
  if (typeof value === 'string') return /^\s*\d+\s*$/.test(value) ? wholeNumber(Number(value)) : null;
  if (typeof value !== 'number' && !(value instanceof ExactNumber)) return null;
  const number = Number(value);
  return Number.isSafeInteger(number) && number >= 0 ? number : null;
}
