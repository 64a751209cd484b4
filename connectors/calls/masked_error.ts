import type { MaskSecrets } from '../../lib/http/secret_mask.ts';

/** Deeper causes and values are replaced with null, because they would not be masked. */
const MAX_DEPTH = 12;

/**
 * Masks an error in place, so that its class and identity do not change. Masks message, stack, causes and every other
 * text, such as the URL of a TypeError or the causes of a Problem.
 */
export function maskedError(error: unknown, mask: MaskSecrets): unknown {
  return masked(error, mask, new Set(), 0);
}

/** A copy of the value with every text masked. */
export function maskedValue<T>(value: T, mask: MaskSecrets): T {
  return masked(value, mask, new Set(), 0) as T;
}

function masked(value: unknown, mask: MaskSecrets, seen: Set<unknown>, depth: number): unknown {
  if (typeof value === 'string') return mask(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) return null;
  if (value instanceof Error) return inPlace(value, mask, seen, depth);
  if (Array.isArray(value)) return value.map((one) => masked(one, mask, seen, depth + 1));
  if (!isPlain(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, maskedProperty(key, one, mask, seen, depth)]),
  );
}

/** Keys whose values decide what code does. A password such as "network" must not change a decision. */
const IDENTIFIERS = new Set(['name', 'kind', 'reason', 'code', 'type', 'syscall', 'in']);

function maskedProperty(key: string, value: unknown, mask: MaskSecrets, seen: Set<unknown>, depth: number): unknown {
  const isIdentifier = IDENTIFIERS.has(key) && typeof value === 'string' && /^[A-Za-z_]{1,24}$/.test(value);
  return isIdentifier ? value : masked(value, mask, seen, depth + 1);
}

function inPlace(error: Error, mask: MaskSecrets, seen: Set<unknown>, depth: number): Error {
  if (seen.has(error)) return error;
  seen.add(error);
  const { message } = error;
  const shown = mask(message);
  // The stack repeats the message. It is replaced as a whole first, because the mask recognises a cut-off secret only
  // at the end of a text.
  const stack = error.stack === undefined ? undefined : mask(error.stack.replace(message, () => shown));
  for (const key of Object.getOwnPropertyNames(error))
    if (key !== 'message' && key !== 'stack')
      Reflect.set(error, key, maskedProperty(key, Reflect.get(error, key), mask, seen, depth));
  Reflect.set(error, 'message', shown);
  if (stack !== undefined) Reflect.set(error, 'stack', stack);
  return error;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
