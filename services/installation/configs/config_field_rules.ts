/** Validates the names and values of fields in a config. */
import { isBrokenPath } from '../../../lib/fields/field_path.ts';
import { pathConflicts } from '../../../lib/fields/path_conflicts.ts';
import { ExactNumber } from '../../../lib/json/exact_number.ts';
import { child, error, type Fault, isPlainObject, items, type PathNode, textOf } from '../fault.ts';
import type { ManifestReadObject } from '../manifests/manifest.ts';

const PATH_HINT = "Write a nested field as $['outer']['inner'].";

/**
 * Checks that a name with the syntax of a path is a valid path, and that no mapped name addresses a part of another
 * field's value.
 */
export function fieldNameFaults(
  node: PathNode,
  { requiredFields = [], optionalFields = [] }: ManifestReadObject,
): Fault[] {
  const mapped = child(node, 'selectedFieldMappings');
  const names = [
    ...namedNodes(child(node, 'selectedFields')),
    ...namedNodes(mapped),
    ...namedNodes(child(node, 'selectedValueMappings')),
    ...namedNodes(mapped).map(({ name, node: at }) => ({ name: textOf(at) ?? name, node: at })),
  ];
  const predefined = [...requiredFields, ...optionalFields].flatMap(({ mapToName }) => mapToName ?? []);
  return [
    ...names.filter(({ name }) => isBrokenPath(name)).map(({ node: at }) => brokenPathFault(at)),
    ...nameConflicts(namedNodes(mapped), predefined),
  ];
}

/** Finds chosen names that conflict with another delivered name. Equal names are one mapping and no conflict. */
function nameConflicts(chosen: readonly NamedNode[], predefined: readonly string[]): Fault[] {
  const conflicts = pathConflicts();
  for (const name of predefined) conflicts.add(name);
  return chosen.flatMap(({ name, node }) => {
    const other = conflicts.conflictOf(name);
    conflicts.add(name);
    return other === undefined
      ? []
      : [error(node.path, 'field-mapping-unique', `${name} conflicts with ${other}: one lies inside the other.`)];
  });
}

export function valueMappingFaults(node: PathNode): Fault[] {
  return namedNodes(node)
    .filter(({ node: { value: mapping } }) => !isOneToOne(mapping))
    .map(({ node: at }) =>
      error(at.path, 'value-mapping', 'Map each delivered value to exactly one value of the provider.'),
    );
}

function isOneToOne(mapping: unknown): boolean {
  if (!isPlainObject(mapping)) return false;
  const values = Object.values(mapping);
  return values.every(isScalar) && new Set(values.map(String)).size === values.length;
}

export function filterFaults(node: PathNode): Fault[] {
  const seen = new Set<string | undefined>();
  return items(node).flatMap((filter) => {
    const name = textOf(child(filter, 'fieldName'))?.toLowerCase();
    const isWhole = child(filter, 'operator').value === 'eq' && name !== undefined && name !== '';
    const isRepeated = seen.has(name);
    seen.add(name);
    if (!isWhole || isRepeated)
      return [
        error(
          filter.path,
          'field-filters',
          'A filter has a fieldName, the operator eq and a value. A field has at most one filter.',
        ),
      ];
    if (isBrokenPath(name)) return [brokenPathFault(child(filter, 'fieldName'))];
    const { value, path } = child(filter, 'value');
    return isScalar(value ?? null)
      ? []
      : [error(path, 'field-filters', 'This must be text, a number, true, false or null.')];
  });
}

function isScalar(value: unknown): boolean {
  return value === null || typeof value !== 'object' || value instanceof ExactNumber;
}

type NamedNode = { name: string; node: PathNode };

function namedNodes(node: PathNode): NamedNode[] {
  return isPlainObject(node.value) ? Object.keys(node.value).map((name) => ({ name, node: child(node, name) })) : [];
}

function brokenPathFault({ path }: PathNode): Fault {
  return error(path, 'field-path', PATH_HINT);
}
