import { child, error, type Fault, isPlainObject, isPresent, items, type PathNode, warning } from './fault.ts';
import { isLongerThan, refFault } from './refs.ts';

/**
 * The values that are allowed at a position of a manifest or a config. `rule` is the id of the rule that a wrong value
 * breaks.
 */
export type Shape =
  | { is: 'text'; max?: number; isName?: true }
  | { is: 'flag' }
  | { is: 'count' }
  | { is: 'word'; words: readonly string[]; rule: string }
  | { is: 'list'; of: Shape }
  | { is: 'map'; of: Shape }
  | { is: 'object'; keys: Record<string, Shape>; required: readonly string[]; warnsOfEmpty?: true }
  | { is: 'anything' };

export const textShape = (max?: number): Shape => (max === undefined ? { is: 'text' } : { is: 'text', max });
/** A text that is used as a key; invisible characters in it are a fault. */
export const nameShape = (max?: number): Shape => ({ is: 'text', isName: true, ...(max !== undefined && { max }) });
export const flagShape: Shape = { is: 'flag' };
export const countShape: Shape = { is: 'count' };
export const anyShape: Shape = { is: 'anything' };
export const wordShape = (rule: string, ...words: string[]): Shape => ({ is: 'word', words, rule });
export const listOf = (of: Shape): Shape => ({ is: 'list', of });
/** An object with any keys; all its values have the same shape. */
export const mapOf = (of: Shape): Shape => ({ is: 'map', of });

/** An object with these keys. A key that ends in `!` is required; the mark is not part of the key. */
export function objectShape(keys: Record<string, Shape>): Shape {
  const entries = Object.entries(keys).map(([key, shape]) => [key.replace(/!$/, ''), shape] as const);
  return {
    is: 'object',
    keys: Object.fromEntries(entries),
    required: Object.keys(keys)
      .filter((key) => key.endsWith('!'))
      .map((key) => key.slice(0, -1)),
  };
}

/** Returns the faults at or below a node: errors for wrong values, and warnings for unknown keys. */
export function shapeFaults(node: PathNode, shape: Shape): Fault[] {
  const { value, path } = node;
  switch (shape.is) {
    case 'anything':
      return [];
    case 'text':
      return typeof value !== 'string' ? [error(path, 'type', 'This must be text.')] : textFaults(node, value, shape);
    case 'flag':
      return typeof value === 'boolean' ? [] : [error(path, 'type', 'This must be true or false.')];
    case 'count':
      return Number.isSafeInteger(value) && Number(value) >= 0
        ? []
        : [error(path, 'type', 'This must be a whole number, 0 or more.')];
    case 'word':
      return typeof value === 'string' && shape.words.includes(value)
        ? []
        : [error(path, shape.rule, `This must be ${shape.words.join(' or ')}.`)];
    case 'list':
      return Array.isArray(value)
        ? items(node).flatMap((item) => shapeFaults(item, shape.of))
        : [error(path, 'type', 'This must be a list.')];
    case 'map':
      return isPlainObject(value)
        ? Object.keys(value).flatMap((key) => shapeFaults(child(node, key), shape.of))
        : [error(path, 'type', 'This must be an object with keys.')];
    case 'object':
      return isPlainObject(value)
        ? keyFaults(node, value, shape)
        : [error(path, 'type', 'This must be an object with keys.')];
  }
}

/** Returns only the errors of shapeFaults; none for a missing value. */
export function valueFaults(node: PathNode, shape: Shape): Fault[] {
  return isPresent(node) ? shapeFaults(node, shape).filter(({ severity }) => severity === 'error') : [];
}

function textFaults({ path }: PathNode, value: string, { max = 191, isName }: Extract<Shape, { is: 'text' }>): Fault[] {
  if (value.trim() === '') return [error(path, 'required-field', 'This may not be empty.')];
  if (isLongerThan(value, max)) return [error(path, 'length', `This may have at most ${max} characters.`)];
  const fault = isName ? refFault(value) : null;
  return fault ? [error(path, 'name', fault)] : [];
}

function keyFaults(
  node: PathNode,
  value: Record<string, unknown>,
  { keys, required, warnsOfEmpty }: Extract<Shape, { is: 'object' }>,
): Fault[] {
  const missing = required.filter((key) => value[key] === undefined || value[key] === null);
  return [
    ...missing.map((key) => error(child(node, key).path, 'required-field', `The key ${key} is missing.`)),
    ...Object.keys(value).flatMap((key) => {
      const shape = Object.hasOwn(keys, key) ? keys[key] : undefined;
      if (!shape) return [unknownKeyWarning(node, key, Object.keys(keys))];
      if (value[key] !== undefined && value[key] !== null) return shapeFaults(child(node, key), shape);
      return warnsOfEmpty && value[key] === null && !required.includes(key) ? [emptyKeyWarning(node, key)] : [];
    }),
  ];
}

/** The warning about a key whose value is null, because YAML reads a key without a value as null. */
function emptyKeyWarning(node: PathNode, key: string): Fault {
  return warning(child(node, key).path, 'empty-key', `The key ${key} has no value and has no effect.`);
}

function unknownKeyWarning(node: PathNode, key: string, known: string[]): Fault {
  const meant =
    known.find((name) => name.toLowerCase() === key.toLowerCase()) ?? known.find((name) => isOneTypoApart(name, key));
  return warning(
    child(node, key).path,
    'unknown-key',
    `The key ${key} is not known and has no effect.`,
    meant && `Did you mean ${meant}?`,
  );
}

/** True when one letter is inserted, deleted or replaced, or two adjacent letters are swapped. */
function isOneTypoApart(a: string, b: string): boolean {
  const [short = '', long = ''] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let i = 0;
  while (i < short.length && short[i] === long[i]) i += 1;
  if (short.length === long.length && short[i] === long[i + 1] && short[i + 1] === long[i])
    return short.slice(i + 2) === long.slice(i + 2);
  return short.length === long.length ? short.slice(i + 1) === long.slice(i + 1) : short.slice(i) === long.slice(i + 1);
}

/** Removes the keys that the shape does not have, so that only checked content is stored. */
export function withKnownKeys(value: unknown, shape: Shape): unknown {
  if (shape.is === 'list' && Array.isArray(value)) return value.map((item) => withKnownKeys(item, shape.of));
  if (shape.is !== 'object' || !isPlainObject(value)) return value;
  const entries = Object.entries(shape.keys).filter(([key]) => value[key] !== undefined && value[key] !== null);
  return Object.fromEntries(entries.map(([key, inner]) => [key, withKnownKeys(value[key], inner)]));
}
