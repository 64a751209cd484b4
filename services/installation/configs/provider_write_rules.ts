/**
 * Compares the writes of a config with the writes that the provider file supports. The file may change with each
 * release. So only a setting that can never work is an error; any other difference is a warning of the installation.
 */
import { unwritableObject } from '../../../lib/write_plan/unwritable_object.ts';
import { child, error, type Fault, isPlainObject, type PathNode, warning } from '../fault.ts';
import type { ManifestIntegration } from '../manifests/manifest.ts';
import { OBJECT_WRITABLE_RULE } from '../manifests/manifest_provider_rules.ts';
import type { ProviderFacts } from '../providers/provider.ts';
import { findWriteObject, objectNameOf, objectNodes } from './config_objects.ts';

export type WriteProvider = Pick<ProviderFacts, 'displayName' | 'writeFacts'>;

/**
 * `ifEmpty` needs a call that gets one record by its id. Without that call, every update of the object would be
 * refused.
 */
export function ifEmptyFaults(
  write: PathNode,
  revision: ManifestIntegration,
  provider: WriteProvider | undefined,
): Fault[] {
  if (!provider) return [];
  return objectNodes(write).flatMap((node) => {
    const object = findWriteObject(revision, objectNameOf(node));
    const facts = object && provider.writeFacts(revision.module, object.objectName);
    if (!facts || facts.canGet) return [];
    const settings = child(node, 'selectedFieldSettings');
    return Object.keys(isPlainObject(settings.value) ? settings.value : {}).flatMap((field) => {
      const { value, path } = child(child(settings, field), 'writeOnUpdate');
      if (value !== 'ifEmpty') return [];
      const message = `${field} can't be written only where it is empty: ${provider.displayName} has no call that gets one record of ${object.objectName}.`;
      return [error(path, 'write-if-empty', message, 'Set writeOnUpdate to always or never.')];
    });
  });
}

/**
 * Warnings about writes that the provider file does not support: objects and deletions in the config, and objects in
 * the manifest.
 */
export function unwritableRemarks(
  content: unknown,
  { pinned, latest }: { pinned: ManifestIntegration; latest: ManifestIntegration },
  provider: WriteProvider | undefined,
): Fault[] {
  if (!provider) return [];
  const nodes = objectNodes(child({ value: content, path: ['config', 'content'] }, 'write'));
  const entries = nodes.flatMap((node) => {
    const object = findWriteObject(pinned, objectNameOf(node));
    return object ? [{ node, objectName: object.objectName }] : [];
  });
  const named = new Set(entries.map(({ objectName }) => objectName));
  const others = (latest.write?.objects ?? []).flatMap(({ objectName }, at) =>
    named.has(objectName)
      ? []
      : unwritableWarnings(['latestRevision', 'content', 'write', 'objects', at], objectName, latest, provider),
  );
  return [
    ...entries.flatMap(({ node, objectName }) => [
      ...unwritableWarnings(node.path, objectName, pinned, provider),
      ...undeletableWarnings(node, objectName, pinned, provider),
    ]),
    ...others,
  ];
}

function unwritableWarnings(
  path: Fault['path'],
  objectName: string,
  { module }: ManifestIntegration,
  { displayName, writeFacts }: WriteProvider,
): Fault[] {
  if (writeFacts(module, objectName).types.length > 0) return [];
  const { message, suggestion } = unwritableObject(displayName, objectName);
  return [warning(path, OBJECT_WRITABLE_RULE, message, suggestion)];
}

function undeletableWarnings(
  node: PathNode,
  objectName: string,
  { module }: ManifestIntegration,
  { displayName, writeFacts }: WriteProvider,
): Fault[] {
  const { value, path } = child(child(node, 'deletionSettings'), 'enabled');
  const { types } = writeFacts(module, objectName);
  if (value !== true || types.length === 0 || types.includes('delete')) return [];
  const message = `Causeway can't delete ${objectName} of ${displayName}: its provider file has no deletion. A deletion is refused.`;
  return [warning(path, 'object-deletable', message, 'Set it to false, or add `write.delete` to the provider file.')];
}
