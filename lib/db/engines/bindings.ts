import { Problem } from '../../problem/problem.ts';

/**
 * Validates bindings by the same rules for both engines: text, integers, fractions, booleans, bytes and null. It
 * refuses values that a driver would silently change. For example, libsql aborts the process on some values and
 * truncates text at NUL on reading; mysql2 turns an object into "[object Object]" and a list into SQL.
 *
 * Throws TypeError for a value of another type (a bug), a Problem `invalidArgument` for text that cannot be stored.
 */
export function checkBindings(bindings: readonly unknown[] | undefined): unknown[] {
  return (bindings ?? []).map(checkBinding);
}

function checkBinding(value: unknown): unknown {
  if (value === null || value === undefined) return null;
  switch (typeof value) {
    case 'string':
      return checkText(value);
    case 'number':
      return checkNumber(value);
    case 'boolean':
      return value ? 1 : 0;
    case 'bigint':
      return value;
    default:
      return checkBytes(value);
  }
}

function checkText(value: string): string {
  if (value.includes('\0')) throw new Problem('invalidArgument', 'Text may not contain the NUL character.');
  return value;
}

function checkNumber(value: number): number {
  if (Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value)) return value;
  throw new TypeError(`A column cannot hold the number ${value}.`);
}

function checkBytes(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value;
  throw new TypeError('A column takes text, numbers, booleans, bytes or null; write JSON with lib/json, times as ms.');
}
