import { fieldPath } from '../../../lib/fields/field_path.ts';
import { similarName } from '../../../lib/problem/similar_name.ts';
import { ProviderFailure } from '../answer/failure.ts';
import type { KnownFields } from '../file/field_facts.ts';
import type { Provider } from '../file/provider.ts';
import { findObject } from '../objects/objects.ts';
import { fieldsByType, knownTable } from './known_fields.ts';

/** Why a field of a manifest may be wrong. `suggestion` says what to do. */
export type FieldRemark = { message: string; suggestion: string };

/** The outermost keys of an object's fields. Cached, because a manifest may have thousands of objects. */
type Index = { names: string[]; known: ReadonlySet<string> };
const indexes = new WeakMap<KnownFields, Index>();

/**
 * The max number of unknown names per object that get a suggestion. Each name is compared with all names of the object.
 */
const MAX_COMPARED = 20;

/**
 * Returns a function that checks the fields of an object: a remark for a field that the file does not list, otherwise
 * null. Null instead of the function when the file lists no fields of the object. A nested field is checked by its
 * first key.
 */
export function fieldChecker(
  provider: Provider,
  module: string | undefined,
  objectName: string,
): ((fieldName: string) => FieldRemark | null) | null {
  const index = indexOf(provider, module, objectName);
  if (!index) return null;
  let compared = 0;
  return (fieldName) => {
    const asked = outermost(fieldName);
    if (index.known.has(asked.toLowerCase())) return null;
    compared += 1;
    const meant = compared > MAX_COMPARED ? undefined : similarName(asked, index.names);
    return {
      message: `${provider.displayName} is not known to have a field ${fieldName} of ${objectName}.`,
      suggestion:
        meant === undefined
          ? 'Nothing needs to be done if the account has it, for example as a custom field.'
          : `Did you mean ${meant}?`,
    };
  };
}

function indexOf(provider: Provider, module: string | undefined, objectName: string): Index | null {
  const table = tableOf(provider, module, objectName);
  if (!table) return null;
  const before = indexes.get(table);
  if (before) return before;
  const names = [...new Set(fieldsByType(table).map(({ fieldName }) => outermost(fieldName)))];
  const index = { names, known: new Set(names.map((name) => name.toLowerCase())) };
  indexes.set(table, index);
  return index;
}

function tableOf(provider: Provider, module: string | undefined, objectName: string): KnownFields | undefined {
  try {
    return knownTable({ provider, module }, findObject(provider, module, objectName).name);
  } catch (error) {
    // An unknown object is reported by `objectRemark` of engine/objects/object_remark.ts.
    if (error instanceof ProviderFailure) return undefined;
    throw error;
  }
}

function outermost(fieldName: string): string {
  return String(fieldPath(fieldName)?.[0] ?? fieldName);
}
