import type { Provider, ReadSpec } from '../../../connectors/engine/file/provider.ts';
import { findObject } from '../../../connectors/engine/objects/objects.ts';
import type { Lab } from '../lab.ts';
import type { ReadableObject } from './readable_objects.ts';

/** The objects that the lab can serve. Others cannot be checked. */
export function servedObjects(lab: Lab, name: string): ReadableObject[] {
  const objects = lab.objectsOf(name);
  const unserved = unservedObjects(lab.provider(name), objects);
  return objects.filter((object) => !unserved.includes(object));
}

/**
 * Objects whose records are nested in the records of another object in the same response (the views of each table). The
 * lab generates one object per response, so the outer records do not contain the inner ones.
 */
export function unservedObjects(provider: Provider, objects: readonly ReadableObject[]): ReadableObject[] {
  const placed = objects.map((object) => ({ object, spec: findObject(provider, object.module, object.name).spec }));
  const isInside = (inner: ReadSpec, outer: ReadSpec) =>
    inner.path === outer.path &&
    typeof outer.records === 'string' &&
    String(inner.records).startsWith(`${outer.records}[*]`);
  return placed.filter(({ spec }) => placed.some((other) => isInside(spec, other.spec))).map(({ object }) => object);
}
