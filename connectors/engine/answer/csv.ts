import Papa from 'papaparse';
import { ANSWER_LIMITS, AnswerLimitExceeded } from '../../../lib/http/answer_limits.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import { startTurn, type Turn } from '../../../lib/loop/turn.ts';

/** Each row becomes an object with a key for each column. */
const MAX_COLUMNS = 10_000;
/** Characters that are parsed in one step: some milliseconds of work. */
const PORTION = 64 * 1024;

/**
 * Parses CSV (RFC 4180) into one object per row. The first line holds the keys; every value is a string. Only a quote at
 * the start of a cell quotes it; another one is a part of the value, as in `5" pipe`. Null when a quoted cell does not
 * end: the file was truncated. Throws AnswerLimitExceeded.
 */
export async function readCsv(
  text: string,
  limits = ANSWER_LIMITS,
  turn: Turn = startTurn(),
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
    size = portion.length === 0 ? size * 2 : PORTION; // a row that is longer than the portion is read in a larger one
    await turn.pause();
  }
  return objects;
}

/** The separators in a part of CSV, those inside quotes too; more than `max` once they are. */
function countSeparators(text: string, separators: readonly string[], max: number): number {
  let count = 0;
  for (const separator of separators)
    for (let at = text.indexOf(separator); at !== -1 && count <= max; at = text.indexOf(separator, at + 1)) count += 1;
  return count;
}

function rowObject(row: readonly string[], names: readonly string[]): JsonObject {
  return Object.fromEntries(row.map((value, at) => [names[at] ?? `column${at + 1}`, value]));
}

/** Numbers empty and repeated names, because two columns of one name would overwrite each other. */
function uniqueNames(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.map((name, at) => {
    const isTaken = name === '' || seen.has(name);
    seen.add(name);
    return isTaken ? `${name || 'column'}${at + 1}` : name;
  });
}

type Portion = { rows: string[][] /** The characters of the whole rows. */; length: number };
type Parsed = { data: string[][]; errors: readonly unknown[]; meta: { cursor: number } };

/** The rows that end in the text; the end of the last text ends its last row. Null when a quote is malformed. */
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
  // One error can be a quote at the end of the portion, whose next character is not there yet.
  if (isMalformed || errors.length > 1) return null;
  if (meta.cursor === 0) limitColumns(text, newline);
  return { rows, length: meta.cursor };
}

function parse(text: string, options: { newline: string; step?: (row: Parsed) => void }, isLast: boolean): Parsed {
  return new Papa.Parser({ delimiter: ',', ...options } as Papa.ParseConfig).parse(text, 0, !isLast) as Parsed;
}

/** A row that has not ended yet may already have too many columns. */
function limitColumns(text: string, newline: '\n' | '\r'): void {
  const [begun = []] = parse(text, { newline }, true).data;
  if (begun.length > MAX_COLUMNS) throw new AnswerLimitExceeded('columns', MAX_COLUMNS);
}

/**
 * The parser knows one kind of line end, and files mix them: an unquoted last cell may end with the `\r` of `\r\n`. In a
 * quoted one, a `\r` belongs to the value.
 */
function dropCarriageReturn(cells: string[], text: string, cursor: number): void {
  const last = cells.at(-1) ?? '';
  if (!last.endsWith('\r')) return;
  const end = text[cursor - 1] === '\n' ? cursor - 1 : cursor;
  if (text[end - 1] === '\r' && text[end - 2] !== '"') cells[cells.length - 1] = last.slice(0, -1);
}

/** A line with only a quoted empty cell is not blank. */
function isBlank(cells: readonly string[], first: string | undefined): boolean {
  return cells.length === 1 && cells[0] === '' && first !== '"';
}
