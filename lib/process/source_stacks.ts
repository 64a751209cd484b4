/**
 * Makes stack traces of a bundle name the files and lines of the source. Node's `--enable-source-maps` does this too,
 * but reads every map when it loads the bundle. This module reads a map only when a stack trace needs it.
 */
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join, relative } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const STACK_PLACE = /file:\/\/[^\s()]+\.js:\d+:\d+/g;

/** Replaces positions in files of `folder` by positions in the source, in all stack traces from now on. */
export function useSourceMaps(folder: string): void {
  const maps = new Map<string, SourceMap | undefined>();
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

function sourcePosition(place: string, folder: string, mapOf: (file: string) => SourceMap | undefined): string {
  const [, url = '', line, column] = /^(.*):(\d+):(\d+)$/.exec(place) ?? [];
  const file = fileURLToPath(url);
  if (!file.startsWith(folder)) return place;
  const found = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1);
  if (!found || !('originalSource' in found)) return place;
  const source = join(dirname(file), found.originalSource);
  return `${relative(process.cwd(), source)}:${found.originalLine + 1}:${found.originalColumn + 1}`;
}

/** Returns undefined when the map is missing; the stack then shows positions in the bundle. */
function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
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
