import { isObject, type Json } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';

/**
 * Whether the existing definition already has every wanted value. Keys in `incidental` are not compared. A list with
 * one entry equals a single value, because XML does not distinguish them.
 */
export function isSameDefinition(there: Json | undefined, wanted: Json, incidental: readonly string[] = []): boolean {
  if (Array.isArray(wanted)) {
    const list = there === undefined || there === null ? [] : [there].flat();
    return (
      list.length === wanted.length && wanted.every((one, index) => isSameDefinition(list[index], one, incidental))
    );
  }
  if (!isObject(wanted)) return (scalarText(there) ?? '') === (scalarText(wanted) ?? '');
  return (
    isObject(there) &&
    Object.entries(wanted).every(
      ([key, part]) => incidental.includes(key) || isSameDefinition(there[key], part, incidental),
    )
  );
}
