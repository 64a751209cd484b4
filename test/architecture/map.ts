import { posix } from 'node:path';
import type { SourceFile } from './check.ts';
import { productionFiles } from './folders.ts';

/** The folders that a map of the tree names: the first cell of each row, without names of files. */
export function mappedFolders(section: string): string[] {
  const cells = [...section.matchAll(/^\| (`[^|]+) \|/gm)].map(([, cell]) => cell!);
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+\/)`/g)].map(([, folder]) => folder!));
}

/** The rooms of the tree: folders with source down to the second level, and to the third inside a service. */
export function roomsOf(files: readonly SourceFile[]): string[] {
  const rooms = productionFiles(files).map(({ path }) => {
    const folders = posix.dirname(path).split('/');
    return `${folders.slice(0, folders[0] === 'services' ? 3 : 2).join('/')}/`;
  });
  return [...new Set(rooms)].sort();
}

/** `services/*\/rpc/` stands for that folder of every service. */
export function stands(pattern: string, folder: string): boolean {
  const [given, asked] = [folder.split('/'), pattern.split('/')];
  return given.length === asked.length && asked.every((name, at) => name === '*' || name === given[at]);
}

/** What the map lacks, and what it names that does not exist; one sentence each. */
export function mapFaults(
  section: string,
  files: readonly SourceFile[],
  exists: (folder: string) => boolean,
): string[] {
  const named = mappedFolders(section);
  const folders = [...new Set(files.flatMap(({ path }) => foldersOf(path)))];
  const isThere = (pattern: string) =>
    pattern.includes('*') ? folders.some((folder) => stands(pattern, folder)) : exists(pattern);
  return [
    ...roomsOf(files)
      .filter((room) => !named.some((pattern) => stands(pattern, room)))
      .map((room) => `${room} is not in the map`),
    ...named.filter((pattern) => !isThere(pattern)).map((pattern) => `${pattern} is in the map, and does not exist`),
    ...named.filter((pattern, at) => named.indexOf(pattern) !== at).map((pattern) => `${pattern} is in the map twice`),
  ];
}

function foldersOf(path: string): string[] {
  const names = posix.dirname(path).split('/');
  return names.map((_name, at) => `${names.slice(0, at + 1).join('/')}/`);
}
