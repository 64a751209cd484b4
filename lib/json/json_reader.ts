/**
 * A JSON parser for texts that hold exact numbers. JSON.parse cannot return them, and marking them in the text, parsing
 * the marked text and walking over the result takes several times as long. It reads each character once.
 *
 * Invalid text is given to JSON.parse, which throws its own SyntaxError. The nesting was checked before, because
 * lists and objects recurse. The state is one object: closures made per text would be optimised anew for each.
 */
import { ExactNumber } from './exact_number.ts';
import type { Json, JsonLimits, JsonObject } from './json.ts';
import {
  afterBlanks,
  BACKSLASH,
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  type Codes,
  MINUS,
  NINE,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
  SPACE,
  ZERO,
} from './json_codes.ts';
import { type NumberToken, numberToken, readNumber, valueOf } from './number_token.ts';
import { stringEnd } from './string_end.ts';
import { unescaped } from './unescaped.ts';

export type Reader = {
  text: string;
  codes: Codes;
  at: number;
  token: NumberToken;
  /** Equal keys share one text, and equal short numbers one value: making each anew takes longer than JSON.parse. */
  keys: string[];
  /** Counted as json_scan.ts counts them. */
  values: number;
  depth: number;
  limits: JsonLimits;
  /** Where json_portions.ts pauses next. */
  pauseAt: number;
};

const NUMBERS_BITS = 12;
/** Random, so that nobody can choose numbers that share a slot. */
const MULTIPLIER = (Math.floor(Math.random() * 0x7fffffff) << 1) | 1;
const KEYS = 256;
const PROTO: string = '__proto__';
const NO_NUMBER = new ExactNumber('');
const MAX_SHARED_LENGTH = 8;
/** JSON.parse reads longer strings faster than the loop. */
const SHORT = 64;

/** The numbers of all texts: at most eight characters each, so they hold no part of a text. */
const numbers = new Array<ExactNumber>(1 << NUMBERS_BITS).fill(NO_NUMBER);
const packed = new Int32Array(1 << NUMBERS_BITS);
/** A shorter text has few keys of one name. */
const MIN_TO_SHARE_KEYS = 2_000;
const NO_KEYS: string[] = [];

/** Parses JSON text. `codes` are its units. Stops where a limit is exceeded. */
export function readJson(text: string, codes: Codes, limits: JsonLimits): Json {
  const reader = newReader(text, codes, limits);
  const value = readValue(reader);
  skipBlanks(reader);
  return reader.at < codes.length ? fail(reader) : value;
}

export function newReader(text: string, codes: Codes, limits: JsonLimits): Reader {
  return {
    ...{ text, codes, limits, at: 0, pauseAt: 0, values: 0, depth: 0, token: numberToken() },
    keys: codes.length < MIN_TO_SHARE_KEYS ? NO_KEYS : new Array<string>(KEYS).fill(''),
  };
}

export function readValue(reader: Reader): Json {
  let code = reader.at < reader.codes.length ? (reader.codes[reader.at] as number) : 0;
  if (code <= SPACE) code = skipBlanks(reader);
  if (code === QUOTE) return readString(reader);
  if (code === MINUS || (code >= ZERO && code <= NINE)) return readNumberValue(reader);
  if (code === OPEN_OBJECT) return readObject(reader);
  return code === OPEN_LIST ? readList(reader) : readLiteral(reader, code);
}

/** Moves to the next unit that is no white space and returns it; 0 at the end. */
export function skipBlanks(reader: Reader): number {
  const { codes, at } = reader;
  if (at >= codes.length) return 0;
  const code = codes[at] as number;
  if (code > SPACE) return code;
  reader.at = afterBlanks(codes, at);
  return reader.at < codes.length ? (codes[reader.at] as number) : 0;
}

/** null, true and false, by their letters. */
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
  if (!token.isExact) return valueOf(token);
  if (end - at > MAX_SHARED_LENGTH) return new ExactNumber(reader.text.slice(at, end));
  const slot = Math.imul(token.packed, MULTIPLIER) >>> (32 - NUMBERS_BITS);
  if (packed[slot] === token.packed) return numbers[slot] as ExactNumber;
  packed[slot] = token.packed;
  return (numbers[slot] = new ExactNumber(reader.text.slice(at, end)));
}

function isAt(known: string, codes: Codes, start: number, end: number): boolean {
  if (known.length !== end - start) return false;
  for (let i = start; i < end; i += 1) if (known.charCodeAt(i - start) !== codes[i]) return false;
  return true;
}

function readString(reader: Reader): string {
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
  return readAnyString(reader, start, i);
}

/** A string that is long, has escapes or is invalid. */
function readAnyString(reader: Reader, start: number, from: number): string {
  const { codes, text } = reader;
  const end = stringEnd(text, codes, from);
  if (end === codes.length) return fail(reader);
  reader.at = end + 1;
  return unescaped(codes, start, end) ?? (JSON.parse(text.slice(start - 1, end + 1)) as string);
}

export function readKey(reader: Reader): string {
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

function readList(reader: Reader): Json[] {
  const list: Json[] = [];
  open(reader);
  if (skipBlanks(reader) === CLOSE_LIST) return close(reader, list);
  const { codes } = reader;
  for (;;) {
    list.push(readValue(reader));
    let code = codes[reader.at] as number;
    if (code <= SPACE) code = skipBlanks(reader);
    if (code === CLOSE_LIST) return close(reader, list);
    next(reader, code);
  }
}

/** Enters a list or an object. */
export function open(reader: Reader): void {
  reader.at += 1;
  reader.values += 1;
  reader.depth += 1;
  if (reader.depth > reader.limits.depth) reader.limits.exceeded('depth', reader.limits.depth);
}

export function close<T>(reader: Reader, value: T): T {
  reader.at += 1;
  reader.depth -= 1;
  return value;
}

/** Goes past the comma. */
export function next(reader: Reader, code: number): void {
  if (code !== COMMA) fail(reader);
  reader.at += 1;
  reader.values += 1;
  if (reader.values > reader.limits.values) reader.limits.exceeded('values', reader.limits.values);
}

function readObject(reader: Reader): JsonObject {
  let object: JsonObject = {};
  open(reader);
  if (skipBlanks(reader) === CLOSE_OBJECT) return close(reader, object);
  for (let isFirst = true; ; isFirst = false) {
    if (skipBlanks(reader) !== QUOTE) return fail(reader);
    const key = readKey(reader);
    if (skipBlanks(reader) !== COLON) return fail(reader);
    reader.at += 1;
    const member = readValue(reader);
    if (key === PROTO) object = isFirst ? { [PROTO]: member } : withProto(object, member);
    else object[key] = member;
    const code = skipBlanks(reader);
    if (code === CLOSE_OBJECT) return close(reader, object);
    next(reader, code);
  }
}

export function withMember(object: JsonObject, key: string, value: Json): JsonObject {
  if (key === PROTO) return withProto(object, value);
  object[key] = value;
  return object;
}

/**
 * `__proto__` is an ordinary JSON key, but assigning to it changes the prototype unless the object has the key. A
 * literal with a computed key defines it, several times faster than Object.defineProperty.
 */
function withProto(object: JsonObject, value: Json): JsonObject {
  if (!Object.hasOwn(object, PROTO)) return { ...object, [PROTO]: value };
  object[PROTO] = value;
  return object;
}

export function fail({ text }: Reader): never {
  JSON.parse(text);
  throw new Error('The JSON reader refused a text that JSON.parse accepts.');
}
