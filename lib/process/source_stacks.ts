/**
 * Stack traces of a bundle name the files and lines of the source. Node could do that (`--enable-source-maps`), but
 * reads every map when it loads the bundle; here a map is read when the first stack is shown.
 */
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join, relative } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const PLACE = /file:\/\/[^\s()]+\.js:\d+:\d+/g;

/** From now on, stack traces show positions in the sources instead of positions in the files of `folder`. */
export function useSourceMaps(folder: string): void {
  const maps = new Map<string, SourceMap | undefined>();
  const mapOf = (file: string) => {
    if (!maps.has(file)) maps.set(file, readMap(file));
    return maps.get(file);
  };
  Error.prepareStackTrace = (error, sites) => {
    const lines = sites.map((site) => `\n    at ${site}`.replace(PLACE, (place) => sourceOf(place, folder, mapOf)));
    return `${headOf(error)}${lines.join('')}`;
  };
}

function sourceOf(place: string, folder: string, mapOf: (file: string) => SourceMap | undefined): string {
  const [, url = '', line, column] = /^(.*):(\d+):(\d+)$/.exec(place) ?? [];
  const file = fileURLToPath(url);
  if (!file.startsWith(folder)) return place;
  const found = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1);
  if (!found || !('originalSource' in found)) return place;
  const source = join(dirname(file), found.originalSource);
  return `${relative(process.cwd(), source)}:${found.originalLine + 1}:${found.originalColumn + 1}`;
}

/** An installation without the maps still shows stacks. */
function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
  } catch {
    return undefined;
  }
}

function headOf(error: unknown): string {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return 'Error';
  }
}
