import { isObject, type Json } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';

/**
 * Whether what is there already says everything that is wanted; keys that are incidental say nothing. A list of one may
 * be written without the list, as XML does.
 */
export function isSame(there: Json | undefined, wanted: Json, incidental: readonly string[] = []): boolean {
  if (Array.isArray(wanted)) {
    const list = there === undefined || there === null ? [] : [there].flat();
    return list.length === wanted.length && wanted.every((one, index) => isSame(list[index], one, incidental));
  }
  if (!isObject(wanted)) return (scalarText(there) ?? '') === (scalarText(wanted) ?? '');
  return (
    isObject(there) &&
    Object.entries(wanted).every(([key, part]) => incidental.includes(key) || isSame(there[key], part, incidental))
  );
}
