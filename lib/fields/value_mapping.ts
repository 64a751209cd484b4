import { isObject, type Json } from '../json/json.ts';
import { scalarText } from '../json/scalar_text.ts';

/** The builder's word -> the provider's value. One to one, so it can be read from either side. */
export type ValueMapping = Readonly<Record<string, unknown>>;

/** The builder's word for the provider's value, in lists for each; values without one stay as they are. */
export function deliveredValue(value: Json, mapping: ValueMapping): Json {
  if (Array.isArray(value)) return value.map((item) => deliveredValue(item, mapping));
  const text = isObject(value) ? null : scalarText(value);
  if (text === null) return value;
  return Object.keys(mapping).find((word) => String(mapping[word]) === text) ?? value;
}

/** The provider's value for the builder's word: the way back. */
export function providerValue(value: Json, mapping: ValueMapping): Json {
  if (Array.isArray(value)) return value.map((item) => providerValue(item, mapping));
  return typeof value === 'string' && Object.hasOwn(mapping, value) ? (mapping[value] as Json) : value;
}

/** The mapping of the first of several names that has one; names of fields match whatever their case. */
export function mappingOf<T>(mappings: Readonly<Record<string, T>>, ...names: readonly string[]): T | undefined {
  for (const name of names) {
    if (Object.hasOwn(mappings, name)) return mappings[name];
    const key = Object.keys(mappings).find((one) => one.toLowerCase() === name.toLowerCase());
    if (key !== undefined) return mappings[key];
  }
  return undefined;
}
