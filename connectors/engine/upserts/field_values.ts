import type { FieldDefinition } from '../../../lib/fields/field_definition.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import { fillTemplate } from '../field_descriptions/field_metadata.ts';
import type { UpsertByRest } from '../file/field_facts.ts';

/** The path in FieldDefinition (lib/fields) for each placeholder of a definition template. Warnings name the path. */
const NAMES: Record<string, string> = {
  fieldName: 'fieldName',
  displayName: 'displayName',
  description: 'description',
  required: 'required',
  unique: 'unique',
  indexed: 'indexed',
  length: 'stringOptions.length',
  pattern: 'stringOptions.pattern',
  choices: 'stringOptions.values',
  restricted: 'stringOptions.valuesRestricted',
  precision: 'numericOptions.precision',
  scale: 'numericOptions.scale',
  min: 'numericOptions.min',
  max: 'numericOptions.max',
  default: 'defaultValue',
  target: 'association.targetObject',
};

type Body = { body: JsonObject; warnings: string[] };

/**
 * The request body for a definition, with warnings for options that the provider lacks. Null for an unsupported type.
 */
export function providerDefinition(field: FieldDefinition, facts: UpsertByRest, provider: string): Body | null {
  const type = facts.types[field.valueType];
  if (!type) return null;
  const values = valuesOf(field, facts);
  const used = new Set<string>();
  const body = { ...fillTemplate(facts.definition, values, used), ...fillTemplate(type, values, used) };
  if (facts.restrictsChoices && used.has('choices')) used.add('restricted');
  const lost = Object.keys(values).filter((name) => !used.has(name) && values[name] !== false);
  return {
    body,
    warnings: leftOutWarning(
      provider,
      lost.map((name) => NAMES[name] ?? name),
    ),
  };
}

/** At most one warning, which names every option of a field that the provider lacks. */
export function leftOutWarning(provider: string, names: string[]): string[] {
  if (names.length === 0) return [];
  return [`${provider} does not support these here, and they were left out: ${names.join(', ')}.`];
}

function valuesOf(field: FieldDefinition, { choice }: UpsertByRest): JsonObject {
  const { fieldName, displayName, description, required, unique, indexed } = field;
  const { stringOptions: text = {}, numericOptions: number = {}, association } = field;
  const all = {
    fieldName,
    displayName,
    description,
    required,
    unique,
    indexed,
    length: text.length,
    pattern: text.pattern,
    choices: text.values?.map((value, index) => (choice ? fillTemplate(choice, { value, index }) : value)),
    restricted: text.valuesRestricted,
    precision: number.precision,
    scale: number.scale,
    min: number.min,
    max: number.max,
    default: text.defaultValue ?? number.defaultValue,
    target: association?.targetObject,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as JsonObject;
}
