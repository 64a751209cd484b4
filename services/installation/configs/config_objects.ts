/** Finds the objects of a config in the manifest, by their native or mapped names. */
import { child, isPlainObject, type PathNode, textOf } from '../fault.ts';
import type { ManifestIntegration, ManifestReadObject, ManifestWriteObject } from '../manifests/manifest.ts';

/** The entries below `objects` of one action, such as `read`. */
export function objectNodes(action: PathNode): PathNode[] {
  const objects = child(action, 'objects');
  return isPlainObject(objects.value) ? Object.keys(objects.value).map((key) => child(objects, key)) : [];
}

/** The name of the object that a config entry configures: the entry's `objectName`, or else its key. */
export function objectNameOf(node: PathNode): string {
  return textOf(child(node, 'objectName')) ?? String(node.path.at(-1));
}

/** Finds an object by its native name, then by its mapped name. */
export function findReadObject(revision: ManifestIntegration, name: string): ManifestReadObject | undefined {
  const objects = revision.read?.objects ?? [];
  return objects.find((object) => object.objectName === name) ?? objects.find((object) => object.mapToName === name);
}

/** Returns a lookup of objects by name. It indexes the revision once, for callers that look up many names. */
export function readObjects(revision: ManifestIntegration): (name: string) => ManifestReadObject | undefined {
  // If two objects have the same name, the first counts. A Map keeps the last, so the list is reversed.
  const objects = (revision.read?.objects ?? []).toReversed();
  const native = new Map(objects.map((object) => [object.objectName, object]));
  const mapped = new Map(objects.map((object) => [object.mapToName, object]));
  return (name) => native.get(name) ?? mapped.get(name);
}

/** Finds an object that an integration writes, by its native name or by the mapped name in `read`. */
export function findWriteObject(revision: ManifestIntegration, name: string): ManifestWriteObject | undefined {
  const objects = revision.write?.objects ?? [];
  const native = findReadObject(revision, name)?.objectName;
  return (
    objects.find(({ objectName }) => objectName === name) ?? objects.find(({ objectName }) => objectName === native)
  );
}
