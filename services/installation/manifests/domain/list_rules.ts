import { error, type Fault } from '../../domain/fault.ts';
import { child, textOf, type PathNode } from '../../domain/node_at_path.ts';

/** A fault for an empty list. The shape check has already reported a missing list and another type. */
export function emptyList({ value, path }: PathNode, rule: string): Fault[] {
  return Array.isArray(value) ? [error(path, rule, 'This list may not be empty.')] : [];
}

export function duplicates(nodes: PathNode[], key: string, rule: string): Fault[] {
  const seen = new Set<string>();
  return nodes.flatMap((node) => {
    const name = textOf(child(node, key));
    if (name === undefined) return [];
    if (seen.has(name)) return [error(child(node, key).path, rule, `${name} is listed twice.`)];
    seen.add(name);
    return [];
  });
}
