import type { FieldDefinition } from '../../../../lib/fields/field_definition.ts';
import type { XmlElements } from '../../answer/xml.ts';
import { leftOutWarning } from '../field_values.ts';

/** The max length of a Text field. A longer text needs a LongTextArea. */
const MAX_TEXT = 255;
/** The default precision of a number in Salesforce. */
const DIGITS = 18;

export type CustomField = { elements: XmlElements; warnings: string[] };

/** Converts a definition to a CustomField of the Metadata API. */
export function customField(object: string, field: FieldDefinition): CustomField {
  const { fieldName, displayName, description, required = false, unique = false, indexed = false } = field;
  const isRequired = required || field.association?.required === true;
  const type = typeOf(field);
  return {
    elements: {
      fullName: `${object}.${fieldName}`,
      label: displayName,
      description,
      type,
      required: String(isRequired && !UNREQUIRED.includes(type)),
      unique: String(unique && UNIQUE.includes(type)),
      indexed: String(indexed),
      ...particulars(field),
    },
    warnings: leftOutWarning('Salesforce', leftOut(field, type)),
  };
}

/** The types for which Salesforce refuses `required: true`. */
const UNREQUIRED = ['Checkbox', 'LongTextArea'];
/** The only types for which Salesforce accepts `unique: true`. */
const UNIQUE = ['Text', 'Number'];

/**
 * Elements that the comparison with an existing field ignores: the name, by which the field was found, display
 * settings, and an element that was retired.
 */
export const IGNORED_ELEMENTS = ['fullName', 'indexed', 'visibleLines', 'sorted'];

function typeOf({ valueType, stringOptions, association }: FieldDefinition): string {
  if (association) return 'Lookup';
  switch (valueType) {
    case 'boolean':
      return 'Checkbox';
    case 'date':
      return 'Date';
    case 'datetime':
      return 'DateTime';
    case 'singleSelect':
      return 'Picklist';
    case 'multiSelect':
      return 'MultiselectPicklist';
    case 'int':
    case 'float':
      return 'Number';
    default:
      return (stringOptions?.length ?? 0) > MAX_TEXT ? 'LongTextArea' : 'Text';
  }
}

function particulars(field: FieldDefinition): XmlElements {
  const { valueType, stringOptions: text = {}, association } = field;
  if (association) return lookup(association);
  switch (valueType) {
    case 'boolean':
      return { defaultValue: text.defaultValue ?? 'false' };
    case 'date':
    case 'datetime':
      return { defaultValue: timeFormula(valueType, text.defaultValue) };
    case 'singleSelect':
      return { valueSet: valueSet(text) };
    case 'multiSelect':
      return { visibleLines: String(text.lines ?? 10), valueSet: valueSet(text) };
    case 'int':
    case 'float':
      return numeric(field);
    default:
      return textual(text);
  }
}

function textual({ length = MAX_TEXT, lines = 5, defaultValue }: NonNullable<FieldDefinition['stringOptions']>) {
  if (length > MAX_TEXT) return { length: String(length), visibleLines: String(lines) };
  // Salesforce reads the default of a Text field as a formula, so the value is written as a string literal.
  const formula = defaultValue === undefined ? undefined : `"${defaultValue.replace(/["\\]/g, '\\$&')}"`;
  return { defaultValue: formula, length: String(length) };
}

/** The default of a Date or DateTime field is a formula. `DATETIMEVALUE` takes UTC. */
function timeFormula(valueType: 'date' | 'datetime', value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (valueType === 'date') return `DATEVALUE("${value}")`;
  return `DATETIMEVALUE("${new Date(value).toISOString().slice(0, 19).replace('T', ' ')}")`;
}

function numeric({ valueType, numericOptions = {} }: FieldDefinition): XmlElements {
  const { precision = DIGITS, scale = valueType === 'int' ? 0 : 6, defaultValue } = numericOptions;
  return {
    defaultValue: defaultValue === undefined ? undefined : String(defaultValue),
    precision: String(precision),
    scale: String(scale),
  };
}

function valueSet({
  values = [],
  valuesRestricted = false,
  defaultValue,
}: NonNullable<FieldDefinition['stringOptions']>) {
  return {
    restricted: String(valuesRestricted),
    valueSetDefinition: {
      sorted: 'true',
      value: values.map((one) => ({ fullName: one, default: String(one === defaultValue), label: one })),
    },
  };
}

const CONSTRAINTS = ['SetNull', 'Restrict', 'Cascade'];

function lookup({
  targetObject,
  onDelete,
  reverseLookupFieldName,
  labels,
}: NonNullable<FieldDefinition['association']>) {
  const constraint = CONSTRAINTS.find((one) => one.toLowerCase() === onDelete?.replace(/[^a-z]/gi, '').toLowerCase());
  return {
    referenceTo: targetObject,
    deleteConstraint: constraint ?? onDelete,
    relationshipLabel: labels?.plural,
    relationshipName: reverseLookupFieldName,
  };
}

function leftOut({ valueType, required, unique, ...field }: FieldDefinition, type: string): string[] {
  const { stringOptions: text = {}, numericOptions = {}, association } = field;
  const isSelect = valueType === 'singleSelect' || valueType === 'multiSelect';
  const hasDefault = !['LongTextArea', 'Number', 'Lookup'].includes(type);
  const lost: Record<string, unknown> = {
    required: UNREQUIRED.includes(type) && required,
    unique: !UNIQUE.includes(type) && unique,
    'stringOptions.pattern': text.pattern,
    'stringOptions.valuesRestricted': !isSelect && text.valuesRestricted,
    'stringOptions.defaultValue': hasDefault ? undefined : text.defaultValue,
    'numericOptions.min': numericOptions.min,
    'numericOptions.max': numericOptions.max,
    'association.targetField': association?.targetField,
    'association.cardinality': association?.cardinality,
  };
  return Object.keys(lost).filter((name) => lost[name] !== undefined && lost[name] !== false);
}
