/**
 * Writes a list in the provider's form: under a path, with wrapped entries, keyed by name, or as table rows.
 * `delivered` is the record that the engine must recover from such an entry.
 */

import type { ReadSpec } from '../../../connectors/engine/file/provider.ts';
import { setPath } from '../../../connectors/engine/json_path.ts';
import { isObject, type Json, type JsonObject } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';

export function writtenList(path: string, records: JsonObject[], spec: ReadSpec): Json {
  const { unwrap, keyed, columns } = spec;
  const wrapped = unwrap === undefined ? records : records.map((record) => wrap(record, [unwrap].flat()[0] ?? ''));
  if (keyed !== undefined) return envelope(path, byName(wrapped as JsonObject[], keyed));
  if (!columns) return envelope(path, wrapped, spec.outer);
  const names = Object.keys(records[0] ?? {});
  const rows: Json[] = records.map((record) => names.map((name) => record[name] ?? null));
  const header = columns.name === undefined ? names : names.map((name) => wrap(name, columns.name as string));
  const body = envelope(path, columns.path === undefined ? [header, ...rows] : rows);
  if (columns.path !== undefined) setPath(body as JsonObject, columns.path, header);
  return body;
}

/** The record as the engine delivers it. In a keyed list it starts with its key. */
export function delivered(record: JsonObject, { keyed }: ReadSpec): JsonObject {
  if (keyed === undefined) return record;
  return { [keyed]: scalarText(record[keyed]) ?? '', ...record };
}

/**
 * Writes a list under a path. `tables[*].views` splits it over two tables; `lists[alias=city].options` puts it into one
 * of two lists. With `outer` each record gets an entry of its own, which contains the outer values.
 */
export function envelope(path: string, list: Json, outer: ReadSpec['outer'] = {}): Json {
  const [first = '', ...steps] = path.split(/\[(\*|[\w.]+=[^\]]*)\]/);
  let at = list;
  for (let index = steps.length - 2; index >= 0; index -= 2)
    at = entriesOf(at, steps[index] ?? '*', (steps[index + 1] ?? '').replace(/^\./, ''), outer);
  return first === '' ? at : wrap(at, first);
}

function entriesOf(list: Json, chosen: string, rest: string, outer: NonNullable<ReadSpec['outer']>): Json[] {
  const inside = (part: Json) => (rest === '' ? part : wrap(part, rest));
  const [key = '', value] = chosen.split(/=(.*)/);
  if (value !== undefined)
    return [{ ...wrap('another', key), ...wrap([], rest) }, both(inside(list), wrap(value, key))];
  if (!Array.isArray(list)) return [inside(list)];
  const around = Object.entries(outer);
  if (around.length > 0)
    return list.map((one) =>
      around.reduce<Json>(
        (entry, [name, path]) => {
          setPath(entry as JsonObject, path, (one as JsonObject)[name] ?? null);
          return entry;
        },
        inside([one]),
      ),
    );
  const half = list.length >>> 1;
  return [list.slice(0, half), list.slice(half)].map(inside);
}

function both(entry: Json, more: JsonObject): Json {
  return isObject(entry) ? { ...entry, ...more } : entry;
}

function wrap(value: Json, path: string): JsonObject {
  const body: JsonObject = {};
  setPath(body, path, value);
  return body;
}

function byName(records: readonly JsonObject[], field: string): JsonObject {
  return Object.fromEntries(
    records.map(({ [field]: name = '', ...rest }) => [isObject(name) ? '' : (scalarText(name) ?? ''), rest]),
  );
}
