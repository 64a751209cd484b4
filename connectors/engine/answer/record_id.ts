import { isObject, type Json } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import { getPath } from '../json_path.ts';

const PART = /\{([^{}|]+)(\|last)?\}/g;

/**
 * A record's id, from a path or from a template of several paths (`{channel}-{ts}`, `{parent.id}/{name}`). Of several
 * `ways`, the first that yields an id wins. `{uri|last}` is the last segment of a URL. A template with a missing
 * part yields null, because a partial id could equal the id of another record.
 */
export function idOf(record: Json, ways: string | readonly string[] | undefined, parent?: Json): string | null {
  for (const way of typeof ways === 'string' ? [ways] : (ways ?? [])) {
    const id = way.includes('{') ? composed(record, way, parent) : idText(getPath(record, way));
    if (id !== null) return id;
  }
  return null;
}

function composed(record: Json, template: string, parent: Json | undefined): string | null {
  let isWhole = true;
  const text = template.replace(PART, (_all, path: string, last?: string) => {
    const value = path.startsWith('parent.') ? getPath(parent, path.slice('parent.'.length)) : getPath(record, path);
    const part = idText(value);
    if (part === null || part === '') isWhole = false;
    return last ? lastSegment(part ?? '') : (part ?? '');
  });
  return isWhole ? text : null;
}

export function lastSegment(url: string): string {
  return url.split(/[?#]/)[0]?.split('/').filter(Boolean).at(-1) ?? '';
}

/** Joins a composite id (an object of parts) with slashes. */
function idText(value: Json | undefined): string | null {
  const scalar = scalarText(value);
  if (scalar !== null) return scalar;
  return isObject(value)
    ? Object.values(value)
        .map((part) => scalarText(part) ?? '')
        .join('/')
    : null;
}
