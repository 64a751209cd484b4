/** Checks what a client writes by the fields that the lab describes. */

import { getPath } from '../../../connectors/engine/json_path.ts';
import type { ValueType } from '../../../lib/fields/field_metadata.ts';
import { ExactNumber } from '../../../lib/json/exact_number.ts';
import type { Json, JsonObject } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import { fromIso } from '../../../lib/time/iso.ts';
import { LabError } from '../lab_error.ts';
import { requiredFields } from '../records/described_fields.ts';
import type { MadeField } from '../records/made_fields.ts';
import type { RecordShape } from '../records/record_shape.ts';
import { CHOICES } from '../records/record_values.ts';
import { takesTexts } from '../records/usual_fields.ts';
import type { ParsedWrite } from './parse_write.ts';

type Known = { shape: RecordShape; made: readonly MadeField[]; provider: string };

/**
 * Checks that each value has the type of its field, that no read-only field is written, and that a new record has the
 * required fields. Fields that the lab does not know are accepted. Throws LabError 400.
 */
export function checkFields(asked: ParsedWrite, { shape, made, provider }: Known): void {
  const { values, call, verb, object } = asked;
  const isText = call.form === true || takesTexts(provider);
  const hasChoices = object.spec.metadata?.choices !== undefined;
  for (const field of [
    ...shape.fields,
    ...made.map((one) => ({ ...one, isReadOnly: false, within: within(object) })),
  ]) {
    const value = values[field.within]?.[field.name];
    if (value === undefined) continue;
    if (field.isReadOnly) throw new LabError(400, `The field ${field.name} cannot be written.`);
    const wanted = wantedOf(field.type, value, { isText, hasChoices: hasChoices && !('definition' in field) });
    if (wanted) throw new LabError(400, `The field ${field.name} must be ${wanted}.`);
  }
  checkOwn(asked, shape);
  for (const { name, within } of requiredFields(shape, object.spec.metadata)) {
    const value = values[within]?.[name];
    if (value === null || value === '' || (value === undefined && verb === 'create'))
      throw new LabError(400, `The field ${name} is required.`);
  }
}

function within({ spec }: ParsedWrite['object']): string {
  return spec.metadata?.within ?? spec.flatten?.[0] ?? '';
}

/** Refuses values for the id and the update time, which the provider sets. A record may repeat the id that it has. */
function checkOwn({ values, id }: ParsedWrite, { ids, updatedAt }: RecordShape): void {
  const record: JsonObject = { ...values[''], ...values };
  const [only, ...others] = ids;
  // A client may choose the parts of a composed id.
  const given = only && others.length === 0 ? getPath(record, only.path) : undefined;
  if (only && given !== undefined && (id === '' || scalarText(given) !== id))
    throw new LabError(400, `The field ${only.path} cannot be written.`);
  if (updatedAt !== null && getPath(record, updatedAt) !== undefined)
    throw new LabError(400, `The field ${updatedAt} cannot be written.`);
}

type ValueFormat = {
  /** Whether numbers and booleans come as texts: in a form, and at providers of which `takesTexts` is true. */
  isText: boolean;
  hasChoices: boolean;
};

/** The expected type, for an error message; null if the value fits. The value null empties a field and always fits. */
function wantedOf(type: ValueType, value: Json, { isText, hasChoices }: ValueFormat): string | null {
  if (value === null || (isText && value === '')) return null;
  const text = typeof value === 'string' ? value : null;
  const isNumber = typeof value === 'number' || value instanceof ExactNumber;
  const digits = isNumber ? String(value) : isText ? text : null;
  const isChoice = (one: Json) => typeof one === 'string' && (!hasChoices || CHOICES.some((choice) => choice === one));
  const among = hasChoices ? `one of ${CHOICES.join(', ')}` : 'a text';
  switch (type) {
    case 'string':
      return text === null ? 'a text' : null;
    case 'boolean':
      return typeof value === 'boolean' || (isText && /^(true|false)$/.test(text ?? '')) ? null : 'true or false';
    case 'int':
      return digits !== null && /^-?\d+$/.test(digits) ? null : 'a whole number';
    case 'float':
      return digits !== null && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(digits) ? null : 'a number';
    case 'date':
      return isNumber || /^\d{4}-\d\d-\d\d/.test(text ?? '') ? null : 'a date';
    case 'datetime':
      return isNumber || (text !== null && isTime(text)) ? null : 'a time';
    case 'singleSelect':
      return isChoice(value) ? null : among;
    case 'multiSelect':
      return choicesIn(value).every(isChoice) ? null : `a list of texts${hasChoices ? `, each ${among}` : ''}`;
    default:
      return null;
  }
}

/** Several choices in one text are separated by semicolons. */
function choicesIn(value: Json): Json[] {
  const list: Json[] = Array.isArray(value) ? value : [value];
  return list.flatMap((one): Json[] => (typeof one === 'string' ? one.split(';') : [one]));
}

function isTime(text: string): boolean {
  return fromIso(text) !== null || /^\d{4}-\d\d-\d\d$/.test(text) || /^\d{9,}$/.test(text);
}
