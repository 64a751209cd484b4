import type { Path } from './fault.ts';

/**
 * A node of a document of unknown shape, with its path. The rules navigate with these functions: a part of the wrong
 * type is reported once, by the shape check, and all other rules find nothing there.
 */
export type PathNode = { value: unknown; path: Path };

export function child({ value, path }: PathNode, key: string): PathNode {
  return { value: isPlainObject(value) && Object.hasOwn(value, key) ? value[key] : undefined, path: [...path, key] };
}

export function items({ value, path }: PathNode): PathNode[] {
  return Array.isArray(value) ? value.map((item: unknown, i) => ({ value: item, path: [...path, i] })) : [];
}

export function textOf(node: PathNode): string | undefined {
  return typeof node.value === 'string' ? node.value : undefined;
}

export function isPresent({ value }: PathNode): boolean {
  return value !== undefined && value !== null;
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
