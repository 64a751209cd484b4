import { topField } from '../../../lib/fields/field_path.ts';
import { mappingOf, providerValue } from '../../../lib/fields/value_mapping.ts';
import type { Json } from '../../../lib/json/json.ts';
import type { ConfigContent, FieldFilter, ReadConfig } from './config_content.ts';
import { findReadObject } from './config_rules.ts';
import type { FullInstallation } from './installation.ts';
import type { Backfill, ManifestField, ManifestIntegration, ManifestReadObject } from './manifest.ts';

/** Which fields of a record are delivered, and under which names; read by the connector engine. */
export type Selection = {
  selectedFields: string[];
  selectAll: boolean;
  mappings: { mapToName: string; fieldName: string }[];
  valueMappings?: Record<string, Record<string, string>>;
};

export type Filter = { fieldName: string; value: unknown };

/** What one object's reads need of manifest and config together. */
export type ObjectPlan = {
  objectName: string;
  mappedObjectName: string;
  module: string;
  destinationName: string;
  schedule: string;
  disabled: boolean;
  /** 0 none, -1 everything. */
  backfillDays: number;
  /** When every id is listed to see what is gone, cron in UTC; empty for never. */
  sweepSchedule: string;
  deliveryMode: 'auto' | 'onRequest';
  pageSize: number;
  selection: Selection;
  filters: Filter[];
  backfillFilters: Filter[];
  /** Blocks of the manifest that are stored and not run yet. */
  notRun: string[];
  /** The latest revision reads it no more; the one that the config is pinned to does. */
  isLeftOut: boolean;
};

/** The same with whose it is. */
export type ReadPlan = ObjectPlan & {
  owner: FullInstallation;
  integrationName: string;
  /** When the latest revision was made. */
  latestRevisionTime: number;
};

/**
 * Every object that is read for an installation: what its config chose, judged by the revision that the config is
 * pinned to, and what the latest revision reads for everyone. How far back they are read is the config's word, else the
 * latest revision's, so that a deploy of a wider window reaches whoever is installed (docs/adr/0013).
 */
export function objectPlans(
  content: ConfigContent,
  pinned: ManifestIntegration,
  latest: ManifestIntegration,
): ObjectPlan[] {
  const chosen = Object.entries(content.read?.objects ?? {}).flatMap(([key, config]) => {
    const object = findReadObject(pinned, config.objectName ?? key);
    return object ? [planOf(object, config, pinned)] : [];
  });
  const names = new Set(chosen.map(({ objectName }) => objectName));
  const always = [...(latest.read?.objects ?? []), ...(pinned.read?.objects ?? [])].filter((object) => {
    const isNew = object.enabled === 'always' && !names.has(object.objectName);
    if (isNew) names.add(object.objectName);
    return isNew;
  });
  return [...chosen, ...always.map((object) => planOf(object, {}, latest))];

  /** What the latest revision leaves out altogether goes on as it was, until reads is told otherwise. */
  function planOf(object: ManifestReadObject, config: ReadConfig, revision: ManifestIntegration): ObjectPlan {
    const newest = findReadObject(latest, object.objectName);
    const plan = objectPlan(object, config, revision, (newest ?? object).backfill);
    return { ...plan, isLeftOut: newest === undefined };
  }
}

function objectPlan(
  object: ManifestReadObject,
  config: ReadConfig,
  revision: ManifestIntegration,
  backfill: Backfill | undefined,
): Omit<ObjectPlan, 'isLeftOut'> {
  const { objectName, mapToName, delivery } = object;
  const selection = selectionOf(object, config);
  const filters = filtersOf(config.fieldFilters, selection, config);
  return {
    objectName,
    mappedObjectName: mapToName ?? objectName,
    module: revision.module ?? '',
    destinationName: config.destination || object.destination,
    schedule: config.schedule || object.schedule || '',
    disabled: config.disabled === true,
    backfillDays: backfillDays(config.backfill?.defaultPeriod ?? backfill?.defaultPeriod),
    sweepSchedule: object.deletes?.sweep.schedule ?? '',
    deliveryMode: delivery?.mode ?? 'auto',
    pageSize: delivery?.pageSize ?? 0,
    selection,
    filters,
    backfillFilters: config.backfill?.fieldFilters
      ? filtersOf(config.backfill.fieldFilters, selection, config)
      : filters,
    notRun: notRun(revision),
  };
}

const LATER = ['write', 'subscribe', 'proxy', 'watchSchema'] as const;

/** What the manifest asks for and Causeway does not do yet: never refused, never passed over in silence. */
function notRun(revision: ManifestIntegration): string[] {
  return LATER.filter((block) => (block === 'proxy' ? revision.proxy?.enabled : revision[block]));
}

function backfillDays(period: Backfill['defaultPeriod']): number {
  return period?.fullHistory ? -1 : (period?.days ?? 0);
}

/** A condition may be put in the builder's words, names and values alike; a field that is read under its own name is meant first. */
function filtersOf(
  filters: FieldFilter[] = [],
  { selectedFields, mappings }: Selection,
  { selectedValueMappings = {} }: ReadConfig,
): Filter[] {
  return filters.map(({ fieldName, value = null }) => {
    const mapping = selectedFields.some((name) => isSameName(name, fieldName))
      ? undefined
      : mappings.find(({ mapToName }) => mapToName === fieldName);
    if (!mapping) return { fieldName, value };
    const words = mappingOf(selectedValueMappings, mapping.mapToName, mapping.fieldName);
    return { fieldName: mapping.fieldName, value: words ? providerValue(value as Json, words) : value };
  });
}

/** Required fields always; optional ones when chosen; a field that the manifest renames arrives under its new name only. */
export function selectionOf(object: ManifestReadObject, config: ReadConfig): Selection {
  const { requiredFields = [], optionalFields = [] } = object;
  const { selectedFields = {}, selectedFieldMappings = {}, selectedValueMappings } = config;
  const selectAll = config.selectedFieldsAuto === 'all';
  const chosen = Object.keys(selectedFields).filter((field) => selectedFields[field]);
  const isChosen = ({ fieldName }: ManifestField) =>
    selectAll || (fieldName !== undefined && chosen.some((name) => isSameName(name, fieldName)));
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
    mappings: [...mappings].map(([mapToName, fieldName]) => ({ mapToName, fieldName })),
    ...(selectedValueMappings && { valueMappings: asText(selectedValueMappings) }),
  };
}

/** Those that keep their name; a field may stand in a manifest twice, with and without another name. */
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

function asText(mappings: NonNullable<ReadConfig['selectedValueMappings']>): Record<string, Record<string, string>> {
  const texts = (values: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(values).map(([word, value]) => [word, String(value)]));
  return Object.fromEntries(Object.entries(mappings).map(([field, values]) => [field, texts(values)]));
}

/** The provider's top-level fields behind a selection; empty for all of them. */
export function sourceFields({ selectAll, selectedFields, mappings }: Selection): string[] {
  if (selectAll) return [];
  const names = [...selectedFields, ...mappings.map(({ fieldName }) => fieldName)];
  return [...new Set(names.map(topField))];
}

/** The same with the fields that are filtered by. */
export function plannedFields({ selection, filters, backfillFilters }: ObjectPlan): string[] {
  const fields = sourceFields(selection);
  const filtered = [...filters, ...backfillFilters].map(({ fieldName }) => topField(fieldName));
  return fields.length === 0 ? [] : [...new Set([...fields, ...filtered])];
}

/** Manifests and configs may write a field in another case than the provider does. */
function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
