import { isObject, type Json } from '../../../lib/json/json.ts';
import type { ObjectPlan } from '../file/object_plan.ts';
import { objectType } from '../request/object_spelling.ts';

const PLACES = ['records', 'total', 'paging', 'id', 'updatedAt'] as const;

/**
 * Fills `{object}` and `{objectType}` in response paths, because a response may use the object's name as a key
 * (`data.issues`).
 */
export function namedPlan({ name, spec, ...plan }: ObjectPlan): ObjectPlan {
  const filled = PLACES.flatMap((key) =>
    spec[key] === undefined ? [] : [[key, withNames(spec[key] as unknown as Json, name)]],
  );
  return { ...plan, name, spec: { ...spec, ...Object.fromEntries(filled) } };
}

function withNames(value: Json, name: string): Json {
  if (typeof value === 'string')
    return value.replaceAll('{object}', () => name).replaceAll('{objectType}', () => objectType(name));
  if (Array.isArray(value)) return value.map((part) => withNames(part, name));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withNames(part, name)]));
}
