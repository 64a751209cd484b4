import { type FieldEditor, fieldEditor } from '../fields/field_editor.ts';
import { fieldFinder } from '../fields/field_path.ts';
import { providerValue } from '../fields/value_mapping.ts';
import { isObject, type Json, type JsonObject } from '../json/json.ts';
import type { FieldSetting, WriteRules } from './write_plan.ts';

type WriteType = 'create' | 'update';
type PreparedRecord = { record: JsonObject; ifEmpty: string[]; warnings: string[] };

/**
 * Converts a record to the provider's names. It reverses mapped names and values (and rebuilds nested paths), sets the
 * defaults of missing fields, and leaves out fields with writeOnCreate/-Update `never`. Fields without a rule are
 * passed on. A default is a value of the provider, so no value mapping changes it.
 *
 * `given` must not have its `id`, and is not changed. `ifEmpty`: names of top-level or nested fields to leave out if
 * the provider's record has a value there. `warnings`: sentences for the operation's log; they name fields and no
 * values.
 */
export function prepareRecord(rules: WriteRules, type: WriteType, given: JsonObject): PreparedRecord {
  const editor = fieldEditor(given);
  const warnings: string[] = [];
  reverseNames(editor, rules, warnings);
  for (const [field, words] of Object.entries(rules.valueMappings)) {
    const value = editor.find(field);
    if (value !== undefined) editor.put(field, providerValue(value, words));
  }
  const ifEmpty: string[] = [];
  const modeOf = (setting: FieldSetting) => (type === 'create' ? setting.writeOnCreate : setting.writeOnUpdate);
  const settings = Object.entries(rules.settings);
  const never = settings.flatMap(([field, setting]) => (modeOf(setting) === 'never' ? [field] : []));
  for (const field of takeAllFields(editor, never))
    warnings.push(`The field ${field} was left out: the config of the installation never writes it on ${type}.`);
  for (const [field, setting] of settings) {
    const mode = modeOf(setting);
    if (mode === 'never') continue;
    applyDefault(editor, field, { setting, type, warnings });
    if (mode === 'ifEmpty' && editor.find(field) !== undefined) ifEmpty.push(field);
  }
  return { record: editor.record, ifEmpty, warnings };
}

/** Removes all mapped names before it sets the first field, so that two names may be swapped. */
function reverseNames(editor: FieldEditor, { mappings, unmapped }: WriteRules, warnings: string[]): void {
  const taken = mappings.flatMap(({ mapToName, fieldName }) => {
    const value = editor.find(mapToName, { isExact: true });
    return value === undefined ? [] : [{ mapToName, fieldName, value }];
  });
  takeAllFields(editor, [...unmapped, ...taken.map(({ mapToName }) => mapToName)], { isExact: true });
  for (const { mapToName, fieldName, value } of taken) {
    const isTwice = editor.find(fieldName) !== undefined;
    if (!editor.put(fieldName, value))
      warnings.push(`${mapToName} was left out: it is part of ${fieldName}, and the record has another value there.`);
    else if (isTwice) warnings.push(`The record has ${fieldName} twice: the value of ${mapToName} was taken.`);
  }
}

/**
 * Removes fields and returns the names of the removed fields. Removes items of a list from the end of the list, because
 * removing an item moves the items behind it.
 */
function takeAllFields(editor: FieldEditor, names: readonly string[], options?: { isExact: boolean }): string[] {
  const fromTheEnd = names.toSorted((one, other) => other.localeCompare(one, 'en', { numeric: true }));
  const found = new Set(fromTheEnd.filter((name) => editor.take(name, options) !== undefined));
  return names.filter((name) => found.has(name));
}

type DefaultOf = { setting: FieldSetting; type: WriteType; warnings: string[] };

function applyDefault(editor: FieldEditor, field: string, { setting, type, warnings }: DefaultOf): void {
  const { default: value, defaultOnUpdate = 'always' } = setting;
  if (value === undefined || (type === 'update' && defaultOnUpdate === 'never')) return;
  if (editor.find(field) !== undefined || editor.put(field, value)) return;
  warnings.push(`The default of ${field} was not applied: the record has another value where it is part of.`);
}

/** Removes the `ifEmpty` fields that have a value in `current`. A missing field, null, '', [] and {} are empty. */
export function removeFilledFields(record: JsonObject, ifEmpty: readonly string[], current: JsonObject): JsonObject {
  const editor = fieldEditor(record);
  const find = fieldFinder(current);
  takeAllFields(
    editor,
    ifEmpty.filter((field) => hasValue(find(field))),
  );
  return editor.record;
}

function hasValue(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '') return false;
  return Array.isArray(value) || isObject(value) ? Object.keys(value).length > 0 : true;
}
