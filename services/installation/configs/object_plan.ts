import { cadenceIn, cadenceText } from '../../../lib/cron/cadence.ts';
import { topField } from '../../../lib/fields/field_path.ts';
import { mappingOf, providerValue } from '../../../lib/fields/value_mapping.ts';
import type { Json } from '../../../lib/json/json.ts';
import type { FieldSelection, PlannedObject, ReadFilter } from '../../../lib/read_plan/read_plan.ts';
import {
  type Backfill,
  type ManifestField,
  type ManifestIntegration,
  type ManifestReadObject,
  notRunBlocks,
} from '../manifests/manifest.ts';
import type { ConfigContent, FieldFilter, ReadConfig } from './config_content.ts';
import { readObjects } from './config_objects.ts';

/** The id of a destination name in the config, the pinned revision or the latest revision; empty if there is none. */
export type DestinationIdOf = (where: 'config' | 'pinned' | 'latest', name: string) => string;

/**
 * Selects the objects to plan. An installation may read hundreds of objects, but one operation needs the plan of only
 * one object.
 */
export type IsWanted = (object: Pick<ManifestReadObject, 'objectName' | 'mapToName'>) => boolean;

/**
 * The plans of the wanted objects that are read for an installation: the objects that its config selects from the
 * pinned revision, and the objects with `enabled: always`. The backfill window comes from the config, or else from the
 * latest revision, so that a deploy with a wider window reaches existing installations (docs/adr/0013).
 */
export function objectPlans(
  content: ConfigContent,
  pinned: ManifestIntegration,
  latest: ManifestIntegration,
  destinationIdOf: DestinationIdOf = () => '',
  isWanted: IsWanted = () => true,
): PlannedObject[] {
  const [inPinned, inLatest] = [readObjects(pinned), readObjects(latest)];
  const selected = Object.entries(content.read?.objects ?? {}).flatMap(([key, config]) => {
    const object = inPinned(config.objectName ?? key);
    return object ? [{ object, config }] : [];
  });
  const chosen = selected
    .filter(({ object }) => isWanted(object))
    .map(({ object, config }) => planOf(object, config, { where: 'pinned', revision: pinned }));
  const names = new Set(selected.map(({ object }) => object.objectName));
  const always = [...readObjectsIn('latest', latest), ...readObjectsIn('pinned', pinned)].filter(({ object }) => {
    const isNew = object.enabled === 'always' && !names.has(object.objectName);
    if (isNew) names.add(object.objectName);
    return isNew && isWanted(object);
  });
  return [...chosen, ...always.map(({ object, where }) => planOf(object, {}, { where, revision: latest }))];

  /**
   * An object that the latest revision no longer has keeps its plan. Only a destructive deploy makes the service
   * `reads` pause it, with an event.
   */
  function planOf(
    object: ManifestReadObject,
    config: ReadConfig,
    { where, revision }: { where: 'pinned' | 'latest'; revision: ManifestIntegration },
  ): PlannedObject {
    const newest = inLatest(object.objectName);
    const plan = objectPlan(object, config, revision, (newest ?? object).backfill);
    const destinationId = config.destination
      ? destinationIdOf('config', config.destination)
      : destinationIdOf(where, object.destination);
    return { ...plan, destinationId, isLeftOut: newest === undefined };
  }
}

function readObjectsIn<W extends 'pinned' | 'latest'>(where: W, { read }: ManifestIntegration) {
  return (read?.objects ?? []).map((object) => ({ object, where }));
}

function objectPlan(
  object: ManifestReadObject,
  config: ReadConfig,
  revision: ManifestIntegration,
  backfill: Backfill | undefined,
): Omit<PlannedObject, 'isLeftOut' | 'destinationId'> {
  const { objectName, mapToName, delivery } = object;
  const selection = selectionOf(object, config);
  const filters = filtersOf(config.fieldFilters, selection, config);
  return {
    objectName,
    mappedObjectName: mapToName ?? objectName,
    module: revision.module ?? '',
    destinationName: config.destination || object.destination,
    schedule: cadenceText(cadenceIn(config) ?? cadenceIn(object)),
    disabled: config.disabled === true,
    backfillDays: backfillDays(config.backfill?.defaultPeriod ?? backfill?.defaultPeriod),
    sweepSchedule: cadenceText(cadenceIn(object.deletes?.sweep ?? {})),
    deliveryMode: delivery?.mode ?? 'auto',
    pageSize: delivery?.pageSize ?? 0,
    selection,
    filters,
    backfillFilters: config.backfill?.fieldFilters
      ? filtersOf(config.backfill.fieldFilters, selection, config)
      : filters,
    notRun: notRunBlocks(revision),
  };
}

function backfillDays(period: Backfill['defaultPeriod']): number {
  return period?.fullHistory ? -1 : (period?.days ?? 0);
}

/**
 * Translates the field names and values of filters into those of the provider. A filter may use the builder's names and
 * values. A name that is also a selected field means the selected field.
 */
function filtersOf(
  filters: FieldFilter[] = [],
  { selectedFields, mappings }: FieldSelection,
  { selectedValueMappings = {} }: ReadConfig,
): ReadFilter[] {
  return filters.map(({ fieldName, value = null }) => {
    const mapping = selectedFields.some((name) => isSameName(name, fieldName))
      ? undefined
      : mappings.find(({ mapToName }) => mapToName === fieldName);
    if (!mapping) return { fieldName, value };
    const words = mappingOf(selectedValueMappings, mapping.mapToName, mapping.fieldName);
    return { fieldName: mapping.fieldName, value: words ? providerValue(value as Json, words) : value };
  });
}

/**
 * Returns the fields of an object that are delivered. Required fields are always selected, optional fields only when
 * chosen. A field that the manifest renames is delivered only under its new name.
 */
export function selectionOf(object: ManifestReadObject, config: ReadConfig): FieldSelection {
  const { requiredFields = [], optionalFields = [] } = object;
  const { selectedFields = {}, selectedFieldMappings = {}, selectedValueMappings } = config;
  const selectAll = config.selectedFieldsAuto === 'all';
  const chosen = Object.keys(selectedFields).filter((field) => selectedFields[field]);
  const required = requiredFields.map(({ fieldName = '' }) => fieldName);
  const unselected = Object.keys(selectedFields).filter(
    (field) => selectAll && selectedFields[field] === false && !required.some((name) => isSameName(name, field)),
  );
  const isIn = (names: string[], { fieldName }: ManifestField) =>
    fieldName !== undefined && names.some((name) => isSameName(name, fieldName));
  const isChosen = (field: ManifestField) => (selectAll ? !isIn(unselected, field) : isIn(chosen, field));
  const predefined = [...requiredFields, ...optionalFields.filter(isChosen)];

  const mappings = new Map(
    predefined.flatMap(({ fieldName, mapToName, default: fallback }) => {
      const source = fieldName ?? fallback;
      return mapToName !== undefined && source !== undefined ? [[mapToName, source]] : [];
    }),
  );
  for (const [mapToName, fieldName] of Object.entries(selectedFieldMappings)) mappings.set(mapToName, fieldName);

  return {
    selectedFields: plainFields(object, chosen),
    selectAll,
    ...(unselected.length > 0 && { unselectedFields: unselected }),
    mappings: [...mappings].map(([mapToName, fieldName]) => ({ mapToName, fieldName })),
    ...(selectedValueMappings && { valueMappings: valueMappingsAsText(selectedValueMappings) }),
  };
}

/**
 * Returns the fields that are delivered under the provider's name. A manifest may list a field twice, once with and
 * once without a new name; such a field is delivered under both names.
 */
function plainFields({ requiredFields = [], optionalFields = [] }: ManifestReadObject, chosen: string[]): string[] {
  const isRenamed = (name: string) => {
    const entries = [...requiredFields, ...optionalFields].filter(({ fieldName = '' }) => isSameName(fieldName, name));
    return entries.length > 0 && entries.every(({ mapToName }) => mapToName !== undefined);
  };
  const required = requiredFields.flatMap(({ fieldName, mapToName }) =>
    mapToName === undefined ? (fieldName ?? []) : [],
  );
  const plain = [...required, ...chosen.filter((field) => !isRenamed(field))];
  return plain.filter((field, i) => plain.findIndex((other) => isSameName(other, field)) === i);
}

function valueMappingsAsText(
  mappings: NonNullable<ReadConfig['selectedValueMappings']>,
): Record<string, Record<string, string>> {
  const texts = (values: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(values).map(([word, value]) => [word, String(value)]));
  return Object.fromEntries(Object.entries(mappings).map(([field, values]) => [field, texts(values)]));
}

/** The provider's top-level fields that a selection needs; empty means all. */
export function sourceFields({ selectAll, selectedFields, mappings }: FieldSelection): string[] {
  if (selectAll) return [];
  const names = [...selectedFields, ...mappings.map(({ fieldName }) => fieldName)];
  return [...new Set(names.map(topField))];
}

/** The top-level fields that selection and filters need; empty means all. */
export function plannedFields({ selection, filters, backfillFilters }: PlannedObject): string[] {
  const fields = sourceFields(selection);
  const filtered = [...filters, ...backfillFilters].map(({ fieldName }) => topField(fieldName));
  return fields.length === 0 ? [] : [...new Set([...fields, ...filtered])];
}

/** Ignores case, because manifests and configs may write a field name in another case than the provider. */
function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
