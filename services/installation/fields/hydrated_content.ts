import { findField, titleCase } from '../../../connectors/engine/field_descriptions/field_metadata.ts';
import type { FieldMetadata, ObjectMetadata } from '../../../lib/fields/field_metadata.ts';
import type { Backfill, ManifestField, ManifestIntegration, ManifestReadObject } from '../manifests/manifest.ts';

/** Field metadata of an object, or the reason why there is none. */
export type Described = ObjectMetadata | { error: string };

type HydratedField = ManifestField & { displayName?: string };
export type HydratedContent = {
  name: string;
  provider: string;
  displayName?: string;
  module?: string;
  read?: { objects: HydratedReadObject[] };
  write?: { objects: HydratedWriteObject[] };
  proxy?: ManifestIntegration['proxy'];
};
type HydratedReadObject = {
  objectName: string;
  displayName: string;
  destination: string;
  schedule: string;
  mapToName?: string;
  mapToDisplayName?: string;
  requiredFields: HydratedField[];
  optionalFields: HydratedField[];
  optionalFieldsAuto?: 'all';
  allFieldsMetadata: Record<string, FieldMetadata>;
  allFields: HydratedField[];
  backfill?: Backfill;
  deletes?: ManifestReadObject['deletes'];
  error?: string;
};
type HydratedWriteObject = { objectName: string; displayName: string; valueDefaults?: { allowAnyFields?: boolean } };

/** Merges a manifest entry with the provider's metadata of its objects. Every name gets a display name. */
export function hydratedContent(revision: ManifestIntegration, described: Map<string, Described>): HydratedContent {
  const { name, provider, displayName, module, read, write, proxy } = revision;
  return {
    name,
    provider,
    ...(displayName !== undefined && { displayName }),
    ...(module !== undefined && { module }),
    ...(read && {
      read: { objects: read.objects.map((object) => readObject(object, described.get(object.objectName))) },
    }),
    ...(write && {
      write: {
        objects: write.objects.map(({ objectName, valueDefaults }) => ({
          objectName,
          displayName: labelOf(objectName, described.get(objectName)),
          ...(valueDefaults && { valueDefaults }),
        })),
      },
    }),
    ...(proxy && { proxy }),
  };
}

function readObject(object: ManifestReadObject, described: Described | undefined): HydratedReadObject {
  const { objectName, destination, schedule = '', mapToName, mapToDisplayName, optionalFieldsAuto, backfill } = object;
  const fields = described && 'fields' in described ? described.fields : {};
  return {
    objectName,
    displayName: labelOf(objectName, described),
    destination,
    schedule,
    ...(mapToName !== undefined && { mapToName }),
    ...(mapToDisplayName !== undefined && { mapToDisplayName }),
    requiredFields: (object.requiredFields ?? []).map((field) => hydratedField(field, fields)),
    optionalFields: optionalFields(object, fields),
    ...(optionalFieldsAuto && { optionalFieldsAuto }),
    allFieldsMetadata: fields,
    allFields: Object.values(fields).map(plainField),
    ...(backfill && { backfill }),
    ...(object.deletes && { deletes: object.deletes }),
    ...(described && 'error' in described && { error: described.error }),
  };
}

/** With `optionalFieldsAuto: all`, every field that the manifest does not name is optional too. */
function optionalFields(
  { requiredFields = [], optionalFields: named = [], optionalFieldsAuto }: ManifestReadObject,
  fields: Record<string, FieldMetadata>,
): HydratedField[] {
  const listed = named.map((field) => hydratedField(field, fields));
  if (optionalFieldsAuto !== 'all') return listed;
  const taken = new Set([...requiredFields, ...named].map(({ fieldName }) => fieldName?.toLowerCase()));
  const others = Object.values(fields).filter(({ fieldName }) => !taken.has(fieldName.toLowerCase()));
  return [...listed, ...others.map(plainField)];
}

/** A field without fieldName is mapped by the customer later, so it has no display name of its own. */
function hydratedField(field: ManifestField, fields: Record<string, FieldMetadata>): HydratedField {
  if (field.fieldName === undefined) return field;
  const { fieldName, ...more } = field;
  return { fieldName, displayName: findField(fields, fieldName)?.displayName ?? titleCase(fieldName), ...more };
}

function plainField({ fieldName, displayName }: FieldMetadata): HydratedField {
  return { fieldName, displayName };
}

function labelOf(objectName: string, described: Described | undefined): string {
  return described && 'displayName' in described ? described.displayName : titleCase(objectName);
}
