/** Reads a written body with the template of the provider file that made it. */

import { setPath } from '../../../connectors/engine/json_path.ts';
import { isObject, type Json, type JsonObject } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import { matchText } from '../requests/text_pattern.ts';

/** `record`: what stood for `{record}` and `{record.key}`. `id`: what stood for `{id}`. */
export type Unfilled = { record: JsonObject; id?: string };

/** The values that a body has in place of the placeholders of its template. */
export function unfilled(template: Json, given: Json | undefined, found: Unfilled = { record: {} }): Unfilled {
  if (typeof template === 'string') take(template, given, found);
  else if (Array.isArray(template))
    for (const [at, part] of template.entries()) unfilled(part, Array.isArray(given) ? given[at] : undefined, found);
  else if (isObject(template))
    for (const [key, part] of Object.entries(template)) unfilled(part, isObject(given) ? given[key] : undefined, found);
  return found;
}

function take(template: string, given: Json | undefined, found: Unfilled): void {
  if (given === undefined) return;
  if (template === '{record}') {
    if (isObject(given)) Object.assign(found.record, given);
    return;
  }
  const whole = /^\{record\.([^{}]+)\}$/.exec(template)?.[1];
  if (whole !== undefined) return setPath(found.record, whole, given);
  const parts = matchText(template, scalarText(given) ?? '') ?? {};
  for (const [name, text] of Object.entries(parts)) {
    if (name === 'id') found.id = text;
    if (name.startsWith('record.')) setPath(found.record, name.slice('record.'.length), text);
  }
}

/** The path of `{record}` in a template; '' when it has none. */
export function recordPlace(template: Json, above: readonly string[] = []): string {
  if (template === '{record}') return above.join('.');
  if (!isObject(template)) return '';
  const places = Object.entries(template).map(([key, part]) => recordPlace(part, [...above, key]));
  return places.find((place) => place !== '') ?? '';
}
