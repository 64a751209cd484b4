/**
 * Writes JSON text with exact numbers in their original digits. JSON.stringify cannot write exact numbers, and calling
 * a `toJSON` of each number takes up to three hundred times as long. The writer is not recursive: its own stack holds
 * the position, so it can pause at any value of any depth.
 */
import { Buffer } from 'node:buffer';
import { portionEnd } from '../loop/utf8_in_turns.ts';
import { ExactNumber } from './exact_number.ts';
import {
  BACKSLASH,
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  type CodeUnits,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
  SPACE,
} from './json_codes.ts';
import { plainEnd } from './plain.ts';

export type JsonWriter = {
  /** The output: UTF-16 units, stored as one byte each until a unit needs two. */
  units: CodeUnits;
  at: number;
  /** The stack of open lists and objects, the keys of each open object, and the number of members already processed. */
  open: object[];
  keys: (readonly string[] | null)[];
  done: number[];
  /** The long string that is being written ('' if none), and the number of its units already written. */
  long: string;
  longAt: number;
  /** For this many next items, the writer does not check whether JSON.stringify can write them. */
  unlikely: number;
};

/** Nesting levels after which the writer checks whether a value contains itself. */
const LEVELS_BEFORE_CYCLE_CHECK = 256;
const FIRST_BUFFER_SIZE = 16 * 1024;
/** Max size of a buffer that is kept for the next writer. */
const MAX_SPARE_SIZE = 256 * 1024;
/** Max length of a text that is copied unit by unit; V8 copies longer texts faster. */
const MAX_SHORT_LENGTH = 32;
/**
 * After an item that JSON.stringify cannot write, this many items are not checked: they are probably of the same kind.
 */
const UNCHECKED_ITEMS = 8;
/** A string of more UTF-16 units is written in portions of this size. */
const PORTION_LENGTH = 64 * 1024;
/** The highest code units that need no check for unpaired surrogates, in one-byte and in two-byte buffers. */
const MAX_LATIN1_UNIT = 0xff;
const MAX_ASCII_UNIT = 0xd7ff;
/** JSON's two-character escapes: the letter (`n` of `\n`) by the escaped code unit; 0 for a unit that has none. */
const ESCAPE_LETTERS = Uint8Array.from(
  { length: 128 },
  (_, code) => /^"\\(.)"$/.exec(JSON.stringify(String.fromCharCode(code)))?.[1]?.charCodeAt(0) ?? 0,
);

let spareBuffer: Uint8Array | null = null;
/** A buffer for the next text with two-byte units: allocating a buffer costs more than writing a record. */
let spareWideBuffer: Uint16Array | null = null;

export function newWriter(): JsonWriter {
  const units = spareBuffer ?? new Uint8Array(FIRST_BUFFER_SIZE);
  spareBuffer = null;
  return { units, at: 0, open: [], keys: [], done: [], long: '', longAt: 0, unlikely: 0 };
}

/** Returns the text. The writer must not be used afterwards. */
export function writtenText({ units, at }: JsonWriter): string {
  const bytes = Buffer.from(units.buffer, 0, at * units.BYTES_PER_ELEMENT);
  if (units instanceof Uint16Array) {
    if (units.length <= MAX_SPARE_SIZE) spareWideBuffer = units;
    return bytes.toString('utf16le');
  }
  if (units.length <= MAX_SPARE_SIZE) spareBuffer = units;
  return bytes.toString('latin1');
}

/**
 * Returns the output written so far and reuses its memory. The last unit stays, because it shows whether a comma must
 * come next. Without this, the buffer of a long text would be copied each time that it grows.
 */
export function takeText(writer: JsonWriter): string {
  const { units, at } = writer;
  const last = at - 1;
  const bytes = Buffer.from(units.buffer, 0, last * units.BYTES_PER_ELEMENT);
  const text = bytes.toString(units instanceof Uint16Array ? 'utf16le' : 'latin1');
  units[0] = units[last] as number;
  writer.at = 1;
  return text;
}

/**
 * Writes a scalar, or opens a list or object. Returns false for a value that JSON.stringify omits, like `undefined`.
 */
export function beginValue(writer: JsonWriter, value: unknown): boolean {
  if (typeof value === 'string') beginString(writer, value);
  else if (typeof value === 'number') writeAscii(writer, Number.isFinite(value) ? String(value) : 'null');
  else if (value === null) writeAscii(writer, 'null');
  else if (value instanceof ExactNumber) writeAscii(writer, value.text);
  else if (typeof value === 'boolean') writeAscii(writer, value ? 'true' : 'false');
  else if (typeof value === 'object') return openContainer(writer, value);
  else if (typeof value === 'bigint') throw new TypeError('A bigint is no JSON value');
  else return false;
  return true;
}

function beginString(writer: JsonWriter, text: string): void {
  if (text.length <= PORTION_LENGTH) return writeString(writer, text);
  putUnit(writer, QUOTE);
  writer.long = text;
  writer.longAt = 0;
}

/** Writes the next portion of the long string. */
function writeLong(writer: JsonWriter): void {
  const { long, longAt } = writer;
  const end = portionEnd(long, longAt + PORTION_LENGTH);
  const quoted = JSON.stringify(long.slice(longAt, end));
  copyText(writer, quoted.slice(1, -1));
  writer.longAt = end;
  if (end < long.length) return;
  putUnit(writer, QUOTE);
  writer.long = '';
}

function openContainer(writer: JsonWriter, value: object): boolean {
  if ('toJSON' in value && typeof value.toJSON === 'function') return beginValue(writer, value.toJSON());
  if (writer.open.length % LEVELS_BEFORE_CYCLE_CHECK === LEVELS_BEFORE_CYCLE_CHECK - 1 && writer.open.includes(value))
    throw new TypeError('A value that contains itself is no JSON value');
  const isList = Array.isArray(value);
  writer.open.push(value);
  writer.keys.push(isList ? null : Object.keys(value));
  writer.done.push(0);
  putUnit(writer, isList ? OPEN_LIST : OPEN_OBJECT);
  return true;
}

/** Writes all open lists and objects to their end, or stops after `until` units. Returns true at the end. */
export function writeUntil(writer: JsonWriter, until: number): boolean {
  const { open, keys, done } = writer;
  while (open.length > 0 || writer.long !== '') {
    if (writer.at >= until) return false;
    if (writer.long !== '') {
      writeLong(writer);
      continue;
    }
    const top = open.length - 1;
    const names = keys[top];
    const isWhole = names
      ? writeMembers(writer, open[top] as Record<string, unknown>, names, until)
      : writeItems(writer, open[top] as unknown[], until);
    if (!isWhole) continue;
    putUnit(writer, names ? CLOSE_OBJECT : CLOSE_LIST);
    open.pop();
    keys.pop();
    done.pop();
  }
  return true;
}

/** Writes items of a list until one of them opens a list, object or long string. Returns true after the last item. */
function writeItems(writer: JsonWriter, list: readonly unknown[], until: number): boolean {
  const { open, done } = writer;
  const level = open.length;
  let i = done[level - 1] as number;
  while (i < list.length && open.length === level && writer.long === '' && writer.at < until) {
    if (i > 0) putUnit(writer, COMMA);
    const end = afterPlain(writer, list, i);
    if (end > i) copyText(writer, JSON.stringify(list.slice(i, end)).slice(1, -1));
    else if (!beginValue(writer, list[i])) writeAscii(writer, 'null');
    i = Math.max(end, i + 1);
  }
  done[level - 1] = i;
  return i === list.length && open.length === level && writer.long === '';
}

/** The index after the lists and objects from `i` on that JSON.stringify can write, which is faster; `i` if none. */
function afterPlain(writer: JsonWriter, list: readonly unknown[], i: number): number {
  if (typeof list[i] !== 'object' || list[i] === null) return i;
  if (writer.unlikely > 0) {
    writer.unlikely -= 1;
    return i;
  }
  const end = plainEnd(list, i);
  if (end === i) writer.unlikely = UNCHECKED_ITEMS;
  return end;
}

function writeMembers(
  writer: JsonWriter,
  object: Readonly<Record<string, unknown>>,
  names: readonly string[],
  until: number,
): boolean {
  const { open, done } = writer;
  const level = open.length;
  let i = done[level - 1] as number;
  while (i < names.length && open.length === level && writer.long === '' && writer.at < until) {
    const name = names[i] as string;
    i += 1;
    const { at, units } = writer;
    if (units[at - 1] !== OPEN_OBJECT) putUnit(writer, COMMA);
    writeString(writer, name);
    putUnit(writer, COLON);
    if (!beginValue(writer, object[name])) writer.at = at;
  }
  done[level - 1] = i;
  return i === names.length && open.length === level && writer.long === '';
}

function putUnit(writer: JsonWriter, code: number): void {
  if (writer.at === writer.units.length) growBuffer(writer, 1);
  writer.units[writer.at] = code;
  writer.at += 1;
}

/** Writes a text of ASCII characters as it is. */
function writeAscii(writer: JsonWriter, text: string): void {
  const { length } = text;
  if (length > MAX_SHORT_LENGTH) return copyText(writer, text);
  if (writer.at + length > writer.units.length) growBuffer(writer, length);
  const { units, at } = writer;
  for (let i = 0; i < length; i += 1) units[at + i] = text.charCodeAt(i);
  writer.at = at + length;
}

function writeString(writer: JsonWriter, text: string): void {
  const { length } = text;
  if (length > MAX_SHORT_LENGTH) return copyText(writer, JSON.stringify(text));
  // Each unit takes at most two units here: a longer escape calls `copy`, which begins the string again.
  if (writer.at + 2 * length + 2 > writer.units.length) growBuffer(writer, 2 * length + 2);
  const { units } = writer;
  const last = units.BYTES_PER_ELEMENT === 1 ? MAX_LATIN1_UNIT : MAX_ASCII_UNIT;
  let { at } = writer;
  units[at] = QUOTE;
  at += 1;
  for (let i = 0; i < length; i += 1) {
    const code = text.charCodeAt(i);
    if (code < SPACE || code === QUOTE || code === BACKSLASH) {
      const letter = ESCAPE_LETTERS[code] as number;
      if (letter === 0) return copyText(writer, JSON.stringify(text));
      units[at] = BACKSLASH;
      units[at + 1] = letter;
      at += 2;
    } else {
      if (code > last) return copyText(writer, JSON.stringify(text));
      units[at] = code;
      at += 1;
    }
  }
  units[at] = QUOTE;
  writer.at = at + 1;
}

/** Copies a text to the output with Buffer.write. */
function copyText(writer: JsonWriter, text: string): void {
  const { length } = text;
  if (writer.at + length > writer.units.length) growBuffer(writer, length);
  // The test is fast for texts that V8 stores with one byte per character: V8 does not read their characters.
  if (writer.units instanceof Uint8Array && /[^\0-\xff]/.test(text)) widenBuffer(writer);
  const bytes = Buffer.from(writer.units.buffer);
  if (writer.units instanceof Uint8Array) bytes.write(text, writer.at, 'latin1');
  else bytes.write(text, 2 * writer.at, 'utf16le');
  writer.at += length;
}

function growBuffer(writer: JsonWriter, more: number): void {
  const size = Math.max(2 * writer.units.length, writer.at + more);
  const larger = writer.units instanceof Uint8Array ? new Uint8Array(size) : new Uint16Array(size);
  larger.set(writer.units.subarray(0, writer.at));
  writer.units = larger;
}

function widenBuffer(writer: JsonWriter): void {
  const { units, at } = writer;
  const wide =
    spareWideBuffer && spareWideBuffer.length >= units.length ? spareWideBuffer : new Uint16Array(units.length);
  spareWideBuffer = null;
  wide.set(units.subarray(0, at));
  writer.units = wide;
  if (units instanceof Uint8Array && units.length <= MAX_SPARE_SIZE) spareBuffer = units;
}
