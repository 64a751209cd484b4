import type { Issue } from '../../../../lib/problem/problem.ts';
import type { FieldDefinition, FieldsByObject } from '../../../../lib/fields/field_definition.ts';

/** Semantic faults of field definitions. The contract has already checked their shape. */
export function definitionFaults(fields: FieldsByObject): Issue[] {
  return Object.entries(fields).flatMap(([object, definitions]) => {
    const names = new Set<string>();
    return definitions.flatMap((field, index) => {
      const at = `fields.${object}.${index}`;
      const name = plain(field.fieldName);
      const isTwin = names.has(name);
      names.add(name);
      const twin: Fault[] = isTwin ? [['fieldName', 'The object has another definition of this name.']] : [];
      return [...twin, ...faultsOf(field)].map(([name, detail]) => ({
        in: 'body' as const,
        name: `${at}.${name}`,
        detail,
      }));
    });
  });
}

type Fault = [name: string, detail: string];

function faultsOf(field: FieldDefinition): Fault[] {
  return [...textFaults(field), ...numberFaults(field), ...associationFaults(field)];
}

function textFaults({ valueType, stringOptions = {} }: FieldDefinition): Fault[] {
  const { values, defaultValue } = stringOptions;
  const isSelect = valueType === 'singleSelect' || valueType === 'multiSelect';
  const faults: Fault[] = [];
  if (isSelect && !values?.length) faults.push(['stringOptions.values', `A ${valueType} needs values to choose from.`]);
  if (!isSelect && values) faults.push(['stringOptions.values', `A ${valueType} has no values to choose from.`]);
  if (values && new Set(values).size < values.length) faults.push(['stringOptions.values', 'A value is listed twice.']);
  if (isSelect && defaultValue !== undefined && values && !values.includes(defaultValue))
    faults.push(['stringOptions.defaultValue', 'The default is not one of the values.']);
  if (valueType === 'boolean' && defaultValue !== undefined && !['true', 'false'].includes(defaultValue))
    faults.push(['stringOptions.defaultValue', 'The default of a boolean is true or false.']);
  for (const name of ['length', 'pattern'] as const)
    if (valueType !== 'string' && stringOptions[name] !== undefined)
      faults.push([`stringOptions.${name}`, `Only a string has a ${name}.`]);
  return faults;
}

function numberFaults({ valueType, numericOptions }: FieldDefinition): Fault[] {
  if (!numericOptions) return [];
  if (valueType !== 'int' && valueType !== 'float')
    return [['numericOptions', `A ${valueType} has no numeric options.`]];
  const { precision, scale, min, max, defaultValue } = numericOptions;
  const faults: Fault[] = [];
  if (min !== undefined && max !== undefined && min > max)
    faults.push(['numericOptions.min', 'min may not exceed max.']);
  if (precision !== undefined && scale !== undefined && scale > precision)
    faults.push(['numericOptions.scale', 'scale may not exceed precision.']);
  if (defaultValue !== undefined && (defaultValue < (min ?? -Infinity) || defaultValue > (max ?? Infinity)))
    faults.push(['numericOptions.defaultValue', 'The default must lie between min and max.']);
  if (valueType === 'int' && defaultValue !== undefined && !Number.isInteger(defaultValue))
    faults.push(['numericOptions.defaultValue', 'The default of an int must be a whole number.']);
  return faults;
}

function associationFaults({ valueType, association }: FieldDefinition): Fault[] {
  if (valueType === 'reference' && !association)
    return [['association', 'A reference needs the object that it points to.']];
  return valueType !== 'reference' && association ? [['association', `A ${valueType} has no association.`]] : [];
}

/** Providers compare field names case-insensitively. */
function plain(name: string): string {
  return name.toLowerCase();
}
