import type { Fault, ManifestIntegration, ManifestReadObject } from './manifest.ts';
import { error, MOST_BACKFILL_DAYS } from './manifest.ts';
import { fieldNameFaults, filterFaults, valueMappingFaults } from './config_field_rules.ts';
import { child, isPlainObject, isPresent, textOf, type Spot } from './spot.ts';

type Rules = { checkCron(text: string, minGapMinutes: number): string | null };

const MIN_GAP_MINUTES = 10;

/** What is wrong with a config, judged by the revision it is for; paths begin at the content. */
export function checkConfig(content: unknown, revision: ManifestIntegration, rules: Rules): Fault[] {
  const root: Spot = { value: content, path: ['config', 'content'] };
  if (!isPlainObject(content)) return [error(root.path, 'type', 'This must be an object.')];
  return [
    ...providerFaults(child(root, 'provider'), revision),
    ...['read', 'write', 'subscribe'].flatMap((action) => mapFaults(child(root, action))),
    ...duplicateObjects(child(root, 'read')),
    ...objectSpots(child(root, 'read')).flatMap((spot) => readFaults(spot, revision, rules)),
    ...objectSpots(child(root, 'write')).flatMap((spot) =>
      otherFaults(spot, revision.write?.objects ?? [], revision, 'write'),
    ),
    ...objectSpots(child(root, 'subscribe')).flatMap((spot) =>
      otherFaults(spot, revision.subscribe?.objects ?? [], revision, 'subscribe'),
    ),
  ];
}

/** The object a config entry is about: its objectName, or the key it stands under. */
export function objectNameOf(spot: Spot): string {
  return textOf(child(spot, 'objectName')) ?? String(spot.path.at(-1));
}

/** By its native or its mapped name. */
export function findReadObject(revision: ManifestIntegration, name: string): ManifestReadObject | undefined {
  const objects = revision.read?.objects ?? [];
  return objects.find((object) => object.objectName === name) ?? objects.find((object) => object.mapToName === name);
}

function providerFaults(spot: Spot, { provider }: ManifestIntegration): Fault[] {
  return !isPresent(spot) || spot.value === provider
    ? []
    : [error(spot.path, 'provider', `The integration is for ${provider}.`)];
}

function mapFaults(action: Spot): Fault[] {
  if (!isPresent(action)) return [];
  if (!isPlainObject(action.value)) return [error(action.path, 'type', 'This must be an object.')];
  const objects = child(action, 'objects');
  if (isPresent(objects) && !isPlainObject(objects.value))
    return [error(objects.path, 'type', 'This must be an object keyed by object name.')];
  return objectSpots(action)
    .filter(({ value }) => !isPlainObject(value))
    .map(({ path }) => error(path, 'type', 'This must be an object.'));
}

function objectSpots(action: Spot): Spot[] {
  const objects = child(action, 'objects');
  return isPlainObject(objects.value) ? Object.keys(objects.value).map((key) => child(objects, key)) : [];
}

function duplicateObjects(read: Spot): Fault[] {
  const seen = new Set<string>();
  return objectSpots(read)
    .filter((spot) => seen.has(objectNameOf(spot)) || !seen.add(objectNameOf(spot)))
    .map(({ path }) => error(path, 'duplicate-read-object', 'Another entry is for the same object.'));
}

function otherFaults(
  spot: Spot,
  objects: { objectName: string }[],
  revision: ManifestIntegration,
  action: string,
): Fault[] {
  const name = objectNameOf(spot);
  const known = objects.some(({ objectName }) => objectName === name) || findReadObject(revision, name) !== undefined;
  return known ? [] : [error(spot.path, 'object-in-manifest', `The integration does not ${action} an object ${name}.`)];
}

function readFaults(spot: Spot, revision: ManifestIntegration, { checkCron }: Rules): Fault[] {
  if (!isPlainObject(spot.value)) return [];
  const object = findReadObject(revision, objectNameOf(spot));
  if (!object)
    return [error(spot.path, 'object-in-manifest', `The integration does not read an object ${objectNameOf(spot)}.`)];
  return [
    ...shapeFaults(spot),
    ...scheduleFaults(child(spot, 'schedule'), checkCron),
    ...mappingFaults(spot, object),
    ...selectionFaults(spot, object),
    ...fieldNameFaults(spot, object),
    ...valueMappingFaults(child(spot, 'selectedValueMappings')),
    ...filterFaults(child(spot, 'fieldFilters')),
    ...filterFaults(child(child(spot, 'backfill'), 'fieldFilters')),
    ...backfillFaults(child(child(spot, 'backfill'), 'defaultPeriod')),
  ];
}

const TYPES: Record<string, [(value: unknown) => boolean, string]> = {
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

function shapeFaults(spot: Spot): Fault[] {
  return Object.entries(TYPES).flatMap(([key, [fits, wanted]]) => {
    const part = child(spot, key);
    return part.value === undefined || fits(part.value) ? [] : [error(part.path, 'type', `This must be ${wanted}.`)];
  });
}

function scheduleFaults(spot: Spot, checkCron: Rules['checkCron']): Fault[] {
  const schedule = textOf(spot);
  const reason = schedule ? checkCron(schedule, MIN_GAP_MINUTES) : null;
  return reason === null ? [] : [error(spot.path, 'schedule', reason)];
}

/** Every required field that the customer maps must be mapped, and no name may have two sources. */
function mappingFaults(spot: Spot, { requiredFields = [], optionalFields = [] }: ManifestReadObject): Fault[] {
  const chosen = child(spot, 'selectedFieldMappings');
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
      error(child(chosen, mapToName).path, 'field-mapping-unique', `${mapToName} is the name of ${fieldName} already.`),
    ),
  ];
}

function isSameField(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function selectionFaults(spot: Spot, { requiredFields = [], enabled }: ManifestReadObject): Fault[] {
  const selected = child(spot, 'selectedFields').value;
  const mapped = child(spot, 'selectedFieldMappings').value;
  const has =
    isPresent(child(spot, 'selectedFieldsAuto')) ||
    requiredFields.length > 0 ||
    enabled !== undefined ||
    (isPlainObject(selected) && Object.values(selected).includes(true)) ||
    (isPlainObject(mapped) && Object.keys(mapped).length > 0);
  return has ? [] : [error(spot.path, 'minimum-fields-required', 'Choose at least one field.')];
}

function backfillFaults(period: Spot): Fault[] {
  if (!isPresent(period)) return [];
  const days = child(period, 'days');
  const number = Number(days.value);
  const fine = !isPresent(days) || (Number.isSafeInteger(days.value) && number >= 0 && number <= MOST_BACKFILL_DAYS);
  return fine ? [] : [error(days.path, 'backfill-config', `Days is a whole number from 0 to ${MOST_BACKFILL_DAYS}.`)];
}
