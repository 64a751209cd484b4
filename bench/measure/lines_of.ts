import { existsSync, readFileSync } from 'node:fs';

/** The JSON values of a file, one per line; none before it exists. */
export function linesOf<T>(file: string): T[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.filter(Boolean).map((line) => JSON.parse(line) as T);
}
