import { ExactNumber } from './exact_number.ts';
import type { Json } from './json.ts';

/** A string, number or boolean as text; exact numbers keep all digits. Null for other values. */
export function scalarText(value: Json | undefined): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean' || value instanceof ExactNumber) return String(value);
  return null;
}
