import { isObject, type Json } from '../json/json.ts';
import { scalarText } from '../json/scalar_text.ts';

/** Maps a builder's value to the provider's value. It is bijective, so it can be inverted. */
type ValueMapping = Readonly<Record<string, unknown>>;

/** Maps a provider's value, or each item of a list, to the builder's value. Unmapped values stay unchanged. */
export function deliveredValue(value: Json, mapping: ValueMapping): Json {
  if (Array.isArray(value)) return value.map((item) => deliveredValue(item, mapping));
  const text = isObject(value) ? null : scalarText(value);
  if (text === null) return value;
  return Object.keys(mapping).find((word) => String(mapping[word]) === text) ?? value;
}

/** Maps a builder's value, or each item of a list, to the provider's value; the inverse of deliveredValue. */
export function providerValue(value: Json, mapping: ValueMapping): Json {
  if (Array.isArray(value)) return value.map((item) => providerValue(item, mapping));
  return typeof value === 'string' && Object.hasOwn(mapping, value) ? (mapping[value] as Json) : value;
}

/** The mapping of the first of `names` that has a mapping. Field names match case-insensitively. */
export function mappingOf<T>(mappings: Readonly<Record<string, T>>, ...names: readonly string[]): T | undefined {
  for (const name of names) {
    if (Object.hasOwn(mappings, name)) return mappings[name];
    const key = Object.keys(mappings).find((one) => one.toLowerCase() === name.toLowerCase());
    if (key !== undefined) return mappings[key];
  }
  return undefined;
}
