import { posix } from 'node:path';
import type { SourceFile } from './check.ts';
import { productionFiles } from './folders.ts';

const PAGE = 'docs/architecture.md';

/** The two kinds of pages that map the tree. `readmes` has the README.md of each service, by the service's name. */
type Pages = { architecture: string; readmes: Readonly<Record<string, string>> };

/** A folder that a page names. `*` is any name: `services/*\/rpc/` stands for that folder of every service. */
type Named = { page: string; folder: string };

/** What the pages name: rooms in *Where it is* of the architecture, features in the table of each service's README. */
function namedFolders({ architecture, readmes }: Pages): Named[] {
  const [, map = ''] = /\n## Where it is\n(.*?)(?:\n## |$)/s.exec(architecture) ?? [];
  const rooms = foldersOfCells(map).map((folder) => ({ page: PAGE, folder }));
  const features = Object.entries(readmes).flatMap(([service, readme]) =>
    foldersOfCells(tableOfFeatures(readme)).map((folder) => ({
      page: readmeOf(service),
      folder: `services/${service}/${folder}`,
    })),
  );
  return [...rooms, ...features];
}

/** The rooms of the tree: folders with source down to the second level, and to the third inside a service. */
function roomsOf(files: readonly SourceFile[]): string[] {
  const rooms = productionFiles(files).map(({ path }) => {
    const folders = posix.dirname(path).split('/');
    return `${folders.slice(0, folders[0] === 'services' ? 3 : 2).join('/')}/`;
  });
  return [...new Set(rooms)].sort();
}

/** What the pages lack, what they name in the wrong page or twice, and what does not exist; one sentence each. */
export function mapFaults(pages: Pages, files: readonly SourceFile[], exists: (folder: string) => boolean): string[] {
  const named = namedFolders(pages);
  const folders = [...new Set(files.flatMap(({ path }) => foldersOf(path)))];
  const isThere = (pattern: string) =>
    pattern.includes('*') ? folders.some((folder) => stands(pattern, folder)) : exists(pattern);
  return [
    ...roomsOf(files)
      .filter((room) => !named.some(({ folder }) => stands(folder, room)))
      .map((room) => `${room} is not in ${homeOf(room)}`),
    ...named
      .filter(({ folder }) => !isThere(folder))
      .map(({ page, folder }) => `${folder} is in ${page}, and does not exist`),
    ...named
      .filter(({ page, folder }) => isThere(folder) && page !== homeOf(folder))
      .map(({ page, folder }) => `${folder} is in ${page}, and belongs in ${homeOf(folder)}`),
    ...named
      .filter(({ folder }, at) => named.slice(0, at).some((before) => areSame(before.folder, folder)))
      .map(({ page, folder }) => `${folder} is in ${page}, and is named before`),
  ];
}

/** The page that names a folder: the service's README for a feature, the architecture for any other. */
function homeOf(folder: string): string {
  const [root, service, room] = folder.split('/');
  return root === 'services' && service && service !== '*' && room ? readmeOf(service) : PAGE;
}

function readmeOf(service: string): string {
  return `services/${service}/README.md`;
}

function tableOfFeatures(readme: string): string {
  const [, rows = ''] = /^\| Feature \| Content \|\n((?:\|.*(?:\n|$))*)/m.exec(readme) ?? [];
  return rows;
}

/** The folders in the first cell of each row. */
function foldersOfCells(section: string): string[] {
  const cells = [...section.matchAll(/^\| (`[^|]+) \|/gm)].map(([, cell]) => cell!);
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+\/)`/g)].map(([, folder]) => folder!));
}

function stands(pattern: string, folder: string): boolean {
  const [given, asked] = [folder.split('/'), pattern.split('/')];
  return given.length === asked.length && asked.every((name, at) => name === '*' || name === given[at]);
}

function areSame(one: string, other: string): boolean {
  return stands(one, other) || stands(other, one);
}

function foldersOf(path: string): string[] {
  const names = posix.dirname(path).split('/');
  return names.map((_name, at) => `${names.slice(0, at + 1).join('/')}/`);
}
