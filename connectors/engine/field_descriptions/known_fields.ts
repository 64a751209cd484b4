import type { FieldMetadata, ValueType } from '../../../lib/fields/field_metadata.ts';
import type { KnownFields } from '../file/field_facts.ts';
import type { ReadTarget } from '../request/read_target.ts';
import { titleCase } from './field_metadata.ts';

/** The fields that the provider file lists for an object. The module's list replaces the provider's list. */
export function knownFields(target: Pick<ReadTarget, 'provider' | 'module'>, objectName: string): FieldMetadata[] {
  return fieldsByType(knownTable(target, objectName));
}

/**
 * The entry of the provider file that lists the fields. Every call returns the same object, so it can be a cache key.
 */
export function knownTable(
  { provider, module }: Pick<ReadTarget, 'provider' | 'module'>,
  objectName: string,
): KnownFields | undefined {
  const own = provider.modules?.[module || provider.defaultModule || '']?.knownFields ?? {};
  const tables = [own, provider.knownFields ?? {}];
  return tables.find((table) => Object.hasOwn(table, objectName))?.[objectName];
}

export function fieldsByType(known: KnownFields = {}): FieldMetadata[] {
  return Object.entries(known).flatMap(([valueType, names]) =>
    (typeof names === 'string' ? names.split(/\s+/).filter(Boolean) : names).map((fieldName) => ({
      fieldName,
      displayName: titleCase(fieldName),
      valueType: valueType as ValueType,
    })),
  );
}
