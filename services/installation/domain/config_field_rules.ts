/** What is wrong with the names and values of fields in a config. */
import { areInEachOthersWay, isBrokenPath } from '../../../lib/fields/field_path.ts';
import { ExactNumber } from '../../../lib/json/exact_number.ts';
import { error, type Fault, type ManifestReadObject } from './manifest.ts';
import { child, isPlainObject, items, textOf, type Spot } from './spot.ts';

const PATH_HINT = "Write a field that lies in another as $['outer']['inner'].";

/** Names that are meant for paths must be some, and every mapped name needs a place of its own. */
export function fieldNameFaults(spot: Spot, { requiredFields = [], optionalFields = [] }: ManifestReadObject): Fault[] {
  const mapped = child(spot, 'selectedFieldMappings');
  const names = [
    ...keysOf(child(spot, 'selectedFields')),
    ...keysOf(mapped),
    ...keysOf(child(spot, 'selectedValueMappings')),
    ...keysOf(mapped).map(({ name, spot: at }) => ({ name: textOf(at) ?? name, spot: at })),
  ];
  const predefined = [...requiredFields, ...optionalFields].flatMap(({ mapToName }) => mapToName ?? []);
  return [
    ...names.filter(({ name }) => isBrokenPath(name)).map(({ spot: at }) => brokenPath(at)),
    ...clashes(keysOf(mapped), predefined),
  ];
}

/** By the delivered name; the same name again is the same mapping. */
function clashes(chosen: readonly Named[], predefined: readonly string[]): Fault[] {
  return chosen.flatMap(({ name, spot }, i) => {
    const others = [...predefined, ...chosen.slice(0, i).map((one) => one.name)];
    const other = others.find((one) => one !== name && areInEachOthersWay(one, name));
    return other === undefined
      ? []
      : [error(spot.path, 'field-mapping-unique', `${name} has no place beside ${other}.`)];
  });
}

export function valueMappingFaults(spot: Spot): Fault[] {
  return keysOf(spot)
    .filter(({ spot: { value: mapping } }) => !isOneToOne(mapping))
    .map(({ spot: at }) =>
      error(at.path, 'value-mapping', 'Each delivered value stands for one value of the provider.'),
    );
}

function isOneToOne(mapping: unknown): boolean {
  if (!isPlainObject(mapping)) return false;
  const values = Object.values(mapping);
  return values.every(isScalar) && new Set(values.map(String)).size === values.length;
}

export function filterFaults(spot: Spot): Fault[] {
  const names = items(spot).map((filter) => textOf(child(filter, 'fieldName'))?.toLowerCase());
  return items(spot).flatMap((filter, i) => {
    const name = names[i];
    const isWhole = child(filter, 'operator').value === 'eq' && name !== undefined && name !== '';
    if (!isWhole || names.indexOf(name) !== i)
      return [
        error(filter.path, 'field-filters', 'A filter is a fieldName, the operator eq and a value; one a field.'),
      ];
    if (isBrokenPath(name)) return [brokenPath(child(filter, 'fieldName'))];
    const { value, path } = child(filter, 'value');
    return isScalar(value ?? null)
      ? []
      : [error(path, 'field-filters', 'This must be text, a number, true, false or null.')];
  });
}

function isScalar(value: unknown): boolean {
  return value === null || typeof value !== 'object' || value instanceof ExactNumber;
}

type Named = { name: string; spot: Spot };

function keysOf(spot: Spot): Named[] {
  return isPlainObject(spot.value) ? Object.keys(spot.value).map((name) => ({ name, spot: child(spot, name) })) : [];
}

function brokenPath({ path }: Spot): Fault {
  return error(path, 'field-path', PATH_HINT);
}
