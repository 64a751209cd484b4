import { posix } from 'node:path';
import type { SourceFile } from './check.ts';
import { parse } from './parse.ts';
import { generated, maxFilesInFolder, notProduction } from './rules.ts';

/** The production files of the tree: what a reader of a folder has to look through. */
export function productionFiles(files: readonly SourceFile[]): SourceFile[] {
  return files.filter(
    ({ path }) =>
      !path.endsWith('.test.ts') &&
      !path.split('/').includes('migrations') &&
      ![...generated, ...notProduction].some((folder) => path.startsWith(folder)),
  );
}

/** Folders with more files than a reader can look through, one sentence each. */
export function crowdedFolders(files: readonly SourceFile[], max = maxFilesInFolder): string[] {
  const counts = new Map<string, number>();
  for (const { path } of productionFiles(files))
    counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > max)
    .map(([folder, count]) => `${folder} has ${count} files; the max is ${max}. Divide it into rooms.`);
}

/** One import between two sibling folders: those in which the two paths part. */
type Edge = { parent: string; from: string; to: string; text: string };

/**
 * Sibling folders that import each other, at any level of the tree, one sentence each. Type imports count: whoever
 * changes the type has to read both folders. The imports of the rarer direction are listed, because they are the ones
 * to remove.
 */
export function mutualFolders(files: readonly SourceFile[]): string[] {
  const edges = new Map<string, Edge[]>();
  for (const edge of productionFiles(files).flatMap(edgesOf)) {
    const key = keyOf(edge);
    edges.set(key, [...(edges.get(key) ?? []), edge]);
  }
  return [...edges.values()].flatMap((there) => {
    const { parent, from, to } = there[0]!;
    const back = edges.get(keyOf({ parent, from: to, to: from }));
    if (!back || from > to) return [];
    const rarer = there.length <= back.length ? there : back;
    return [
      `${parent}${from} and ${parent}${to} import each other. Remove ${rarer.map(({ text }) => text).join(', ')}`,
    ];
  });
}

/**
 * Three and more sibling folders that import each other in a circle, one sentence each: none of them can be read or moved
 * without the others. Pairs are above.
 */
export function circlesOfFolders(files: readonly SourceFile[]): string[] {
  const targets = new Map<string, Set<string>>();
  for (const { parent, from, to } of productionFiles(files).flatMap(edgesOf))
    targets.set(parent + from, (targets.get(parent + from) ?? new Set()).add(parent + to));
  const reached = new Map([...targets.keys()].map((folder) => [folder, reachableFrom(folder, targets)]));
  const circles = [...reached].map(([folder, folders]) =>
    [...folders].filter((other) => reached.get(other)?.has(folder)).toSorted(),
  );
  const long = circles.filter(({ length }) => length > 2).map((circle) => circle.join(', '));
  return [...new Set(long)].map((names) => `${names} import each other in a circle`);
}

function reachableFrom(folder: string, targets: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set<string>();
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    for (const target of targets.get(next) ?? [])
      if (!reached.has(target)) {
        reached.add(target);
        waiting.push(target);
      }
  return reached;
}

function keyOf({ parent, from, to }: Pick<Edge, 'parent' | 'from' | 'to'>): string {
  return [parent, from, to].join('|');
}

function edgesOf({ path, text }: SourceFile): Edge[] {
  return parse(path, text).imports.flatMap(({ specifier }) => {
    if (!specifier.startsWith('.')) return [];
    const target = posix.join(posix.dirname(path), specifier);
    const [from, to] = [path.split('/'), target.split('/')];
    const shared = from.findIndex((name, at) => name !== to[at]);
    const isBetweenFolders = shared >= 0 && shared < from.length - 1 && shared < to.length - 1;
    if (!isBetweenFolders) return [];
    const parent = from.slice(0, shared).map((name) => `${name}/`);
    return [{ parent: parent.join(''), from: from[shared]!, to: to[shared]!, text: `${path} → ${target}` }];
  });
}
