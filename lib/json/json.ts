/**
 * JSON with exact numbers. JSON.parse turns 12345678901234567890 into 12345678901234567000 and 1.0 into 1; this module
 * reads such a number as an ExactNumber, which holds the original text.
 *
 * A scan counts the parts of the text and looks for such numbers. A text with such numbers is parsed by json_reader.ts,
 * any other text by JSON.parse. Both take time linear in the length of the text. `npm run bench -- json` compares them.
 */
import { currentTurn, type EventLoopTurn } from '../loop/turn.ts';
import { ExactNumber } from './exact_number.ts';
import { type CodeUnits, codesInTurns, codesOf, NEWLINE } from './json_codes.ts';
import { readOneValue, readUntil, skipLines } from './json_reader.ts';
import { NO_BOUND, scanJson } from './json_scan.ts';
import { beginValue, type JsonWriter, newWriter, takeText, writeUntil, writtenText } from './json_writer.ts';
import { isPlain } from './plain.ts';
import { type JsonReader, newJsonReader } from './reader_state.ts';

export type Json = null | boolean | number | string | ExactNumber | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };

/** Max nesting of a document: the functions that read parsed values are recursive, and the stack is limited. */
export const MAX_DEPTH = 2000;

/** The max size of a document; `members`: of each list or object in it. `exceeded` throws the caller's error. */
export type JsonLimits = {
  values: number;
  depth: number;
  members: number;
  exceeded(limit: 'values' | 'depth' | 'members', max: number): never;
};

export const NO_LIMITS: JsonLimits = {
  values: NO_BOUND,
  depth: MAX_DEPTH,
  members: NO_BOUND,
  exceeded() {
    throw new SyntaxError('JSON is nested too deeply');
  },
};

/** Parses JSON text. Throws SyntaxError for invalid JSON. Creates no more values than the limits allow. */
export function parseJson(text: string, limits = NO_LIMITS): Json {
  if (isShort(text, limits) && !MAYBE_EXACT_NUMBER.test(text)) return JSON.parse(text) as Json;
  const codes = codesOf(text);
  const bounds = boundsOf(limits);
  const isCounted = hasFewMembers(text, limits);
  return !isCounted || countValues(text, codes, bounds).hasExact
    ? readJson(text, codes, bounds)
    : (JSON.parse(text) as Json);
}

/**
 * Parses text with one JSON value per line. Skips empty lines. The limits apply to all lines together. Throws
 * SyntaxError for a line that is not JSON.
 */
export async function parseJsonLines(text: string, limits: JsonLimits, turn = currentTurn()): Promise<Json[]> {
  const found: Json[] = [];
  const bounds = {
    ...boundsOf(limits),
    exceeded: (limit: 'values' | 'depth' | 'members') => limits.exceeded(limit, limits[limit]),
  };
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf('\n', at + PORTION_LENGTH);
    const lines = text.slice(at, newline === -1 ? text.length : newline + 1);
    at += lines.length;
    const codes = codesOf(lines);
    // A line that is longer than a portion is counted while it is read.
    const isCounted = lines.length <= 2 * PORTION_LENGTH && hasFewMembers(lines, bounds);
    const { hasExact, values } = isCounted ? countValues(lines, codes, { ...bounds, isWhole: true }) : ALL_EXACT;
    const reader = newJsonReader(lines, codes, isCounted ? NO_LIMITS : bounds);
    const before = found.length;
    if (hasExact) await readLinesInTurns(reader, found, turn);
    else for (const line of lines.split('\n')) if (line.trim() !== '') found.push(JSON.parse(line) as Json);
    bounds.values -= (isCounted ? values : reader.values) + found.length - before;
    if (bounds.values < 0) bounds.exceeded('values');
    await turn.pause();
  }
  return found;
}

const ALL_EXACT = { hasExact: true, values: 0 };

async function readLinesInTurns(reader: JsonReader, found: Json[], turn: EventLoopTurn): Promise<void> {
  while (skipLines(reader)) {
    const begin = reader.at;
    for (let until = begin + PORTION_LENGTH; !readOneValue(reader, until); until = reader.at + PORTION_LENGTH)
      await turn.pause();
    if (reader.codes.subarray(begin, reader.at).includes(NEWLINE)) throw new SyntaxError('A value spans lines.');
    found.push(reader.value as Json);
    reader.value = undefined;
    await turn.pause();
  }
}

async function readInTurns(reader: JsonReader, turn: EventLoopTurn): Promise<Json> {
  for (let until = PORTION_LENGTH; !readUntil(reader, until); until = reader.at + PORTION_LENGTH) await turn.pause();
  return reader.value as Json;
}

function readJson(text: string, codes: CodeUnits, limits: JsonLimits): Json {
  const reader = newJsonReader(text, codes, limits);
  readUntil(reader, Number.POSITIVE_INFINITY);
  return reader.value as Json;
}

/** UTF-16 units that are read or written before the code checks whether it must yield the event loop. */
export const PORTION_LENGTH = 32 * 1024;

/** Parses a text of any size, and yields the event loop meanwhile. */
export async function parseJsonInTurns(text: string, limits: JsonLimits, turn = currentTurn()): Promise<Json> {
  const codes = await codesInTurns(text, turn);
  return readInTurns(newJsonReader(text, codes, boundsOf(limits)), turn);
}

/** Matches numbers that may have to be exact. A match inside a string does no harm: parsing only takes longer. */
const MAYBE_EXACT_NUMBER = /[\d.][eE]|\.\d*0(?!\d)|[\d.]{16}|-0|0\.000000/;
const MAX_SHORT_LENGTH = 2_000;

/** Whether the text is too short to exceed a limit. */
function isShort({ length }: string, { values, depth, members }: JsonLimits): boolean {
  return length <= MAX_SHORT_LENGTH && length <= values && length <= depth && length <= members;
}

/** Whether no list or object can exceed `members`: each member is a value, and takes two units with its comma. */
function hasFewMembers({ length }: string, { values, members }: JsonLimits): boolean {
  return values <= members || length <= 2 * members;
}

/** Counts the values up to the first exact number. If there is such a number, the reader counts all values itself. */
function countValues(
  text: string,
  codes: CodeUnits,
  bounds: JsonLimits & { isWhole?: boolean },
): { values: number; hasExact: boolean } {
  const { values, depth, hasExact } = scanJson(text, codes, bounds);
  if (depth > bounds.depth) bounds.exceeded('depth', bounds.depth);
  if (values > bounds.values) bounds.exceeded('values', bounds.values);
  return { values, hasExact };
}

function boundsOf(limits: JsonLimits): JsonLimits {
  return { ...limits, depth: Math.min(limits.depth, MAX_DEPTH) };
}

/** Writes JSON text. Exact numbers keep their original text. Omits `undefined`, as JSON.stringify does. */
export function stringifyJson(value: unknown): string {
  if (isPlain(value)) return JSON.stringify(value);
  const writer = beginWriter(value);
  writeUntil(writer, Number.POSITIVE_INFINITY);
  return writtenText(writer);
}

/** Writes a value of any size as JSON, and yields the event loop meanwhile. */
export async function stringifyJsonInTurns(value: unknown, turn = currentTurn()): Promise<string> {
  if (isPlain(value)) return JSON.stringify(value);
  const writer = beginWriter(value);
  const parts: string[] = [];
  for (let until = PORTION_LENGTH; !writeUntil(writer, until); until = writer.at + PORTION_LENGTH) {
    if (writer.at > MAX_BUFFERED_LENGTH) parts.push(takeText(writer));
    await turn.pause();
  }
  parts.push(writtenText(writer));
  return parts.length === 1 ? (parts[0] as string) : parts.join('');
}

/** A writer that holds more UTF-16 units than this is emptied between two portions. */
const MAX_BUFFERED_LENGTH = 4 * PORTION_LENGTH;

function beginWriter(value: unknown): JsonWriter {
  const writer = newWriter();
  if (!beginValue(writer, value)) throw new TypeError('undefined is no JSON value');
  return writer;
}

/** True for a JSON object: not null, not an array, not an exact number. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}
