import { Problem } from '../problem/problem.ts';

/**
 * What a statement may carry, the same on both engines: text, whole numbers, fractions, booleans, bytes and null.
 * Whatever a driver would quietly bend is refused here: libsql aborts the whole process on some values and cuts text
 * at NUL when it reads it back; mysql2 turns an object into "[object Object]" and a list into SQL.
 * Throws TypeError for a value no column takes (a bug), a Problem `invalidArgument` for text that cannot be kept.
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
