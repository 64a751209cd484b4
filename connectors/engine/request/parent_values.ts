/**
 * Placeholders for values of a parent record (`{parent.id}`, `{parent.parent.id}`) in path, query, headers and body.
 */
import type { Json } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import { lastSegment } from '../answer/record_id.ts';
import type { ReadSpec } from '../file/provider.ts';
import { getPath, setPath } from '../json_path.ts';

const NAME = /\{parent\.([^{}|]+)(?:\|last)?\}/g;

/** The paths of a parent record that the spec uses. */
export function parentKeys({ path, query, headers, body, id, narrowed }: ReadSpec): string[] {
  const text = JSON.stringify([path, query, headers, body, id, narrowed]);
  return [...new Set([...text.matchAll(NAME)].map(([, key]) => key as string))];
}

/** The parent record with only the values at `keys`, because a cursor stores every parent that is still to be read. */
export function reducedParent(parent: Json, keys: readonly string[]): Json {
  const kept = {};
  for (const key of keys) setPath(kept, key, getPath(parent, key) ?? null);
  return kept;
}

/** A value of the parent as text. The suffix `|last` takes the last segment of a URL. */
export function parentText(parent: Json | undefined, key: string): string {
  const text = scalarText(getPath(parent, key.replace(/\|last$/, ''))) ?? '';
  return key.endsWith('|last') ? lastSegment(text) : text;
}
