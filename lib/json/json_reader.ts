/**
 * A JSON parser for texts that hold exact numbers, and for large texts. JSON.parse cannot return exact numbers; marking
 * them in the text, parsing the marked text and walking over the result takes several times as long. It reads each
 * character once, and keeps its place on a stack of its own, so that it can pause at any value of any depth.
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
import { type NumberToken, numberToken, readNumber, valueOf } from './number_token.ts';
import { stringEnd } from './string_end.ts';
import { unescaped } from './unescaped.ts';

export type Reader = {
  text: string;
  codes: Codes;
  at: number;
  token: NumberToken;
  /** The list or object that is being read; null outside of all. */
  inside: Json[] | JsonObject | null;
  isList: boolean;
  /** The key whose value comes next. */
  name: string;
  /** The lists and objects around it, and the keys that wait for their values there. */
  around: (Json[] | JsonObject | null)[];
  names: string[];
  /** The keys of the object so far, and of those around it. */
  members: number;
  counts: number[];
  /** What was read, when all was. */
  value: Json | undefined;
  /** Equal keys share one text, and equal short numbers one value: making each anew takes longer than JSON.parse. */
  keys: string[];
  /** Counted as json_scan.ts counts them. */
  values: number;
  depth: number;
  limits: JsonLimits;
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

/** `codes` are the units of the text. */
export function newReader(text: string, codes: Codes, limits: JsonLimits): Reader {
  return {
    ...{ text, codes, limits, at: 0, values: 0, depth: 0, token: numberToken() },
    ...{ inside: null, isList: false, name: '', around: [], names: [], value: undefined },
    ...{ members: 0, counts: [] },
    keys: codes.length < MIN_TO_SHARE_KEYS ? NO_KEYS : new Array<string>(KEYS).fill(''),
  };
}

/** Reads to the end of the text, or until it is past the unit `until`. True at the end; then `value` is there. */
export function read(reader: Reader, until: number): boolean {
  if (!readOne(reader, until)) return false;
  skipBlanks(reader);
  return reader.at < reader.codes.length ? fail(reader) : true;
}

/** Of a text with a value in each line: goes to the next value. False at the end. */
export function skipLines(reader: Reader): boolean {
  const { at, codes } = reader;
  skipBlanks(reader);
  if (reader.at === codes.length) return false;
  return at === 0 || codes.subarray(at, reader.at).includes(NEWLINE) || fail(reader);
}

/** The same as `read`, up to the end of the first value. */
export function readOne(reader: Reader, until: number): boolean {
  const { codes } = reader;
  while (reader.value === undefined) {
    if (reader.at >= until) return false;
    let code = reader.at < codes.length ? (codes[reader.at] as number) : 0;
    if (code <= SPACE) code = skipBlanks(reader);
    if (code === OPEN_OBJECT) enter(reader, {}, CLOSE_OBJECT);
    else if (code === OPEN_LIST) enter(reader, [], CLOSE_LIST);
    else {
      const value = readScalar(reader, code);
      // Most values are followed by another.
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
  reader.members = 0;
  reader.inside = value;
  reader.isList = close === CLOSE_LIST;
  if (!reader.isList) readName(reader, code);
}

function readScalar(reader: Reader, code: number): Json {
  if (code === QUOTE) return readString(reader);
  if (code === MINUS || (code >= ZERO && code <= NINE)) return readNumberValue(reader);
  return readLiteral(reader, code);
}

function put(reader: Reader, value: Json): void {
  if (reader.isList) (reader.inside as Json[]).push(value);
  else if (reader.name === PROTO) reader.inside = withProto(reader.inside as JsonObject, value);
  else (reader.inside as JsonObject)[reader.name] = value;
}

/** Puts a value where it belongs, and leaves the lists and objects that end after it. */
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

/** Goes past the comma. */
function next(reader: Reader, code: number): void {
  if (code !== COMMA) fail(reader);
  reader.at += 1;
  reader.values += 1;
  if (reader.values > reader.limits.values) reader.limits.exceeded('values', reader.limits.values);
}

/** Reads a key and its colon. `code`: the first of the key. */
function readName(reader: Reader, code: number): void {
  if (code !== QUOTE) fail(reader);
  reader.members += 1;
  if (reader.members > reader.limits.keys) reader.limits.exceeded('keys', reader.limits.keys);
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
 * `__proto__` is an ordinary JSON key, but assigning to it changes the prototype unless the object has the key. A
 * literal with a computed key defines it, several times faster than Object.defineProperty.
 */
function withProto(object: JsonObject, value: Json): JsonObject {
  if (!Object.hasOwn(object, PROTO)) return { ...object, [PROTO]: value };
  object[PROTO] = value;
  return object;
}

function fail({ at }: Reader): never {
  throw new SyntaxError(`No valid JSON at character ${at}.`);
}
