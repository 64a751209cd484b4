import type { JsonObject } from '../../../lib/json/json.ts';

const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;

/**
 * The rows of a CSV text (RFC 4180) as objects by the names in its first line; every value is a text. Null when quotes
 * do not add up: half a file is no file.
 */
export function readCsv(text: string): JsonObject[] | null {
  const rows = rowsOf(text.replace(/^\uFEFF/, ''));
  if (rows === null) return null;
  const names = uniqueNames(rows[0] ?? []);
  return rows.slice(1).map((row) => rowObject(row, names));
}

function rowObject(row: readonly string[], names: readonly string[]): JsonObject {
  return Object.fromEntries(row.map((value, at) => [names[at] ?? `column${at + 1}`, value]));
}

/** A name that comes twice would lose a column. */
function uniqueNames(names: readonly string[]): string[] {
  return names.map((name, at) => (name === '' || names.indexOf(name) < at ? `${name || 'column'}${at + 1}` : name));
}

function rowsOf(text: string): string[][] | null {
  const rows: string[][] = [];
  let row: string[] = [];
  CELL.lastIndex = 0;
  while (CELL.lastIndex < text.length || row.length > 0) {
    const match = CELL.exec(text);
    if (!match) return null;
    const [, quoted, plain = '', end] = match;
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    // A line with nothing on it is no row.
    if (row.length > 1 || row[0] !== '' || quoted !== undefined) rows.push(row);
    row = [];
  }
  return rows;
}
