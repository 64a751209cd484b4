import { isObject, type Json, type JsonObject } from '../../lib/json/json.ts';
import { scalarText } from '../../lib/json/scalar_text.ts';
import { getPath } from './json_path.ts';
import type { CustomFields } from './provider.ts';
import type { ProviderRecord, ReadTarget } from './read_target.ts';

/** Asks the provider for a JSON answer below its base URL. */
export type Fetch = (path: string) => Promise<Json>;

/**
 * Gives the fields that a record lists by key the names that people know them by. The names cost one more call, which
 * is made only when a wanted field is none of the record's own.
 */
export async function nameCustomFields(
  records: ProviderRecord[],
  facts: CustomFields | undefined,
  target: ReadTarget,
  fetch: Fetch,
): Promise<ProviderRecord[]> {
  if (!facts || !needsNames(records, target.fields)) return records;
  const names = await namesByKey(facts, fetch);
  return records.map((record) => ({
    ...record,
    fields: { ...record.fields, ...namedFields(record.raw, facts, names) },
  }));
}

function needsNames(records: readonly ProviderRecord[], wanted: readonly string[]): boolean {
  const first = records[0];
  if (!first) return false;
  const own = new Set(Object.keys(first.fields).map((key) => key.toLowerCase()));
  return wanted.some((field) => !field.startsWith('$[') && !own.has(field.toLowerCase()));
}

async function namesByKey({ names }: CustomFields, fetch: Fetch): Promise<Map<string, string>> {
  const list = getPath(await fetch(names.path), names.records);
  return new Map(
    (Array.isArray(list) ? list : []).flatMap((entry) => {
      const [key, name] = [scalarText(getPath(entry, names.key)), scalarText(getPath(entry, names.name))];
      return key && name ? [[key, name]] : [];
    }),
  );
}

function namedFields(raw: Json, { from, key, value }: CustomFields, names: Map<string, string>): JsonObject {
  const list = getPath(raw, from);
  return Object.fromEntries(
    (Array.isArray(list) ? list : []).filter(isObject).flatMap((entry) => {
      const name = names.get(scalarText(entry[key]) ?? '');
      return name ? [[name, entry[value] ?? null]] : [];
    }),
  );
}
