import { AnswerLimitExceeded, type AnswerLimits } from '../../../lib/http/answer_limits.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import { limitSeparators } from './text_limits.ts';

// Both patterns match one separator. A pattern that matches a whole cell overflows the stack on a cell of megabytes.
const STOP = /[",\r\n]/g;
const END = /,|\r\n|\n|\r|$/y;
/** Each row becomes an object with a key for each column. */
const MAX_COLUMNS = 10_000;
/** Characters between two pauses: some 10 ms of work. */
const PORTION = 128 * 1024;

/**
 * Parses CSV (RFC 4180) into one object per row. The first line holds the keys; every value is a string. Null when a
 * quote is not closed: the file was truncated. Throws AnswerLimitExceeded.
 */
export function readCsv(text: string, limits?: AnswerLimits): JsonObject[] | null {
  const portions = readCsvInPortions(text, limits);
  for (;;) {
    const { done, value } = portions.next();
    if (done) return value;
  }
}

/** The same for a large text: yields where other work may have its turn. */
export function* readCsvInPortions(text: string, limits?: AnswerLimits): Generator<void, JsonObject[] | null> {
  limitSeparators(text, [',', '\n', '\r'], limits);
  let names: string[] | undefined;
  let pauseAt = PORTION;
  const objects: JsonObject[] = [];
  for (const { row, at } of rowsOf(text.replace(/^\uFEFF/, ''))) {
    if (row === null) return null;
    if (names) objects.push(rowObject(row, names));
    else names = uniqueNames(row);
    if (at < pauseAt) continue;
    pauseAt = at + PORTION;
    yield;
  }
  return objects;
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

/** Each row with the position after it; null for the last one if its quote is not closed. */
function* rowsOf(text: string): Generator<{ row: string[] | null; at: number }> {
  let row: string[] = [];
  for (let at = 0; at < text.length || row.length > 0; ) {
    const cell = cellAt(text, at);
    const end = cell && matchAt(END, text, cell.until);
    if (!end) return yield { row: null, at };
    at = cell.until + end[0].length;
    row.push(cell.value);
    if (row.length > MAX_COLUMNS) throw new AnswerLimitExceeded('columns', MAX_COLUMNS);
    if (end[0] === ',') continue;
    // Blank lines are skipped.
    if (row.length > 1 || row[0] !== '' || cell.isQuoted) yield { row, at };
    row = [];
  }
}

type Cell = { value: string; until: number; isQuoted: boolean };

/** Null when the cell's quote is not closed. */
function cellAt(text: string, at: number): Cell | null {
  if (text[at] !== '"') {
    const until = matchAt(STOP, text, at)?.index ?? text.length;
    return { value: text.slice(at, until), until, isQuoted: false };
  }
  let close = text.indexOf('"', at + 1);
  while (close !== -1 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  if (close === -1) return null;
  return { value: text.slice(at + 1, close).replaceAll('""', '"'), until: close + 1, isQuoted: true };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
