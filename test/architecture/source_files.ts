import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { SourceFile } from './check.ts';
import { sourceFolders } from './rules.ts';

const SKIPPED = ['node_modules', 'dist', 'coverage'];

/** Every file of the tree with one of these endings, including generated ones. */
export function sourceFiles(root: string, endings: readonly string[] = ['.ts', '.tsx']): SourceFile[] {
  const folders = sourceFolders.map((folder) => join(root, folder)).filter((folder) => existsSync(folder));
  return folders
    .flatMap(filesUnder)
    .filter((path) => endings.some((ending) => path.endsWith(ending)))
    .map((path) => ({
      path: relative(root, path).split(sep).join('/'),
      text: readFileSync(path, 'utf8'),
    }));
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (SKIPPED.includes(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesUnder(path) : [path];
  });
}
