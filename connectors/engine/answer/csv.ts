import type { AnswerLimits } from '../../../lib/http/answer_limits.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import { limitSeparators } from './text_limits.ts';

// Both patterns match one separator. A pattern that matches a whole cell overflows the stack on a cell of megabytes.
const STOP = /[",\r\n]/g;
const END = /,|\r\n|\n|\r|$/y;

/**
 * Parses CSV (RFC 4180) into one object per row. The first line holds the keys; every value is a string. Null when a
 * quote is not closed: the file was truncated.
 */
export function readCsv(text: string, limits?: AnswerLimits): JsonObject[] | null {
  limitSeparators(text, [',', '\n', '\r'], limits);
  const rows = rowsOf(text.replace(/^\uFEFF/, ''));
  if (rows === null) return null;
  const names = uniqueNames(rows[0] ?? []);
  return rows.slice(1).map((row) => rowObject(row, names));
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

function rowsOf(text: string): string[][] | null {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at < text.length || row.length > 0; ) {
    const cell = cellAt(text, at);
    const end = cell && matchAt(END, text, cell.until);
    if (!end) return null;
    at = cell.until + end[0].length;
    row.push(cell.value);
    if (end[0] === ',') continue;
    // Blank lines are skipped.
    if (row.length > 1 || row[0] !== '' || cell.isQuoted) rows.push(row);
    row = [];
  }
  return rows;
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
