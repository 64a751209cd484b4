import Papa from 'papaparse';
import { ANSWER_LIMITS, AnswerLimitExceeded } from '../../../lib/http/answer_limits.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import { currentTurn, type EventLoopTurn } from '../../../lib/loop/turn.ts';

/** The max number of columns, because each row becomes an object with a key for each column. */
const MAX_COLUMNS = 10_000;
/** The number of characters that are parsed in one step. A step takes some milliseconds. */
const PORTION = 64 * 1024;

/**
 * Parses CSV (RFC 4180) into one object per row. The first line has the keys; every value is a string. A quote is
 * special only at the start of a cell; any other quote is part of the value, as in `5" pipe`. Null when a quoted cell
 * does not end: the file was truncated. Throws AnswerLimitExceeded.
 */
export async function readCsv(
  text: string,
  limits = ANSWER_LIMITS,
  turn: EventLoopTurn = currentTurn(),
): Promise<JsonObject[] | null> {
  const csv = text.replace(/^\uFEFF/, '');
  const newline = csv.includes('\n') ? '\n' : '\r';
  const objects: JsonObject[] = [];
  let left = limits.values;
  let names: string[] | undefined;
  for (let [at, size] = [0, PORTION]; at < csv.length; ) {
    const part = csv.slice(at, at + size);
    const separators = countSeparators(part, [',', '\n', '\r'], left);
    if (separators > left) throw new AnswerLimitExceeded('values', limits.values);
    const portion = parsePortion(part, newline, at + size >= csv.length);
    if (portion === null) return null;
    for (const row of portion.rows) {
      if (names) objects.push(rowObject(row, names));
      else names = uniqueNames(row);
    }
    at += portion.length;
    if (portion.length > 0) left -= countSeparators(part.slice(0, portion.length), [',', '\n', '\r'], left);
    // A row that is longer than the portion is read again in a portion of twice the size.
    size = portion.length === 0 ? size * 2 : PORTION;
    await turn.pause();
  }
  return objects;
}

/** The number of separators in a part of CSV, including separators inside quotes. Stops counting above `max`. */
function countSeparators(text: string, separators: readonly string[], max: number): number {
  let count = 0;
  for (const separator of separators)
    for (let at = text.indexOf(separator); at !== -1 && count <= max; at = text.indexOf(separator, at + 1)) count += 1;
  return count;
}

function rowObject(row: readonly string[], names: readonly string[]): JsonObject {
  return Object.fromEntries(row.map((value, at) => [names[at] ?? `column${at + 1}`, value]));
}

/** Numbers empty and repeated names, because two columns with the same name would overwrite each other. */
function uniqueNames(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.map((name, at) => {
    const isTaken = name === '' || seen.has(name);
    seen.add(name);
    return isTaken ? `${name || 'column'}${at + 1}` : name;
  });
}

type Portion = { rows: string[][] /** The number of characters of the complete rows. */; length: number };
type Parsed = { data: string[][]; errors: readonly unknown[]; meta: { cursor: number } };

/**
 * The complete rows of the text; with `isLast`, the end of the text ends the last row. Null when a quote is malformed.
 */
function parsePortion(text: string, newline: '\n' | '\r', isLast: boolean): Portion | null {
  const rows: string[][] = [];
  let isMalformed = false;
  let start = 0;
  const step = ({ data: [cells = []], errors, meta: { cursor } }: Parsed): void => {
    isMalformed ||= errors.length > 0;
    if (cells.length > MAX_COLUMNS) throw new AnswerLimitExceeded('columns', MAX_COLUMNS);
    dropCarriageReturn(cells, text, cursor);
    if (!isBlank(cells, text[start])) rows.push(cells);
    start = cursor;
  };
  const { errors, meta } = parse(text, { newline, step }, isLast);
  // One error is allowed: it may come from a quote at the end of the portion, because the parser does not see the next
  // character yet.
  if (isMalformed || errors.length > 1) return null;
  if (meta.cursor === 0) limitColumns(text, newline);
  return { rows, length: meta.cursor };
}

function parse(text: string, options: { newline: string; step?: (row: Parsed) => void }, isLast: boolean): Parsed {
  return new Papa.Parser({ delimiter: ',', ...options } as Papa.ParseConfig).parse(text, 0, !isLast) as Parsed;
}

/** Throws if a row that has not ended yet already has too many columns. */
function limitColumns(text: string, newline: '\n' | '\r'): void {
  const [begun = []] = parse(text, { newline }, true).data;
  if (begun.length > MAX_COLUMNS) throw new AnswerLimitExceeded('columns', MAX_COLUMNS);
}

/**
 * Removes the `\r` of `\r\n` from an unquoted last cell. The parser splits at one kind of line end, but a file may mix
 * `\n` and `\r\n`. In a quoted cell, a `\r` belongs to the value.
 */
function dropCarriageReturn(cells: string[], text: string, cursor: number): void {
  const last = cells.at(-1) ?? '';
  if (!last.endsWith('\r')) return;
  const end = text[cursor - 1] === '\n' ? cursor - 1 : cursor;
  if (text[end - 1] === '\r' && text[end - 2] !== '"') cells[cells.length - 1] = last.slice(0, -1);
}

/** Whether the line is blank. A line with only a quoted empty cell is not blank. */
function isBlank(cells: readonly string[], first: string | undefined): boolean {
  return cells.length === 1 && cells[0] === '' && first !== '"';
}
