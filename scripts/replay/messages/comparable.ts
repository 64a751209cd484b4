import { decimalForm } from '../../../lib/json/decimal.ts';
import { ExactNumber } from '../../../lib/json/exact_number.ts';
import { isObject, type Json, stringifyJson } from '../../../lib/json/json.ts';

/** The canonical text of a value, without hosts, because the replay server replaces the provider's host. */
export function comparable(value: Json): string {
  return withoutHosts(canonical(value));
}

function withoutHosts(text: string): string {
  return text.replace(/https?:\/\/[^/"\s]+/g, '');
}

/** The canonical text of a value: equal values with keys in another order have the same text. */
function canonical(value: Json): string {
  // Sources print 1.0000 as 1, but the engine keeps the digits.
  if (typeof value === 'number' || value instanceof ExactNumber) return decimalForm(String(value)) ?? String(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isObject(value)) return stringifyJson(value);
  return `{${Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key] as Json)}`)
    .join(',')}}`;
}
