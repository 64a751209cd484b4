/**
 * A JSON parser for texts that hold exact numbers, and for large texts. JSON.parse cannot return exact numbers; marking
 * them in the text, parsing the marked text and walking over the result takes several times as long. This parser reads
 * each character once. It is not recursive: its own stack holds the position, so it can pause at any value of any
 * depth.
 */
import type { ExactNumber } from './exact_number.ts';
import { heldNumber } from './held_numbers.ts';
import type { Json, JsonObject } from './json.ts';
import {
  afterBlanks,
  BACKSLASH,
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  isAt,
  MINUS,
  NEWLINE,
  NINE,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
  SPACE,
  ZERO,
} from './json_codes.ts';
import { LONG, type LongString, readPortion } from './long_string.ts';
import { readNumber, valueOf } from './number_token.ts';
import { KEYS, NO_KEYS, type Reader } from './reader_state.ts';
import { stringEnd } from './string_end.ts';
import { unescaped } from './unescaped.ts';

const PROTO: string = '__proto__';
/** Max length of a string that is read unit by unit; for longer strings JSON.parse is faster. */
const SHORT = 64;

/** Reads until the end of the text or the unit `until`. Returns true at the end; `reader.value` is then set. */
export function read(reader: Reader, until: number): boolean {
  if (!readOne(reader, until)) return false;
  skipBlanks(reader);
  return reader.at < reader.codes.length ? fail(reader) : true;
}

/** Moves to the next value, in a text with one value per line. Returns false at the end of the text. */
export function skipLines(reader: Reader): boolean {
  const { at, codes } = reader;
  skipBlanks(reader);
  if (reader.at === codes.length) return false;
  return at === 0 || codes.subarray(at, reader.at).includes(NEWLINE) || fail(reader);
}

/** Like `read`, but stops at the end of the first value. */
export function readOne(reader: Reader, until: number): boolean {
  const { codes } = reader;
  while (reader.value === undefined) {
    if (reader.at >= until) return false;
    if (reader.long !== null) {
      readLong(reader, reader.long);
      continue;
    }
    let code = reader.at < codes.length ? (codes[reader.at] as number) : 0;
    if (code <= SPACE) code = skipBlanks(reader);
    if (code === OPEN_OBJECT) enter(reader, {}, CLOSE_OBJECT);
    else if (code === OPEN_LIST) enter(reader, [], CLOSE_LIST);
    else {
      const value = readScalar(reader, code);
      if (reader.long !== null) continue;
      // The most frequent case, a value that is followed by another value, avoids the call of `place`.
      if (codes[reader.at] !== COMMA || reader.inside === null) place(reader, value);
      else {
        put(reader, value);
        next(reader, COMMA);
        if (!reader.isList) readName(reader, skipBlanks(reader));
      }
    }
  }
  return true;
}

function enter(reader: Reader, value: Json[] | JsonObject, close: number): void {
  reader.at += 1;
  reader.values += 1;
  reader.depth += 1;
  if (reader.depth > reader.limits.depth) reader.limits.exceeded('depth', reader.limits.depth);
  const code = skipBlanks(reader);
  if (code === close) {
    reader.at += 1;
    reader.depth -= 1;
    return place(reader, value);
  }
  reader.around.push(reader.inside);
  reader.names.push(reader.name);
  reader.counts.push(reader.members);
  reader.inside = value;
  reader.isList = close === CLOSE_LIST;
  reader.members = reader.isList ? 1 : 0;
  if (!reader.isList) readName(reader, code);
}

function readScalar(reader: Reader, code: number): Json {
  if (code === QUOTE) return readString(reader, true);
  if (code === MINUS || (code >= ZERO && code <= NINE)) return readNumberValue(reader);
  return readLiteral(reader, code);
}

function put(reader: Reader, value: Json): void {
  if (reader.isList) (reader.inside as Json[]).push(value);
  else if (reader.name === PROTO) reader.inside = withProto(reader.inside as JsonObject, value);
  else (reader.inside as JsonObject)[reader.name] = value;
}

/**
 * Adds a value to the list or object that is being read. Then closes this list or object, and each enclosing one that
 * ends at the same position.
 */
function place(reader: Reader, given: Json): void {
  const { codes } = reader;
  for (let value = given; ; ) {
    if (reader.inside === null) {
      reader.value = value;
      return;
    }
    put(reader, value);
    let code = codes[reader.at] as number;
    if (code <= SPACE) code = skipBlanks(reader);
    if (code !== (reader.isList ? CLOSE_LIST : CLOSE_OBJECT)) {
      next(reader, code);
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
function next(reader: Reader, code: number): void {
  if (code !== COMMA) fail(reader);
  reader.at += 1;
  reader.values += 1;
  if (reader.values > reader.limits.values) reader.limits.exceeded('values', reader.limits.values);
  if (reader.isList) countMember(reader);
}

function countMember(reader: Reader): void {
  reader.members += 1;
  if (reader.members > reader.limits.members) reader.limits.exceeded('members', reader.limits.members);
}

/** Reads a key and its colon. `code`: the first unit of the key, which must be a quote. */
function readName(reader: Reader, code: number): void {
  if (code !== QUOTE) fail(reader);
  countMember(reader);
  reader.name = readKey(reader);
  if (skipBlanks(reader) !== COLON) fail(reader);
  reader.at += 1;
}

/** Moves to the next unit that is no white space and returns it; 0 at the end. */
function skipBlanks(reader: Reader): number {
  const { codes, at } = reader;
  if (at >= codes.length) return 0;
  const code = codes[at] as number;
  if (code > SPACE) return code;
  reader.at = afterBlanks(codes, at);
  return reader.at < codes.length ? (codes[reader.at] as number) : 0;
}

/** Reads null, true or false. */
function readLiteral(reader: Reader, first: number): Json {
  const { codes, at } = reader;
  if (first === 0x6e && codes[at + 1] === 0x75 && codes[at + 2] === 0x6c && codes[at + 3] === 0x6c) {
    reader.at = at + 4;
    return null;
  }
  if (first === 0x74 && codes[at + 1] === 0x72 && codes[at + 2] === 0x75 && codes[at + 3] === 0x65) {
    reader.at = at + 4;
    return true;
  }
  if (first !== 0x66 || codes[at + 1] !== 0x61 || codes[at + 2] !== 0x6c || codes[at + 3] !== 0x73) return fail(reader);
  reader.at = at + 5;
  return codes[at + 4] === 0x65 ? false : fail(reader);
}

function readNumberValue(reader: Reader): number | ExactNumber {
  const { codes, at, token } = reader;
  readNumber(codes, at, token);
  const { end } = token;
  if (!token.isValid) return fail(reader);
  reader.at = end;
  return token.isExact ? heldNumber(reader.text, at, token) : valueOf(token);
}

/** Reads a string. With `mayPause`, `readLong` reads a long string later, in portions. */
function readString(reader: Reader, mayPause = false): string {
  const { codes, text } = reader;
  reader.values += 1;
  const start = reader.at + 1;
  const near = Math.min(start + SHORT, codes.length);
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
function readAnyString(reader: Reader, start: number, from: number, mayPause: boolean): string {
  const { codes, text } = reader;
  const end = stringEnd(text, codes, from, mayPause ? start + LONG : codes.length);
  if (end === codes.length) return fail(reader);
  if (mayPause && end - start > LONG) {
    reader.long = { found: '', isWhole: false, start, isPlain: true };
    reader.at = start;
    return '';
  }
  reader.at = end + 1;
  return unescaped(codes, start, end) ?? (JSON.parse(text.slice(start - 1, end + 1)) as string);
}

function readLong(reader: Reader, long: LongString): void {
  reader.at = readPortion(reader.text, reader.codes, reader.at, long);
  if (reader.at >= reader.codes.length) fail(reader);
  if (!long.isWhole) return;
  reader.at += 1;
  reader.long = null;
  place(reader, long.found);
}

function readKey(reader: Reader): string {
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
      if (keys === NO_KEYS) return reader.text.slice(start, i);
      const slot = (hash ^ (hash >>> 7)) & (KEYS - 1);
      const known = keys[slot] as string;
      return isAt(known, codes, start, i) ? known : (keys[slot] = reader.text.slice(start, i));
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
function withProto(object: JsonObject, value: Json): JsonObject {
  if (!Object.hasOwn(object, PROTO)) return { ...object, [PROTO]: value };
  object[PROTO] = value;
  return object;
}

function fail({ at }: Reader): never {
  throw new SyntaxError(`No valid JSON at character ${at}.`);
}
