import type { ProviderRecord } from '../../connectors/engine/answer/provider_record.ts';
import { isObject, type Json, type JsonObject } from '../../lib/json/json.ts';
import { scalarText } from '../../lib/json/scalar_text.ts';
import { comparable } from './messages/comparable.ts';
import type { Exchange } from './replay_case.ts';

/** Everything that the recorded answers hold: whole objects, and the values under each key. */
type Answered = { objects: Set<string>; values: Map<string, Set<string>> };

/**
 * Why a record is not what the provider answered; null when each is. A record that the engine put together (details, a
 * parent's facts) need not be there as a whole, but each of its parts must be there under its own name. Null too when an
 * answer is no JSON: what the engine makes of XML or a table is in no recording.
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

/** A value that the engine put together itself: each scalar of it is in an answer. */
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
