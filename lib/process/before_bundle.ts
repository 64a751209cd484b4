import { readFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { dirname, join, relative } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { assetPath } from '../assets/asset_path.ts';

type WithCache = { enableCompileCache?: (folder: string) => unknown };

/**
 * Prepares a program before it imports its bundle (docs/adr/0043). Node has a compile cache from 22.1 on. The cache
 * contains code, so it is in the installation's folder, not in the shared temporary folder. If the folder cannot be
 * written, Node continues without a cache.
 */
export function beforeBundle(): void {
  (nodeModule as WithCache).enableCompileCache?.(assetPath('dist/compile_cache'));
  useSourceMaps(assetPath('dist/bundled'));
}

const STACK_PLACE = /file:\/\/[^\s()]+\.js:\d+:\d+/g;

/**
 * Replaces positions in files of `folder` by positions in the source, in all stack traces from now on. Node's
 * `--enable-source-maps` does this too, but reads every map when it loads the bundle. This function reads a map only when
 * a stack trace needs it.
 */
function useSourceMaps(folder: string): void {
  const maps = new Map<string, nodeModule.SourceMap | undefined>();
  const mapOf = (file: string) => {
    if (!maps.has(file)) maps.set(file, readMap(file));
    return maps.get(file);
  };
  Error.prepareStackTrace = (error, sites) => {
    const lines = sites.map((site) =>
      `\n    at ${site}`.replace(STACK_PLACE, (place) => sourcePosition(place, folder, mapOf)),
    );
    return `${stackHead(error)}${lines.join('')}`;
  };
}

function sourcePosition(
  place: string,
  folder: string,
  mapOf: (file: string) => nodeModule.SourceMap | undefined,
): string {
  const [, url = '', line, column] = /^(.*):(\d+):(\d+)$/.exec(place) ?? [];
  const file = fileURLToPath(url);
  if (!file.startsWith(folder)) return place;
  const found = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1);
  if (!found || !('originalSource' in found)) return place;
  const source = relative(process.cwd(), join(dirname(file), found.originalSource));
  // The map does not have the lines of packages (scripts/bundle/options.mjs).
  if (found.originalSource.includes('node_modules')) return source;
  return `${source}:${found.originalLine + 1}:${found.originalColumn + 1}`;
}

/** Returns undefined when the map is missing; the stack then shows positions in the bundle. */
function readMap(file: string): nodeModule.SourceMap | undefined {
  try {
    return new nodeModule.SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
  } catch {
    return undefined;
  }
}

function stackHead(error: unknown): string {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return 'Error';
  }
}
