import type { FieldMetadata, ValueType } from '../../../lib/fields/field_metadata.ts';
import { keyPath } from '../../../lib/fields/field_path.ts';
import { isObject, type Json } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import type { Choices, Claim, MetadataSpec } from '../file/field_facts.ts';
import { firstPath, getPath } from '../json_path.ts';
import { titleCase } from './field_metadata.ts';

/** Converts the provider's description of one field to FieldMetadata; null when it has no name. */
export function describeField(raw: Json, facts: MetadataSpec): FieldMetadata | null {
  const name = scalarText(firstPath(raw, facts.name ?? 'name'));
  if (!name) return null;
  const key = (facts.prefix ?? '') + name;
  const fieldName = facts.within === undefined ? key : `$${keyPath(facts.within)}${keyPath(key)}`;
  const providerType = typeText(raw, facts.type);
  const targets = targetsOf(raw, facts.referenceTo);
  const values = facts.choices ? choicesOf(raw, facts.choices) : [];
  const single = targets.length > 0 ? 'reference' : typeOf(providerType, facts.types);
  const takesMany = single === 'singleSelect' && facts.multiple !== undefined && holds(raw, facts.multiple);
  const valueType = takesMany ? 'multiSelect' : single;
  return {
    fieldName,
    displayName: scalarText(firstPath(raw, facts.label ?? 'label')) || titleCase(name),
    valueType,
    ...(providerType && { providerType }),
    ...(facts.readOnly !== undefined && { readOnly: holds(raw, facts.readOnly) }),
    ...(facts.custom !== undefined && { isCustom: holds(raw, facts.custom) }),
    ...(facts.required !== undefined && { isRequired: holds(raw, facts.required) }),
    ...(targets.length > 0 && { referenceTo: targets }),
    ...(values.length > 0 && valueType !== 'boolean' && { values }),
  };
}

export function choicesOf(raw: Json, { list, value, label }: Choices): { value: string; displayValue: string }[] {
  const found = firstPath(raw, list);
  return (Array.isArray(found) ? found : []).flatMap((entry) => {
    const text = scalarText(value === undefined ? entry : firstPath(entry, value));
    if (text === null) return [];
    return [{ value: text, displayValue: scalarText(label === undefined ? entry : firstPath(entry, label)) || text }];
  });
}

function typeText(raw: Json, paths: string | string[] = 'type'): string {
  return [paths]
    .flat()
    .flatMap((path) => scalarText(getPath(raw, path)) || [])
    .join('.');
}

function typeOf(providerType: string, types: Record<string, ValueType> = {}): ValueType {
  const [first = ''] = providerType.split('.');
  const key = [providerType, first].find((name) => Object.hasOwn(types, name));
  return (key !== undefined && types[key]) || 'other';
}

function holds(raw: Json, claim: Claim): boolean {
  if (typeof claim === 'string') return isTrue(getPath(raw, claim));
  if ('not' in claim) return !holds(raw, claim.not);
  if ('all' in claim) return claim.all.every((one) => holds(raw, one));
  return getPath(raw, claim.path) === claim.equals;
}

function isTrue(value: Json | undefined): boolean {
  return value === true || value === 1 || value === 'true' || isObject(value);
}

/** The referenced objects, from one name or a list of names. */
function targetsOf(raw: Json, facts: MetadataSpec['referenceTo']): string[] {
  if (!facts) return [];
  return [getPath(raw, facts.path) ?? []].flat().flatMap((one) => {
    const name = scalarText(one);
    if (!name) return [];
    const { names = {}, otherwise = name } = facts;
    return (Object.hasOwn(names, name) && names[name]) || otherwise.replace('{lower}', () => name.toLowerCase());
  });
}
