/** Max UTF-16 units that JSON.stringify writes in one step: about a millisecond of work. */
const MAX_UNITS = 32 * 1024;
/**
 * Max nesting of a plain value. It limits the time, because a value is checked again for each list or object around it.
 */
const MAX_PLAIN_LEVELS = 6;

/**
 * Whether a value is plain: small, and without exact numbers, `toJSON` and `undefined`, so that JSON.stringify writes
 * it correctly.
 */
export function isPlain(value: unknown): boolean {
  return unitsLeft(value, MAX_UNITS, MAX_PLAIN_LEVELS) >= 0;
}

/** The index after the items from `start` on that are plain and have at most MAX_UNITS units together. */
export function plainEnd(list: readonly unknown[], start: number): number {
  let left = MAX_UNITS;
  for (let i = start; i < list.length; i += 1) {
    left = unitsLeft(list[i], left, MAX_PLAIN_LEVELS);
    if (left < 0) return i;
  }
  return list.length;
}

/** The approximate number of units that remain of `left` after a value; less than 0 if the value is not plain. */
function unitsLeft(value: unknown, left: number, levels: number): number {
  if (typeof value === 'string') return left - value.length;
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return left - 1;
  if (typeof value !== 'object' || levels === 0) return -1;
  return Array.isArray(value) ? leftAfterItems(value, left, levels - 1) : leftAfterMembers(value, left, levels - 1);
}

function leftAfterItems(list: readonly unknown[], given: number, levels: number): number {
  let left = given - 1;
  for (let i = 0; i < list.length && left >= 0; i += 1) left = unitsLeft(list[i], left - 1, levels);
  return left;
}

function leftAfterMembers(object: object, given: number, levels: number): number {
  if (Object.getPrototypeOf(object) !== Object.prototype) return -1;
  let left = given - 1;
  for (const name in object) {
    left = unitsLeft((object as Record<string, unknown>)[name], left - name.length - 1, levels);
    if (left < 0) break;
  }
  return left;
}
