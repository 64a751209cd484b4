/** The objects of a config, and what they are called in the manifest. */
import { child, isPlainObject, type PathNode, textOf } from '../fault.ts';
import type { ManifestIntegration, ManifestReadObject, ManifestWriteObject } from '../manifests/manifest.ts';

/** The entries of an action. */
export function objectNodes(action: PathNode): PathNode[] {
  const objects = child(action, 'objects');
  return isPlainObject(objects.value) ? Object.keys(objects.value).map((key) => child(objects, key)) : [];
}

/** The object that a config entry configures: its objectName, or its key. */
export function objectNameOf(node: PathNode): string {
  return textOf(child(node, 'objectName')) ?? String(node.path.at(-1));
}

/** Finds an object by its native name, then by its mapped name. */
export function findReadObject(revision: ManifestIntegration, name: string): ManifestReadObject | undefined {
  const objects = revision.read?.objects ?? [];
  return objects.find((object) => object.objectName === name) ?? objects.find((object) => object.mapToName === name);
}

/** Finds objects of one revision by name, for many names. */
export function readObjects(revision: ManifestIntegration): (name: string) => ManifestReadObject | undefined {
  // The first of a name counts, and a map keeps the last.
  const objects = (revision.read?.objects ?? []).toReversed();
  const native = new Map(objects.map((object) => [object.objectName, object]));
  const mapped = new Map(objects.map((object) => [object.mapToName, object]));
  return (name) => native.get(name) ?? mapped.get(name);
}

/** The object that an integration writes, by its native name or by the name that `read` gives it. */
export function findWriteObject(revision: ManifestIntegration, name: string): ManifestWriteObject | undefined {
  const objects = revision.write?.objects ?? [];
  const native = findReadObject(revision, name)?.objectName;
  return (
    objects.find(({ objectName }) => objectName === name) ?? objects.find(({ objectName }) => objectName === native)
  );
}
