/** `{parent.id}`, `{parent.parent.id}`: what a request below a parent record takes from it, in path, query, headers and body. */
import { isObject, type Json } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import { getPath, setPath } from '../json_path.ts';
import type { ReadSpec } from '../file/provider.ts';
import { lastSegment } from '../answer/record_id.ts';

const VALUE = /(['"]?)\{parent\.([^{}|]+)(\|last)?\}/g;

/** The parts of a parent that anything of the spec asks for. */
export function parentKeys({ path, query, headers, body, id, narrowed }: ReadSpec): string[] {
  const text = JSON.stringify([path, query, headers, body, id, narrowed]).replaceAll('\\"', '"');
  return [...new Set([...text.matchAll(VALUE)].map(([, , key]) => key as string))];
}

/** A parent cut down to those parts: a cursor carries one for every parent that is still to do. */
export function keptOf(parent: Json, keys: readonly string[]): Json {
  const kept = {};
  for (const key of keys) setPath(kept, key, getPath(parent, key) ?? null);
  return kept;
}

/** Texts with the parent's values in them; a text that is nothing else keeps the value's type. */
export function withParent<T extends Json | undefined>(template: T, parent: Json | undefined): T {
  return parent === undefined ? template : (filled(template ?? null, parent) as T);
}

function filled(template: Json, parent: Json): Json {
  if (typeof template === 'string') return filledText(template, parent);
  if (Array.isArray(template)) return template.map((one) => filled(one, parent));
  if (!isObject(template)) return template;
  return Object.fromEntries(Object.entries(template).map(([key, value]) => [key, filled(value, parent)]));
}

function filledText(template: string, parent: Json): Json {
  const whole = /^\{parent\.([^{}|]+)\}$/.exec(template)?.[1];
  if (whole !== undefined) return getPath(parent, whole) ?? null;
  return template.replace(VALUE, (_all, quote: string, key: string, last?: string) => {
    const text = parentText(parent, key + (last ?? ''));
    // Inside the quotes of a filter expression a quote would end the value, and begin another filter.
    return quote + (quote === '' ? text : text.replace(/['"\\]/g, '\\$&'));
  });
}

/** A parent's value as a text; `uri|last` is the last segment of a URL. */
export function parentText(parent: Json | undefined, key: string): string {
  const text = scalarText(getPath(parent, key.replace(/\|last$/, ''))) ?? '';
  return key.endsWith('|last') ? lastSegment(text) : text;
}
