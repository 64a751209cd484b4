/** `{parent.id}`, `{parent.parent.id}`: what a request below a parent record takes from it, in path, query, headers and body. */
import type { Json } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import { getPath, setPath } from '../json_path.ts';
import type { ReadSpec } from '../file/provider.ts';
import { lastSegment } from '../answer/record_id.ts';

const NAME = /\{parent\.([^{}|]+)(?:\|last)?\}/g;

/** The parts of a parent that anything of the spec asks for. */
export function parentKeys({ path, query, headers, body, id, narrowed }: ReadSpec): string[] {
  const text = JSON.stringify([path, query, headers, body, id, narrowed]);
  return [...new Set([...text.matchAll(NAME)].map(([, key]) => key as string))];
}

/** A parent cut down to those parts: a cursor carries one for every parent that is still to do. */
export function keptOf(parent: Json, keys: readonly string[]): Json {
  const kept = {};
  for (const key of keys) setPath(kept, key, getPath(parent, key) ?? null);
  return kept;
}

/** A parent's value as a text; `uri|last` is the last segment of a URL. */
export function parentText(parent: Json | undefined, key: string): string {
  const text = scalarText(getPath(parent, key.replace(/\|last$/, ''))) ?? '';
  return key.endsWith('|last') ? lastSegment(text) : text;
}
