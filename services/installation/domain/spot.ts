import type { Path } from './manifest.ts';

/**
 * A place in a document that may be of any shape. The rules walk it with these, so that a part of the wrong type is
 * reported once, by the shape check, and every other rule just finds nothing there.
 */
export type Spot = { value: unknown; path: Path };

export function child({ value, path }: Spot, key: string): Spot {
  return { value: isPlainObject(value) && Object.hasOwn(value, key) ? value[key] : undefined, path: [...path, key] };
}

export function items({ value, path }: Spot): Spot[] {
  return Array.isArray(value) ? value.map((item: unknown, i) => ({ value: item, path: [...path, i] })) : [];
}

export function textOf(spot: Spot): string | undefined {
  return typeof spot.value === 'string' ? spot.value : undefined;
}

export function isPresent({ value }: Spot): boolean {
  return value !== undefined && value !== null;
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
