import { INVISIBLE } from './invisible.ts';

/**
 * The subset of JSON Schema (draft 2020-12) in which the manifest is described. `rule` and `check` are for the server
 * only, and published_schema.ts leaves them out.
 */
export type Schema = {
  type?: 'object' | 'array' | 'string' | 'integer' | 'boolean';
  description: string;
  examples: readonly unknown[];
  /** The value used when the key is missing. A default that is not a value is explained in the description. */
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
  not?: Condition;
  anyOf?: readonly Condition[];
  oneOf?: readonly Condition[];
  if?: Condition;
  then?: Condition;
  else?: Condition;
  dependentRequired?: Readonly<Record<string, readonly string[]>>;
  /** The rule that a wrong value breaks, as faults name it. */
  rule?: string;
  /** `name`: a text that serves as a key. `any`: a rule of its own checks the value. */
  check?: 'name' | 'any';
};

/** A part of a schema that only narrows what is allowed. */
type Condition = {
  const?: unknown;
  pattern?: string;
  minItems?: number;
  properties?: Readonly<Record<string, Condition | false>>;
  items?: Condition;
  required?: readonly string[];
  not?: Condition;
  anyOf?: readonly Condition[];
};

type About = { description: string; examples: readonly unknown[] };
type ObjectParts = Partial<Schema> & { properties: Readonly<Record<string, Schema>>; required?: readonly string[] };

const MAX_CHARACTERS = 191;
/** No space at either end, and no character that nobody sees. */
const NAME_PATTERN = `^[^\\s${INVISIBLE}](?:[^${INVISIBLE}]*[^\\s${INVISIBLE}])?$`;

export function text(about: About, maxLength = MAX_CHARACTERS): Schema {
  return { type: 'string', ...about, minLength: 1, maxLength, pattern: '\\S' };
}

/** A text that serves as a key. */
export function name(about: About & { default?: unknown }): Schema {
  return { type: 'string', ...about, minLength: 1, maxLength: MAX_CHARACTERS, pattern: NAME_PATTERN, check: 'name' };
}

export function flag(about: About & { default?: boolean }): Schema {
  return { type: 'boolean', ...about };
}

export function count(about: About & { default?: number; minimum?: number; maximum: number }): Schema {
  return { type: 'integer', minimum: 0, ...about };
}

export function word(rule: string, words: readonly string[], about: About & { default?: string }): Schema {
  return { type: 'string', ...about, enum: words, rule };
}

export function list(items: Schema, about: About & { minItems?: number; maxItems?: number }): Schema {
  return { type: 'array', ...about, items };
}

export function object(about: About, parts: ObjectParts): Schema {
  return { type: 'object', ...about, additionalProperties: false, ...parts };
}
