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
  deliveryMode: 'auto' | 'onRequest';
  pageSize: number;
  selection: Selection;
  filters: Filter[];
  backfillFilters: Filter[];
  /** Blocks of the manifest that are stored and not run yet. */
  notRun: string[];
};

/** The same with whose it is. */
export type ReadPlan = ObjectPlan & { owner: FullInstallation; integrationName: string };

/**
 * Every object that is read for an installation: what its config chose, judged by the revision that the config is
 * pinned to, and what the latest revision reads for everyone.
 */
export function objectPlans(
  content: ConfigContent,
  pinned: ManifestIntegration,
  latest: ManifestIntegration,
): ObjectPlan[] {
  const chosen = Object.entries(content.read?.objects ?? {}).flatMap(([key, config]) => {
    const object = findReadObject(pinned, config.objectName ?? key);
    return object ? [objectPlan(object, config, pinned)] : [];
  });
  const names = new Set(chosen.map(({ objectName }) => objectName));
  const always = [...(latest.read?.objects ?? []), ...(pinned.read?.objects ?? [])].filter((object) => {
    const isNew = object.enabled === 'always' && !names.has(object.objectName);
    if (isNew) names.add(object.objectName);
    return isNew;
  });
  return [...chosen, ...always.map((object) => objectPlan(object, {}, latest))];
}

function objectPlan(object: ManifestReadObject, config: ReadConfig, revision: ManifestIntegration): ObjectPlan {
  const { objectName, mapToName, delivery } = object;
  const filters = filtersOf(config.fieldFilters);
  return {
    objectName,
    mappedObjectName: mapToName ?? objectName,
    module: revision.module ?? '',
    destinationName: config.destination || object.destination,
    schedule: config.schedule || object.schedule || '',
    disabled: config.disabled === true,
    backfillDays: backfillDays(config.backfill?.defaultPeriod ?? object.backfill?.defaultPeriod),
    deliveryMode: delivery?.mode ?? 'auto',
    pageSize: delivery?.pageSize ?? 0,
    selection: selectionOf(object, config),
    filters,
    backfillFilters: config.backfill?.fieldFilters ? filtersOf(config.backfill.fieldFilters) : filters,
    notRun: notRun(revision, object),
  };
}

const LATER = ['write', 'subscribe', 'proxy', 'watchSchema'] as const;

/** What the manifest asks for and Causeway does not do yet: never refused, never passed over in silence. */
function notRun(revision: ManifestIntegration, { delivery }: ManifestReadObject): string[] {
  const blocks = LATER.filter((block) => (block === 'proxy' ? revision.proxy?.enabled : revision[block]));
  return [...blocks, ...(delivery?.mode === 'onRequest' ? ['delivery on request'] : [])];
}

function backfillDays(period: Backfill['defaultPeriod']): number {
  return period?.fullHistory ? -1 : (period?.days ?? 0);
}

function filtersOf(filters: FieldFilter[] = []): Filter[] {
  return filters.map(({ fieldName, value }) => ({ fieldName, value: value ?? null }));
}

/** Required fields always; optional ones when chosen; a field that the manifest renames arrives under its new name only. */
export function selectionOf(object: ManifestReadObject, config: ReadConfig): Selection {
  const { requiredFields = [], optionalFields = [] } = object;
  const { selectedFields = {}, selectedFieldMappings = {}, selectedValueMappings } = config;
  const selectAll = config.selectedFieldsAuto === 'all';
  const chosen = Object.keys(selectedFields).filter((field) => selectedFields[field]);
  const isChosen = ({ fieldName }: ManifestField) =>
    selectAll || (fieldName !== undefined && chosen.includes(fieldName));
  const predefined = [...requiredFields, ...optionalFields.filter(isChosen)];

  const mappings = new Map(
    predefined.flatMap(({ fieldName, mapToName, default: fallback }) => {
      const source = fieldName ?? fallback;
      return mapToName !== undefined && source !== undefined ? [[mapToName, source]] : [];
    }),
  );
  for (const [mapToName, fieldName] of Object.entries(selectedFieldMappings)) mappings.set(mapToName, fieldName);

  const renamed = new Set(
    [...requiredFields, ...optionalFields]
      .filter(({ mapToName }) => mapToName !== undefined)
      .map(({ fieldName }) => fieldName),
  );
  const plain = [...requiredFields.flatMap(({ fieldName }) => fieldName ?? []), ...chosen].filter(
    (field) => !renamed.has(field),
  );
  return {
    selectedFields: [...new Set(plain)],
    selectAll,
    mappings: [...mappings].map(([mapToName, fieldName]) => ({ mapToName, fieldName })),
    ...(selectedValueMappings && { valueMappings: asText(selectedValueMappings) }),
  };
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
  return [...new Set(names.map((name) => /^\$\['((?:[^'\\]|\\.)*)'\]/.exec(name)?.[1] ?? name))];
}
