/** Writes field descriptions as the provider's metadata endpoint would, by inverting the rules in the file. */

import type { Choices, Claim, MetadataSpec } from '../../../connectors/engine/file/field_facts.ts';
import { setPath } from '../../../connectors/engine/json_path.ts';
import type { ValueType } from '../../../lib/fields/field_metadata.ts';
import type { Json, JsonObject } from '../../../lib/json/json.ts';
import type { MadeField } from './made_fields.ts';
import { type LabField, LISTED_CUSTOM, type RecordShape } from './record_shape.ts';
import { CHOICES } from './record_values.ts';

export function describedFields(shape: RecordShape, facts: MetadataSpec): JsonObject[] {
  return inGroup(shape, facts).map((field) => describe(field, facts));
}

function inGroup({ fields }: RecordShape, facts: MetadataSpec): LabField[] {
  return fields.filter(({ within }) => facts.within === undefined || within === facts.within);
}

/**
 * Descriptions of fields that were created at run time. A definition that has the form of a description (`isNative`) is
 * repeated in it.
 */
export function describedMade(made: readonly MadeField[], facts: MetadataSpec): JsonObject[] {
  return made.map(({ name, label, type, definition, isNative }) => {
    const field = { name, label, type, isCustom: true, isReadOnly: false, within: facts.within ?? '' };
    return { ...describe(field, facts), ...(isNative && definition) };
  });
}

function describe(field: LabField, facts: MetadataSpec): JsonObject {
  const made: JsonObject = {};
  setPath(made, first(facts.name ?? 'name'), field.name);
  setPath(made, first(facts.label ?? 'label'), field.label);
  putType(made, field.type, facts);
  if (facts.readOnly !== undefined) claim(made, facts.readOnly, field.isReadOnly);
  if (facts.custom !== undefined) claim(made, facts.custom, field.isCustom);
  if (facts.required !== undefined) claim(made, facts.required, isRequired(field));
  const hasChoices = field.type === 'singleSelect' || field.type === 'multiSelect';
  if (facts.choices && hasChoices) putChoices(made, facts.choices);
  return made;
}

/** The fields that a new record must have; none if the provider's descriptions do not say which fields are required. */
export function requiredFields(shape: RecordShape, facts: MetadataSpec = {}): LabField[] {
  const isTold = facts.required !== undefined || facts.also?.some(({ required }) => required !== undefined);
  return isTold ? inGroup(shape, facts).filter(isRequired) : [];
}

function isRequired({ name }: LabField): boolean {
  return name === 'name';
}

/** Writes the provider's name of a type. A type that the file does not map gets a name of the lab's own. */
function putType(made: JsonObject, type: ValueType, { type: paths = 'type', types = {} }: MetadataSpec): void {
  const word = Object.keys(types).find((key) => types[key] === type) ?? `lab_${type}`;
  const places = [paths].flat();
  const parts = places.length > 1 ? word.split('.') : [word];
  for (const [at, path] of places.entries()) setPath(made, path, parts[at] ?? 'plain');
}

/** Sets the values in a description that make a condition of the file true or false. */
function claim(made: JsonObject, wanted: Claim, holds: boolean): void {
  if (typeof wanted === 'string') return setPath(made, wanted, holds);
  if ('not' in wanted) return claim(made, wanted.not, !holds);
  if ('all' in wanted) {
    for (const one of wanted.all) claim(made, one, holds);
    return;
  }
  setPath(made, wanted.path, holds ? wanted.equals : 'something else');
}

function putChoices(made: JsonObject, facts: Choices): void {
  setPath(made, first(facts.list), choiceList(facts));
}

export function choiceList({ value, label }: Choices): Json[] {
  return CHOICES.map((choice) => {
    if (value === undefined) return choice;
    const entry: JsonObject = {};
    if (label !== undefined) setPath(entry, first(label), choice.toUpperCase());
    setPath(entry, first(value), choice);
    return entry;
  });
}

/** The records of the endpoint from which the engine reads the names of custom fields (`customFields.names`). */
export function listedNames({ customFields }: RecordShape): JsonObject[] {
  if (!customFields?.names) return [];
  const { key, name } = customFields.names;
  return LISTED_CUSTOM.map((field) => {
    const made: JsonObject = {};
    setPath(made, key, field.key);
    setPath(made, name, field.name);
    return made;
  });
}

function first(path: string | string[]): string {
  return [path].flat()[0] ?? '';
}
