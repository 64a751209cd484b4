import { INVISIBLE_CHARACTERS } from './invisible.ts';

/**
 * The subset of JSON Schema (draft 2020-12) that describes the manifest. Only the server uses `rule` and `check`, and
 * published_schema.ts removes them.
 */
export type Schema = {
  type?: 'object' | 'array' | 'string' | 'integer' | 'boolean';
  description: string;
  examples: readonly unknown[];
  /** The value used when the key is missing. If the default is a behaviour and not a value, the description has it. */
  default?: unknown;
  const?: string;
  enum?: readonly string[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: false;
  not?: SchemaCondition;
  anyOf?: readonly SchemaCondition[];
  oneOf?: readonly SchemaCondition[];
  if?: SchemaCondition;
  then?: SchemaCondition;
  else?: SchemaCondition;
  dependentRequired?: Readonly<Record<string, readonly string[]>>;
  /** The name of the rule that a wrong value breaks, for the faults of a manifest. */
  rule?: string;
  /** `name`: a text that serves as a key. `any`: separate code of the server checks the value. */
  check?: 'name' | 'any';
};

/** A subschema that only restricts values further. */
type SchemaCondition = {
  const?: unknown;
  pattern?: string;
  minItems?: number;
  properties?: Readonly<Record<string, SchemaCondition | false>>;
  items?: SchemaCondition;
  required?: readonly string[];
  not?: SchemaCondition;
  anyOf?: readonly SchemaCondition[];
};

type SchemaAnnotations = { description: string; examples: readonly unknown[] };
type ObjectParts = Partial<Schema> & { properties: Readonly<Record<string, Schema>>; required?: readonly string[] };

const MAX_CHARACTERS = 191;
/** No space at either end, and no invisible character. */
const NAME_PATTERN = `^[^\\s${INVISIBLE_CHARACTERS}](?:[^${INVISIBLE_CHARACTERS}]*[^\\s${INVISIBLE_CHARACTERS}])?$`;

export function textSchema(about: SchemaAnnotations, maxLength = MAX_CHARACTERS): Schema {
  return { type: 'string', ...about, minLength: 1, maxLength, pattern: '\\S' };
}

/** A name: at most MAX_CHARACTERS characters, no space at either end, and no invisible character. */
export function nameSchema(about: SchemaAnnotations & { default?: unknown }): Schema {
  return { type: 'string', ...about, minLength: 1, maxLength: MAX_CHARACTERS, pattern: NAME_PATTERN, check: 'name' };
}

export function flagSchema(about: SchemaAnnotations & { default?: boolean }): Schema {
  return { type: 'boolean', ...about };
}

export function countSchema(
  about: SchemaAnnotations & { default?: number; minimum?: number; maximum: number },
): Schema {
  return { type: 'integer', minimum: 0, ...about };
}

export function wordSchema(
  rule: string,
  words: readonly string[],
  about: SchemaAnnotations & { default?: string },
): Schema {
  return { type: 'string', ...about, enum: words, rule };
}

export function listSchema(items: Schema, about: SchemaAnnotations & { minItems?: number; maxItems?: number }): Schema {
  return { type: 'array', ...about, items };
}

export function objectSchema(about: SchemaAnnotations, parts: ObjectParts): Schema {
  return { type: 'object', ...about, additionalProperties: false, ...parts };
}
