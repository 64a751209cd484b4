/** Validates the objects that a config writes. */
import { isBrokenPath } from '../../../lib/fields/field_path.ts';
import { child, error, type Fault, isPlainObject, isPresent, type PathNode } from '../fault.ts';
import type { ManifestIntegration } from '../manifests/manifest.ts';
import { valueFaults } from '../shape.ts';
import { findReadObject, findWriteObject, objectNameOf, objectNodes } from './config_objects.ts';
import { writeObjectShape } from './config_shape.ts';

const DEFAULT_TYPES: Record<string, [(value: unknown) => boolean, string]> = {
  stringValue: [(value) => typeof value === 'string', 'text'],
  integerValue: [(value) => Number.isSafeInteger(value), 'a whole number'],
  booleanValue: [(value) => typeof value === 'boolean', 'true or false'],
};
const PRESET_RULE = 'write-default';

export function writeObjectFaults(node: PathNode, revision: ManifestIntegration): Fault[] {
  if (!isPlainObject(node.value) || !revision.write) return [];
  const faults = valueFaults(node, writeObjectShape);
  if (faults.length > 0) return faults;
  const mayPreset = presetPredicate(revision, objectNameOf(node));
  return [
    ...fieldsOf(child(node, 'selectedFieldSettings')).flatMap((field) => [
      ...nameFaults(field),
      ...presetFaults(child(field, 'default'), String(field.path.at(-1)), mayPreset),
    ]),
    ...fieldsOf(child(node, 'selectedValueDefaults')).flatMap((field) => [
      ...nameFaults(field),
      ...formerPresetFaults(child(field, 'value'), String(field.path.at(-1)), mayPreset),
    ]),
  ];
}

/**
 * Reports entries for the same object. Reports the fault at each of these entries, because a change is refused only for
 * faults at the entries that it modifies.
 */
export function duplicateWrites(write: PathNode, revision: ManifestIntegration): Fault[] {
  const byObject = new Map<string, PathNode[]>();
  for (const node of objectNodes(write)) {
    const name = findWriteObject(revision, objectNameOf(node))?.objectName ?? objectNameOf(node);
    byObject.set(name, [...(byObject.get(name) ?? []), node]);
  }
  return [...byObject.values()]
    .filter((nodes) => nodes.length > 1)
    .flat()
    .map(({ path }) => error(path, 'duplicate-write-object', 'Another entry is for the same object.'));
}

/**
 * Returns a function that says whether a config may preset a field of the object. With `valueDefaults.allowAnyFields`
 * it may preset any field; otherwise only the fields that the object has in `read`.
 */
export function presetPredicate(revision: ManifestIntegration, objectName: string): (field: string) => boolean {
  const object = findWriteObject(revision, objectName);
  if (object?.valueDefaults?.allowAnyFields === true) return () => true;
  const { requiredFields = [], optionalFields = [] } = findReadObject(revision, objectName) ?? {};
  const names = [...requiredFields, ...optionalFields].flatMap((field) => [field.fieldName, field.mapToName]);
  const known = new Set(names.map((name) => name?.toLowerCase()));
  return (field) => known.has(field.toLowerCase());
}

/**
 * The preset value of a field, given as `{stringValue: …}` or as a plain value; undefined if there is none or its type
 * is not allowed.
 */
export function presetOf(value: unknown): string | number | boolean | undefined {
  const given = isPlainObject(value)
    ? Object.keys(DEFAULT_TYPES).flatMap((key) => (Object.hasOwn(value, key) ? [value[key]] : []))
    : [value];
  return given.find(isPreset);
}

function isPreset(value: unknown): value is string | number | boolean {
  return Object.values(DEFAULT_TYPES).some(([fits]) => fits(value));
}

function fieldsOf(node: PathNode): PathNode[] {
  return isPlainObject(node.value) ? Object.keys(node.value).map((name) => child(node, name)) : [];
}

function nameFaults({ path }: PathNode): Fault[] {
  return isBrokenPath(String(path.at(-1)))
    ? [error(path, 'field-path', "Write a nested field as $['outer']['inner'].")]
    : [];
}

type MayPreset = (field: string) => boolean;

function presetFaults(node: PathNode, field: string, mayPreset: MayPreset): Fault[] {
  const given = Object.keys(DEFAULT_TYPES).filter((key) => isPresent(child(node, key)));
  if (given.length === 0) return [];
  if (given.length > 1)
    return [error(node.path, PRESET_RULE, 'A default has one of stringValue, integerValue and booleanValue.')];
  const [key = ''] = given;
  const [fits, what] = DEFAULT_TYPES[key] ?? [() => true, ''];
  const { value, path } = child(node, key);
  return fits(value) ? forbiddenPresetFaults(node, field, mayPreset) : [error(path, 'type', `This must be ${what}.`)];
}

function formerPresetFaults(node: PathNode, field: string, mayPreset: MayPreset): Fault[] {
  return presetOf(node.value) === undefined
    ? [error(node.path, PRESET_RULE, 'A default is text, a whole number, true or false.')]
    : forbiddenPresetFaults(node, field, mayPreset);
}

function forbiddenPresetFaults({ path }: PathNode, field: string, mayPreset: MayPreset): Fault[] {
  return mayPreset(field)
    ? []
    : [
        error(
          path,
          PRESET_RULE,
          `The integration lets no config preset ${field}.`,
          'valueDefaults.allowAnyFields of the object in the manifest allows any field.',
        ),
      ];
}
