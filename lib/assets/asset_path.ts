import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

let cachedRoot: string | undefined;

/**
 * The absolute path of a file of the package (protos, YAML, web). The code runs from the source or from dist/, so the
 * package root is the nearest parent folder that has Causeway's package.json.
 */
export function assetPath(relative: string): string {
  cachedRoot ??= packageRoot(dirname(fileURLToPath(import.meta.url)));
  return join(cachedRoot, relative);
}

function packageRoot(folder: string): string {
  if (isCausewayPackage(join(folder, 'package.json'))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error('The causeway package.json was not found above the running code.');
  return packageRoot(parent);
}

function isCausewayPackage(file: string): boolean {
  return existsSync(file) && (JSON.parse(readFileSync(file, 'utf8')) as { name?: string }).name === 'causeway';
}
