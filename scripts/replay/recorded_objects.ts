import type { ProviderRecord } from '../../connectors/engine/answer/provider_record.ts';
import { isObject, type Json, type JsonObject } from '../../lib/json/json.ts';
import { scalarText } from '../../lib/json/scalar_text.ts';
import { comparable } from './messages/comparable.ts';
import type { Exchange } from './replay_case.ts';

/** The content of the recorded answers: all objects as text, and the values of each key. */
type Answered = { objects: Set<string>; values: Map<string, Set<string>> };

/**
 * Why a record is not in the provider's answers; null when all records are. A record that the engine combined (from
 * details or a parent) need not be in an answer as a whole, but each of its values must be there under its key. Also
 * null when an answer is not JSON, because no recording has the records that the engine makes from XML or a table.
 */
export function rawFault(records: readonly ProviderRecord[], answered: Iterable<Exchange>): string | null {
  const found: Answered = { objects: new Set(), values: new Map() };
  for (const { response } of answered) {
    const { body } = response;
    if (response.bodyBase64 !== undefined || typeof body === 'string') return null;
    collect(body ?? null, found);
  }
  for (const { id, raw, fields } of records) {
    if (!isObject(raw)) continue;
    const strange = strangePart(raw, found);
    if (strange !== null) return `the record ${id ?? ''} has ${strange}, which no answer has`;
    if (Object.keys(raw).length > 0 && Object.keys(fields).length === 0)
      return `the record ${id ?? ''} has no fields, although the answer has`;
  }
  return records.length > 0 && records.every(({ raw }) => isObject(raw) && Object.keys(raw).length === 0)
    ? 'no record has any content'
    : null;
}

function strangePart(raw: JsonObject, { objects, values }: Answered): string | null {
  if (objects.has(comparable(raw))) return null;
  for (const [key, value] of Object.entries(raw)) {
    const isThere = values.get(key)?.has(comparable(value as Json)) ?? false;
    if (!isThere && !isFromParts(value as Json, values)) return key;
  }
  return null;
}

/** Whether a value that the engine combined consists of scalars in the answers. */
function isFromParts(value: Json, values: Answered['values']): boolean {
  if (Array.isArray(value)) return value.every((item) => isFromParts(item, values));
  if (!isObject(value)) return value === null || hasText(scalarText(value) ?? '', values);
  return Object.entries(value).every(
    ([key, part]) => (values.get(key)?.has(comparable(part as Json)) ?? false) || isFromParts(part as Json, values),
  );
}

function hasText(text: string, values: Answered['values']): boolean {
  const wanted = [comparable(text), text];
  return [...values.values()].some((known) => wanted.some((one) => known.has(one)));
}

function collect(value: Json, found: Answered): void {
  if (Array.isArray(value)) {
    for (const item of value) {
      remember('', item, found);
      collect(item, found);
    }
    return;
  }
  if (!isObject(value)) return;
  found.objects.add(comparable(value));
  for (const [key, part] of Object.entries(value)) {
    remember(key, part as Json, found);
    remember('', key, found);
    collect(part as Json, found);
  }
}

function remember(key: string, value: Json, { values }: Answered): void {
  const known = values.get(key) ?? new Set<string>();
  known.add(comparable(value));
  values.set(key, known);
}
