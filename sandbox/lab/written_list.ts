/**
 * A list in the form in which the provider writes it: below a path, one entry wrapped in another, keyed by name, as rows
 * of a table. `delivered` is what the engine must make of such an entry again.
 */
import { isObject, type Json, type JsonObject } from '../../lib/json/json.ts';
import { scalarText } from '../../lib/json/scalar_text.ts';
import { setPath } from '../../connectors/engine/json_path.ts';
import type { ReadSpec } from '../../connectors/engine/provider.ts';

export function writtenList(path: string, records: JsonObject[], spec: ReadSpec): Json {
  const { unwrap, keyed, columns } = spec;
  const wrapped = unwrap === undefined ? records : records.map((record) => wrap(record, [unwrap].flat()[0] ?? ''));
  if (keyed !== undefined) return envelope(path, byName(wrapped as JsonObject[], keyed));
  if (!columns) return envelope(path, wrapped);
  const names = Object.keys(records[0] ?? {});
  const rows: Json[] = records.map((record) => names.map((name) => record[name] ?? null));
  const header = columns.name === undefined ? names : names.map((name) => wrap(name, columns.name as string));
  const body = envelope(path, columns.path === undefined ? [header, ...rows] : rows);
  if (columns.path !== undefined) setPath(body as JsonObject, columns.path, header);
  return body;
}

/** A keyed entry begins with its name. */
export function delivered(record: JsonObject, { keyed }: ReadSpec): JsonObject {
  if (keyed === undefined) return record;
  return { [keyed]: scalarText(record[keyed]) ?? '', ...record };
}

/** `tables[*].views` spreads over two tables; `lists[alias=city].options` is the one among others that says so. */
export function envelope(path: string, list: Json): Json {
  const [outer = '', ...steps] = path.split(/\[(\*|[\w.]+=[^\]]*)\]/);
  let spread: Json = list;
  for (let at = steps.length - 2; at >= 0; at -= 2) spread = entriesOf(spread, steps[at] ?? '*', steps[at + 1] ?? '');
  return outer === '' ? spread : wrap(spread, outer);
}

function entriesOf(value: Json, chosen: string, rest: string): Json {
  const [key = '', wanted = ''] = chosen.split(/=(.*)/);
  const inside = (one: Json) => (rest === '' ? one : wrap(one, rest.replace(/^\./, '')));
  if (chosen !== '*')
    return [
      { ...(inside([]) as JsonObject), [key]: 'another' },
      { ...(inside(value) as JsonObject), [key]: wanted },
    ];
  if (!Array.isArray(value)) return [inside(value)];
  const half = value.length >>> 1;
  return [inside(value.slice(0, half)), inside(value.slice(half))];
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
