import fc from 'fast-check';
import type { Document } from '../../../gateway/contract/document.ts';
import { resolve } from '../tenants/named_ids.ts';
import { junk, junkText } from './junk.ts';

type Schema = Record<string, unknown>;
type Text = { minLength?: number; maxLength?: number; pattern?: string; format?: string };
type Bounds = { minimum?: number; maximum?: number };
type List = { items?: Schema; minItems?: number; maxItems?: number; uniqueItems?: boolean };
type Fields = {
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  minProperties?: number;
  propertyNames?: Schema;
};

const MAX_ITEMS = 6;

/** Generates values that the schema allows, including edge cases. */
export function valuesOf(document: Document, schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  const below = (one: Schema) => valuesOf(document, one, depth + 1);
  if (depth > 8) return fc.constant('deep');
  if (typeof schema['$ref'] === 'string') return below(resolve(document, schema['$ref']));
  if (Array.isArray(schema['allOf'])) return below(merged(document, schema));
  const choices = (schema['oneOf'] ?? schema['anyOf']) as Schema[] | undefined;
  if (choices)
    return fc.oneof(...choices.map((choice) => below(mergeTwo(without(schema), resolved(document, choice)))));
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]));
  if ('const' in schema) return fc.constant(schema['const']);
  const types = [schema['type'] ?? (schema['properties'] ? 'object' : 'any')].flat() as string[];
  return fc.oneof(...types.map((type) => ofType(type, schema, below)));
}

function ofType(type: string, schema: Schema, below: (schema: Schema) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  if (type === 'string') return texts(schema);
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (type === 'integer' || type === 'number') return numbers(schema);
  if (type === 'array') return lists(schema, below);
  if (type === 'object') return objects(schema, below);
  return junk();
}

function texts({ minLength = 0, maxLength = 400, pattern, format }: Text): fc.Arbitrary<string> {
  if (format === 'date-time')
    return fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }).map((d) => d.toISOString());
  // JSON Schema counts code points, not UTF-16 code units.
  const fits = (text: string) => [...text].length >= minLength && [...text].length <= maxLength;
  if (pattern) return fc.stringMatching(new RegExp(pattern), { size: 'xsmall' }).filter(fits);
  const edges = [minLength, maxLength].map((length) => fc.constant('x'.repeat(Math.min(length, 20_000))));
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, minLength + 40) })
        .filter(fits),
    },
    { weight: 3, arbitrary: junkText().filter(fits) },
    { weight: 1, arbitrary: fc.oneof(...edges) },
  );
}

function numbers({ minimum = -1_000_000, maximum = 1_000_000 }: Bounds): fc.Arbitrary<number> {
  return fc.oneof(fc.integer({ min: minimum, max: maximum }), fc.constantFrom(minimum, maximum));
}

function lists(
  { items = {}, minItems = 0, maxItems = MAX_ITEMS, uniqueItems = false }: List,
  below: (schema: Schema) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown[]> {
  const limits = { minLength: minItems, maxLength: Math.min(maxItems, Math.max(minItems, MAX_ITEMS)) };
  if (uniqueItems) return fc.uniqueArray(below(items), { ...limits, selector: (value) => JSON.stringify(value) });
  return fc.array(below(items), limits);
}

function objects(
  { properties = {}, required = [], additionalProperties = true, minProperties = 0, propertyNames }: Fields,
  below: (schema: Schema) => fc.Arbitrary<unknown>,
) {
  const own = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, below(schema)]));
  const known = fc.record(own, { requiredKeys: required.filter((name) => name in own), noNullPrototype: true });
  if (additionalProperties === false) return known.filter((value) => Object.keys(value).length >= minProperties);
  const names = propertyNames ? (below(propertyNames) as fc.Arbitrary<string>) : junkText();
  const more = fc.dictionary(names, additionalProperties === true ? junk() : below(additionalProperties), {
    minKeys: minProperties,
    maxKeys: minProperties + 3,
    noNullPrototype: true,
  });
  return fc
    .tuple(more, known, fc.boolean())
    .map(([extra, body, isMore]) => (isMore || minProperties > 0 ? { ...extra, ...body } : body));
}

function merged(document: Document, { allOf, ...rest }: Schema): Schema {
  return [rest, ...(allOf as Schema[]).map((part) => resolved(document, part))].reduce(mergeTwo);
}

function resolved(document: Document, schema: Schema): Schema {
  return typeof schema['$ref'] === 'string' ? resolved(document, resolve(document, schema['$ref'])) : schema;
}

function mergeTwo(a: Schema, b: Schema): Schema {
  const required = [...((a['required'] as string[]) ?? []), ...((b['required'] as string[]) ?? [])];
  const properties = { ...(a['properties'] as object), ...(b['properties'] as object) };
  return {
    ...a,
    ...b,
    ...(required.length > 0 && { required }),
    ...(Object.keys(properties).length > 0 && { properties }),
  };
}

function without({ oneOf: _one, anyOf: _any, ...rest }: Schema): Schema {
  return rest;
}
