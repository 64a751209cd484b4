/**
 * A JSON parser for texts that hold exact numbers, and for large texts. JSON.parse cannot return exact numbers; marking
 * them in the text, parsing the marked text and walking over the result takes several times as long. This parser reads
 * each character once. It is not recursive: its own stack holds the position, so it can pause at any value of any
 * depth.
 */
import type { ExactNumber } from './exact_number.ts';
import { cachedNumber } from './held_numbers.ts';
import type { Json, JsonObject } from './json.ts';
import {
  afterBlanks,
  BACKSLASH,
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  DIGIT_NINE,
  DIGIT_ZERO,
  isWordAt,
  MINUS,
  NEWLINE,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
  SPACE,
} from './json_codes.ts';
import { LONG_STRING_LENGTH, type LongString, readPortion } from './long_string.ts';
import { numberValueOf, readNumber } from './number_token.ts';
import { EMPTY_KEY_CACHE, type JsonReader, KEY_CACHE_SLOTS } from './reader_state.ts';
import { stringEnd } from './string_end.ts';
import { unescapedText } from './unescaped.ts';

const PROTO_KEY: string = '__proto__';
/** Max length of a string that is read unit by unit; for longer strings JSON.parse is faster. */
const MAX_SHORT_LENGTH = 64;

/** Reads until the end of the text or the unit `until`. Returns true at the end; `reader.value` is then set. */
export function readUntil(reader: JsonReader, until: number): boolean {
  if (!readOneValue(reader, until)) return false;
  skipBlanks(reader);
  return reader.at < reader.codes.length ? throwSyntaxError(reader) : true;
}

/** Moves to the next value, in a text with one value per line. Returns false at the end of the text. */
export function skipLines(reader: JsonReader): boolean {
  const { at, codes } = reader;
  skipBlanks(reader);
  if (reader.at === codes.length) return false;
  return at === 0 || codes.subarray(at, reader.at).includes(NEWLINE) || throwSyntaxError(reader);
}

/** Like `read`, but stops at the end of the first value. */
export function readOneValue(reader: JsonReader, until: number): boolean {
  const { codes } = reader;
  while (reader.value === undefined) {
    if (reader.at >= until) return false;
    if (reader.long !== null) {
      readLong(reader, reader.long);
      continue;
    }
    let code = reader.at < codes.length ? (codes[reader.at] as number) : 0;
    if (code <= SPACE) code = skipBlanks(reader);
    if (code === OPEN_OBJECT) enterContainer(reader, {}, CLOSE_OBJECT);
    else if (code === OPEN_LIST) enterContainer(reader, [], CLOSE_LIST);
    else {
      const value = readScalar(reader, code);
      if (reader.long !== null) continue;
      // The most frequent case, a value that is followed by another value, avoids the call of `place`.
      if (codes[reader.at] !== COMMA || reader.inside === null) placeValue(reader, value);
      else {
        putValue(reader, value);
        readNextComma(reader, COMMA);
        if (!reader.isList) readName(reader, skipBlanks(reader));
      }
    }
  }
  return true;
}

function enterContainer(reader: JsonReader, value: Json[] | JsonObject, close: number): void {
  reader.at += 1;
  reader.values += 1;
  reader.depth += 1;
  if (reader.depth > reader.limits.depth) reader.limits.exceeded('depth', reader.limits.depth);
  const code = skipBlanks(reader);
  if (code === close) {
    reader.at += 1;
    reader.depth -= 1;
    return placeValue(reader, value);
  }
  reader.around.push(reader.inside);
  reader.names.push(reader.name);
  reader.counts.push(reader.members);
  reader.inside = value;
  reader.isList = close === CLOSE_LIST;
  reader.members = reader.isList ? 1 : 0;
  if (!reader.isList) readName(reader, code);
}

function readScalar(reader: JsonReader, code: number): Json {
  if (code === QUOTE) return readString(reader, true);
  if (code === MINUS || (code >= DIGIT_ZERO && code <= DIGIT_NINE)) return readNumberValue(reader);
  return readLiteral(reader, code);
}

function putValue(reader: JsonReader, value: Json): void {
  if (reader.isList) (reader.inside as Json[]).push(value);
  else if (reader.name === PROTO_KEY) reader.inside = setProtoKey(reader.inside as JsonObject, value);
  else (reader.inside as JsonObject)[reader.name] = value;
}

/**
 * Adds a value to the list or object that is being read. Then closes this list or object, and each enclosing one that
 * ends at the same position.
 */
function placeValue(reader: JsonReader, given: Json): void {
  const { codes } = reader;
  for (let value = given; ; ) {
    if (reader.inside === null) {
      reader.value = value;
      return;
    }
    putValue(reader, value);
    let code = codes[reader.at] as number;
    if (code <= SPACE) code = skipBlanks(reader);
    if (code !== (reader.isList ? CLOSE_LIST : CLOSE_OBJECT)) {
      readNextComma(reader, code);
      if (!reader.isList) readName(reader, skipBlanks(reader));
      return;
    }
    reader.at += 1;
    reader.depth -= 1;
    value = reader.inside as Json;
    reader.inside = reader.around.pop() ?? null;
    reader.isList = Array.isArray(reader.inside);
    reader.name = reader.names.pop() as string;
    reader.members = reader.counts.pop() as number;
  }
}

/** Reads the comma before the next value. */
function readNextComma(reader: JsonReader, code: number): void {
  if (code !== COMMA) throwSyntaxError(reader);
  reader.at += 1;
  reader.values += 1;
  if (reader.values > reader.limits.values) reader.limits.exceeded('values', reader.limits.values);
  if (reader.isList) countMember(reader);
}

function countMember(reader: JsonReader): void {
  reader.members += 1;
  if (reader.members > reader.limits.members) reader.limits.exceeded('members', reader.limits.members);
}

/** Reads a key and its colon. `code`: the first unit of the key, which must be a quote. */
function readName(reader: JsonReader, code: number): void {
  if (code !== QUOTE) throwSyntaxError(reader);
  countMember(reader);
  reader.name = readKey(reader);
  if (skipBlanks(reader) !== COLON) throwSyntaxError(reader);
  reader.at += 1;
}

/** Moves to the next unit that is no white space and returns it; 0 at the end. */
function skipBlanks(reader: JsonReader): number {
  const { codes, at } = reader;
  if (at >= codes.length) return 0;
  const code = codes[at] as number;
  if (code > SPACE) return code;
  reader.at = afterBlanks(codes, at);
  return reader.at < codes.length ? (codes[reader.at] as number) : 0;
}

/** Reads null, true or false. */
function readLiteral(reader: JsonReader, first: number): Json {
  const { codes, at } = reader;
  if (first === 0x6e && codes[at + 1] === 0x75 && codes[at + 2] === 0x6c && codes[at + 3] === 0x6c) {
    reader.at = at + 4;
    return null;
  }
  if (first === 0x74 && codes[at + 1] === 0x72 && codes[at + 2] === 0x75 && codes[at + 3] === 0x65) {
    reader.at = at + 4;
    return true;
  }
  if (first !== 0x66 || codes[at + 1] !== 0x61 || codes[at + 2] !== 0x6c || codes[at + 3] !== 0x73)
    return throwSyntaxError(reader);
  reader.at = at + 5;
  return codes[at + 4] === 0x65 ? false : throwSyntaxError(reader);
}

function readNumberValue(reader: JsonReader): number | ExactNumber {
  const { codes, at, token } = reader;
  readNumber(codes, at, token);
  const { end } = token;
  if (!token.isValid) return throwSyntaxError(reader);
  reader.at = end;
  return token.isExact ? cachedNumber(reader.text, at, token) : numberValueOf(token);
}

/** Reads a string. With `mayPause`, `readLong` reads a long string later, in portions. */
function readString(reader: JsonReader, mayPause = false): string {
  const { codes, text } = reader;
  reader.values += 1;
  const start = reader.at + 1;
  const near = Math.min(start + MAX_SHORT_LENGTH, codes.length);
  let i = start;
  while (i < near) {
    const code = codes[i] as number;
    if (code === QUOTE) {
      reader.at = i + 1;
      return text.slice(start, i);
    }
    if (code < SPACE || code === BACKSLASH) break;
    i += 1;
  }
  return readAnyString(reader, start, i, mayPause);
}

/** Reads a string that is long, has escapes or is invalid. */
function readAnyString(reader: JsonReader, start: number, from: number, mayPause: boolean): string {
  const { codes, text } = reader;
  const end = stringEnd(text, codes, from, mayPause ? start + LONG_STRING_LENGTH : codes.length);
  if (end === codes.length) return throwSyntaxError(reader);
  if (mayPause && end - start > LONG_STRING_LENGTH) {
    reader.long = { found: '', isWhole: false, start, isPlain: true };
    reader.at = start;
    return '';
  }
  reader.at = end + 1;
  return unescapedText(codes, start, end) ?? (JSON.parse(text.slice(start - 1, end + 1)) as string);
}

function readLong(reader: JsonReader, long: LongString): void {
  reader.at = readPortion(reader.text, reader.codes, reader.at, long);
  if (reader.at >= reader.codes.length) throwSyntaxError(reader);
  if (!long.isWhole) return;
  reader.at += 1;
  reader.long = null;
  placeValue(reader, long.found);
}

function readKey(reader: JsonReader): string {
  const { codes, keys } = reader;
  const { length } = codes;
  const start = reader.at + 1;
  let i = start;
  let hash = 0;
  while (i < length) {
    const code = codes[i] as number;
    if (code === QUOTE) {
      reader.at = i + 1;
      reader.values += 1;
      if (keys === EMPTY_KEY_CACHE) return reader.text.slice(start, i);
      const slot = (hash ^ (hash >>> 7)) & (KEY_CACHE_SLOTS - 1);
      const known = keys[slot] as string;
      return isWordAt(known, codes, start, i) ? known : (keys[slot] = reader.text.slice(start, i));
    }
    if (code === BACKSLASH || code < SPACE) break;
    hash = (Math.imul(hash, 31) + code) | 0;
    i += 1;
  }
  return readString(reader);
}

/**
 * Sets the member `__proto__`, an ordinary key in JSON. An assignment would change the prototype if the object does not
 * have the key yet. A literal with a computed key is several times faster than Object.defineProperty.
 */
function setProtoKey(object: JsonObject, value: Json): JsonObject {
  if (!Object.hasOwn(object, PROTO_KEY)) return { ...object, [PROTO_KEY]: value };
  object[PROTO_KEY] = value;
  return object;
}

function throwSyntaxError({ at }: JsonReader): never {
  throw new SyntaxError(`No valid JSON at character ${at}.`);
}
