import { mappingOf } from '../../../lib/fields/value_mapping.ts';
import type { FieldSetting, WriteRules } from '../../../lib/write_plan/write_plan.ts';
import type { ManifestIntegration, ManifestReadObject, ManifestWriteObject } from '../manifests/manifest.ts';
import type { ConfigContent, ReadConfig, WriteConfig } from './config_content.ts';
import { findReadObject, findWriteObject } from './config_objects.ts';
import { presetOf, presetPredicate } from './config_write_rules.ts';
import { selectionOf } from './object_plan.ts';

/** The settings for writing one object, from the manifest and the config. */
export type PlannedWrite = {
  /** The name of the entry in the config. */
  key: string;
  objectName: string;
  mappedObjectName: string;
  module: string;
  deletionEnabled: boolean;
  rules: WriteRules;
};

/**
 * The objects that an installation writes. The config, the pinned revision and the latest revision must all have the
 * object. A config without a block `write` writes no objects. In older configs, two entries may be for one object: the
 * first entry counts.
 */
export function objectWrites(
  content: ConfigContent,
  pinned: ManifestIntegration,
  latest: ManifestIntegration,
): PlannedWrite[] {
  const seen = new Set<string>();
  return Object.entries(content.write?.objects ?? {}).flatMap(([key, config]) => {
    const object = findWriteObject(pinned, config.objectName ?? key);
    if (!object || seen.has(object.objectName) || !findWriteObject(latest, object.objectName)) return [];
    seen.add(object.objectName);
    return [{ key, ...plannedWriteOf(object, config, content, pinned) }];
  });
}

function plannedWriteOf(
  object: ManifestWriteObject,
  config: WriteConfig,
  content: ConfigContent,
  pinned: ManifestIntegration,
): Omit<PlannedWrite, 'key'> {
  const { objectName } = object;
  const read = object.inheritMapping ? pinned.read?.objects.find((one) => one.objectName === objectName) : undefined;
  const names = read ? readNames(read, readConfigOf(read, content, pinned)) : NO_NAMES;
  return {
    objectName,
    mappedObjectName: read?.mapToName ?? objectName,
    module: pinned.module ?? '',
    deletionEnabled: config.deletionSettings?.enabled === true,
    rules: {
      ...names,
      settings: settingsOf(config, names, presetPredicate(pinned, objectName)),
      allowAnyFields: object.valueDefaults?.allowAnyFields === true,
    },
  };
}

type FieldNames = Pick<WriteRules, 'mappings' | 'unmapped' | 'valueMappings'>;
const NO_NAMES: FieldNames = { mappings: [], unmapped: [], valueMappings: {} };

function readConfigOf({ objectName }: ManifestReadObject, { read }: ConfigContent, pinned: ManifestIntegration) {
  const entries = Object.entries(read?.objects ?? {});
  const own = entries.find(([key, one]) => findReadObject(pinned, one.objectName ?? key)?.objectName === objectName);
  return own?.[1] ?? {};
}

/**
 * The names of this object's fields in delivered records. A mapping of the manifest applies even if the customer does
 * not read the field, because writing does not depend on what is read.
 */
function readNames(object: ManifestReadObject, config: ReadConfig): FieldNames {
  const { requiredFields = [], optionalFields = [] } = object;
  const mappings = new Map(
    optionalFields.flatMap(({ fieldName, mapToName }) => (fieldName && mapToName ? [[mapToName, fieldName]] : [])),
  );
  for (const { mapToName, fieldName } of selectionOf(object, config).mappings)
    if (fieldName !== '') mappings.set(mapToName, fieldName);
  const all = [...requiredFields, ...optionalFields].flatMap(({ mapToName }) => mapToName ?? []);
  return {
    mappings: [...mappings].map(([mapToName, fieldName]) => ({ mapToName, fieldName })),
    unmapped: [...new Set(all.filter((name) => !mappings.has(name)))],
    valueMappings: valueMappingsOf(config, mappings),
  };
}

/** Value mappings, keyed by the provider's field. A mapping under the builder's field name wins, as in reads. */
function valueMappingsOf(
  { selectedValueMappings = {} }: ReadConfig,
  mappings: ReadonlyMap<string, string>,
): WriteRules['valueMappings'] {
  const found = new Map<string, Record<string, unknown>>();
  for (const [mapToName, fieldName] of mappings) {
    const words = mappingOf(selectedValueMappings, mapToName, fieldName);
    if (words && !found.has(fieldName)) found.set(fieldName, words);
  }
  const taken = new Set([...mappings].flat().map((name) => name.toLowerCase()));
  for (const [field, words] of Object.entries(selectedValueMappings))
    if (!taken.has(field.toLowerCase())) found.set(field, words);
  // The values come from JSON, and the rules of configs refuse lists and objects here.
  return Object.fromEntries(found) as WriteRules['valueMappings'];
}

/**
 * Write settings, keyed by the provider's field. A default value that the revision does not allow is left out; the
 * installation has a warning about it.
 */
function settingsOf(
  { selectedFieldSettings, selectedValueDefaults }: WriteConfig,
  { mappings }: FieldNames,
  mayPreset: (field: string) => boolean,
): WriteRules['settings'] {
  const fieldOf = (name: string) => mappings.find(({ mapToName }) => mapToName === name)?.fieldName ?? name;
  const former = Object.entries(selectedValueDefaults ?? {}).map(([name, { value, applyOnUpdate }]) => {
    const setting = { ...withDefault(name, value), writeOnCreate: 'always', writeOnUpdate: 'always' } as const;
    const isForCreates = applyOnUpdate === 'never';
    return [fieldOf(name), { ...setting, ...(isForCreates && { defaultOnUpdate: 'never' as const }) }] as const;
  });
  const current = Object.entries(selectedFieldSettings ?? {}).map(([name, setting]) => {
    const { default: value, writeOnCreate, writeOnUpdate } = setting;
    const own = withDefault(name, value);
    const modes = { writeOnCreate: writeOnCreate ?? 'always', writeOnUpdate: writeOnUpdate ?? 'always' } as const;
    return [fieldOf(name), { ...own, ...modes }] as const;
  });
  const settings = new Map<string, FieldSetting>(former);
  for (const [field, setting] of current)
    settings.set(field, 'default' in setting ? setting : { ...settings.get(field), ...setting });
  return Object.fromEntries(settings);

  function withDefault(name: string, given: unknown): { default?: string | number | boolean } {
    const value = mayPreset(name) ? presetOf(given) : undefined;
    return value === undefined ? {} : { default: value };
  }
}
