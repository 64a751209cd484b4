import { MAX_BACKFILL_DAYS } from '../../../lib/manifest/read_schema.ts';
import { type Resolution, unknownDestination } from '../destinations/destination.ts';
import { child, error, type Fault, isPlainObject, isPresent, type PathNode, textOf } from '../fault.ts';
import type { ManifestIntegration, ManifestReadObject } from '../manifests/manifest.ts';
import { type CheckCron, scheduleFaults } from '../schedule_faults.ts';
import { flagShape, shapeFaults, valueFaults } from '../shape.ts';
import { fieldNameFaults, filterFaults, valueMappingFaults } from './config_field_rules.ts';
import { findReadObject, objectNameOf, objectNodes } from './config_objects.ts';
import { configShape, readEnabledShape, subscribeObjectShape } from './config_shape.ts';
import { duplicateWrites, writeObjectFaults } from './config_write_rules.ts';
import { ifEmptyFaults, type WriteProvider } from './provider_write_rules.ts';

type RuleContext = {
  checkCron: CheckCron;
  /** The destination names with their ids. Null when a gateway of version 0.1.0 sent the request. */
  resolution: Resolution;
  /** The destination names in the stored config, which are accepted even if they are unknown. */
  destinationsBefore: readonly string[];
  /** Undefined when the provider file no longer exists; the rules about writing are then skipped. */
  provider?: WriteProvider | undefined;
};

const SCHEDULE_RULES = { syntax: 'schedule', minGap: 'schedule' };

/**
 * Validates a config against its revision: errors, and warnings for unknown keys. The paths of faults start with
 * `config.content`. A part that the revision does not have is an error, except an empty block, because official clients
 * send empty blocks.
 */
export function checkConfig(content: unknown, revision: ManifestIntegration, rules: RuleContext): Fault[] {
  const root: PathNode = { value: content, path: ['config', 'content'] };
  if (!isPlainObject(content)) return [error(root.path, 'type', 'This must be an object.')];
  return [
    ...providerFaults(child(root, 'provider'), revision),
    ...['read', 'write', 'subscribe'].flatMap((action) => objectMapFaults(child(root, action))),
    ...duplicateObjects(child(root, 'read')),
    ...objectNodes(child(root, 'read')).flatMap((node) => readFaults(node, revision, rules)),
    ...writeFaults(child(root, 'write'), revision),
    ...ifEmptyFaults(child(root, 'write'), revision, rules.provider),
    ...objectNodes(child(root, 'subscribe')).flatMap((node) => [
      ...subscribeFaults(node, revision),
      ...destinationFaults(child(node, 'destination'), rules),
    ]),
    ...proxyFaults(child(root, 'proxy'), revision),
    ...unknownKeys(root),
  ];
}

/**
 * The faults of a stored config: parts that the revision does not have or no longer has, and unknown keys. Lists of
 * installations compute these faults for every installation, so only cheap rules run here. The other rules ran when the
 * config was stored.
 */
export function configRemarks(content: unknown, revision: ManifestIntegration): Fault[] {
  const root: PathNode = { value: content, path: ['config', 'content'] };
  return [
    ...objectNodes(child(root, 'read')).flatMap((node) => (readObjectOf(node, revision) ? [] : [notReadFault(node)])),
    ...writeFaults(child(root, 'write'), revision),
    ...objectNodes(child(root, 'subscribe')).flatMap((node) => subscribeFaults(node, revision)),
    ...proxyFaults(child(root, 'proxy'), revision),
    ...unknownKeys(root),
  ];
}

function unknownKeys(root: PathNode): Fault[] {
  return shapeFaults(root, configShape).filter(({ severity }) => severity === 'warning');
}

function providerFaults(node: PathNode, { provider }: ManifestIntegration): Fault[] {
  return !isPresent(node) || node.value === provider
    ? []
    : [error(node.path, 'provider', `The integration is for ${provider}.`)];
}

function objectMapFaults(action: PathNode): Fault[] {
  if (!isPresent(action)) return [];
  if (!isPlainObject(action.value)) return [error(action.path, 'type', 'This must be an object.')];
  const objects = child(action, 'objects');
  if (isPresent(objects) && !isPlainObject(objects.value))
    return [error(objects.path, 'type', 'This must be an object keyed by object name.')];
  return objectNodes(action)
    .filter(({ value }) => !isPlainObject(value))
    .map(({ path }) => error(path, 'type', 'This must be an object.'));
}

function duplicateObjects(read: PathNode): Fault[] {
  const seen = new Set<string>();
  return objectNodes(read)
    .filter((node) => seen.has(objectNameOf(node)) || !seen.add(objectNameOf(node)))
    .map(({ path }) => error(path, 'duplicate-read-object', 'Another entry is for the same object.'));
}

function objectFaults(node: PathNode, revision: ManifestIntegration, action: 'write' | 'subscribe'): Fault[] {
  if (!revision[action]) return [notEnabledFault(node, action)];
  const name = objectNameOf(node);
  const native = findReadObject(revision, name)?.objectName;
  const objects: { objectName: string }[] = revision[action].objects;
  const isKnown = objects.some(({ objectName }) => objectName === name || objectName === native);
  return isKnown
    ? []
    : [error(node.path, 'object-in-manifest', `The integration does not ${action} an object ${name}.`)];
}

function writeFaults(write: PathNode, revision: ManifestIntegration): Fault[] {
  return [
    ...objectNodes(write).flatMap((node) => [
      ...objectFaults(node, revision, 'write'),
      ...writeObjectFaults(node, revision),
    ]),
    ...duplicateWrites(write, revision),
  ];
}

function subscribeFaults(node: PathNode, revision: ManifestIntegration): Fault[] {
  const isChecked = revision.subscribe !== undefined && isPlainObject(node.value);
  return [...objectFaults(node, revision, 'subscribe'), ...(isChecked ? valueFaults(node, subscribeObjectShape) : [])];
}

function proxyFaults(proxy: PathNode, revision: ManifestIntegration): Fault[] {
  const enabled = child(proxy, 'enabled');
  if (enabled.value === true && !revision.proxy?.enabled) return [notEnabledFault(enabled, 'proxy')];
  return valueFaults(enabled, flagShape);
}

function notEnabledFault({ path }: PathNode, action: string): Fault {
  return error(path, 'action-in-manifest', `The integration has no ${action}, so a config can't enable it.`);
}

function readFaults(node: PathNode, revision: ManifestIntegration, rules: RuleContext): Fault[] {
  if (!isPlainObject(node.value)) return [];
  const object = readObjectOf(node, revision);
  if (!object) return [notReadFault(node)];
  return [
    ...typeFaults(node),
    ...valueFaults(child(node, 'enabled'), readEnabledShape),
    ...ownScheduleFaults(child(node, 'schedule'), rules),
    ...destinationFaults(child(node, 'destination'), rules),
    ...mappingFaults(node, object),
    ...selectionFaults(node, object),
    ...fieldNameFaults(node, object),
    ...valueMappingFaults(child(node, 'selectedValueMappings')),
    ...filterFaults(child(node, 'fieldFilters')),
    ...filterFaults(child(child(node, 'backfill'), 'fieldFilters')),
    ...backfillFaults(child(child(node, 'backfill'), 'defaultPeriod')),
  ];
}

function readObjectOf(node: PathNode, revision: ManifestIntegration): ManifestReadObject | undefined {
  return findReadObject(revision, objectNameOf(node));
}

function notReadFault(node: PathNode): Fault {
  return error(node.path, 'object-in-manifest', `The integration does not read an object ${objectNameOf(node)}.`);
}

const READ_KEY_TYPES: Record<string, [(value: unknown) => boolean, string]> = {
  objectName: [(value) => typeof value === 'string', 'text'],
  selectedFields: [
    (value) => isPlainObject(value) && Object.values(value).every((flag) => typeof flag === 'boolean'),
    'an object of field names and true or false',
  ],
  selectedFieldMappings: [
    (value) => isPlainObject(value) && Object.values(value).every((field) => typeof field === 'string'),
    'an object of your names and field names',
  ],
  selectedFieldsAuto: [(value) => value === 'all', 'all'],
  selectedValueMappings: [isPlainObject, 'an object keyed by field name'],
  schedule: [(value) => typeof value === 'string', 'text'],
  destination: [(value) => typeof value === 'string', 'text'],
  disabled: [(value) => typeof value === 'boolean', 'true or false'],
  backfill: [isPlainObject, 'an object'],
  fieldFilters: [Array.isArray, 'a list'],
};

function typeFaults(node: PathNode): Fault[] {
  return Object.entries(READ_KEY_TYPES).flatMap(([key, [fits, wanted]]) => {
    const part = child(node, key);
    return part.value === undefined || fits(part.value) ? [] : [error(part.path, 'type', `This must be ${wanted}.`)];
  });
}

/** Checks the schedule of a config entry. An empty text is valid: the schedule of the manifest then applies. */
function ownScheduleFaults(node: PathNode, { checkCron }: RuleContext): Fault[] {
  return node.value === '' ? [] : scheduleFaults(node, checkCron, SCHEDULE_RULES);
}

/**
 * Checks the destination name of a config entry. An empty name is valid: the destination of the manifest then applies.
 * A name that the stored config already has is accepted.
 */
function destinationFaults(node: PathNode, { resolution, destinationsBefore }: RuleContext): Fault[] {
  const name = textOf(node);
  return !name || destinationsBefore.includes(name) ? [] : unknownDestination(node.path, name, resolution);
}

/** Every required field that the customer must map needs a mapping. No name may be mapped from two fields. */
function mappingFaults(node: PathNode, { requiredFields = [], optionalFields = [] }: ManifestReadObject): Fault[] {
  const chosen = child(node, 'selectedFieldMappings');
  const missing = requiredFields.filter(
    ({ fieldName, mapToName, default: fallback }) =>
      mapToName !== undefined && fieldName === undefined && fallback === undefined && !textOf(child(chosen, mapToName)),
  );
  const clashes = [...requiredFields, ...optionalFields].filter(
    ({ fieldName, mapToName }) =>
      fieldName !== undefined &&
      mapToName !== undefined &&
      !isSameField(textOf(child(chosen, mapToName)) ?? fieldName, fieldName),
  );
  return [
    ...missing.map(({ mapToName = '' }) =>
      error(child(chosen, mapToName).path, 'required-mappings-selected', `Choose the field for ${mapToName}.`),
    ),
    ...clashes.map(({ fieldName = '', mapToName = '' }) =>
      error(child(chosen, mapToName).path, 'field-mapping-unique', `${mapToName} already is the name of ${fieldName}.`),
    ),
  ];
}

function isSameField(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function selectionFaults(node: PathNode, { requiredFields = [], enabled }: ManifestReadObject): Fault[] {
  const selected = child(node, 'selectedFields').value;
  const mapped = child(node, 'selectedFieldMappings').value;
  const has =
    isPresent(child(node, 'selectedFieldsAuto')) ||
    requiredFields.length > 0 ||
    enabled !== undefined ||
    (isPlainObject(selected) && Object.values(selected).includes(true)) ||
    (isPlainObject(mapped) && Object.keys(mapped).length > 0);
  return has ? [] : [error(node.path, 'minimum-fields-required', 'Choose at least one field.')];
}

function backfillFaults(period: PathNode): Fault[] {
  if (!isPresent(period)) return [];
  if (!isPlainObject(period.value)) return [error(period.path, 'type', 'This must be an object.')];
  const days = child(period, 'days');
  const full = child(period, 'fullHistory');
  if (isPresent(days) && full.value === true)
    return [error(period.path, 'backfill-config', 'Set either days or fullHistory.')];
  if (isPresent(full) && typeof full.value !== 'boolean')
    return [error(full.path, 'type', 'This must be true or false.')];
  const number = Number(days.value);
  const fine = !isPresent(days) || (Number.isSafeInteger(days.value) && number >= 0 && number <= MAX_BACKFILL_DAYS);
  return fine ? [] : [error(days.path, 'backfill-config', `Days is a whole number from 0 to ${MAX_BACKFILL_DAYS}.`)];
}
