/**
 * Reads JSON in portions, so that other work of the process gets its turn between them. Containers of the outer levels
 * are read one member at a time; anything below them is read at once.
 */

import type { Json, JsonLimits, JsonObject } from './json.ts';
import { CLOSE_LIST, CLOSE_OBJECT, COLON, type Codes, OPEN_LIST, OPEN_OBJECT, QUOTE } from './json_codes.ts';
import {
  close,
  fail,
  newReader,
  next,
  open,
  type Reader,
  readKey,
  readValue,
  skipBlanks,
  withMember,
} from './json_reader.ts';

/** A list of records is rarely nested deeper. */
const LEVELS = 8;
/** Units between two pauses: some 5 ms of work. */
export const PORTION = 256 * 1024;

type Portions = Generator<void, Json>;

/** Yields after each portion and returns the value. */
export function* readJsonInPortions(text: string, codes: Codes, limits: JsonLimits): Portions {
  const reader = newReader(text, codes, limits);
  const value = yield* readMember(reader, 0);
  skipBlanks(reader);
  return reader.at < codes.length ? fail(reader) : value;
}

function* readMember(reader: Reader, level: number): Portions {
  if (reader.at >= reader.pauseAt) {
    reader.pauseAt = reader.at + PORTION;
    yield;
  }
  const code = skipBlanks(reader);
  if (level < LEVELS && code === OPEN_LIST) return yield* readList(reader, level + 1);
  if (level < LEVELS && code === OPEN_OBJECT) return yield* readObject(reader, level + 1);
  return readValue(reader);
}

function* readList(reader: Reader, level: number): Generator<void, Json[]> {
  const list: Json[] = [];
  open(reader);
  if (skipBlanks(reader) === CLOSE_LIST) return close(reader, list);
  for (;;) {
    list.push(yield* readMember(reader, level));
    const code = skipBlanks(reader);
    if (code === CLOSE_LIST) return close(reader, list);
    next(reader, code);
  }
}

function* readObject(reader: Reader, level: number): Generator<void, JsonObject> {
  let object: JsonObject = {};
  open(reader);
  if (skipBlanks(reader) === CLOSE_OBJECT) return close(reader, object);
  for (;;) {
    if (skipBlanks(reader) !== QUOTE) return fail(reader);
    const key = readKey(reader);
    if (skipBlanks(reader) !== COLON) return fail(reader);
    reader.at += 1;
    object = withMember(object, key, yield* readMember(reader, level));
    const code = skipBlanks(reader);
    if (code === CLOSE_OBJECT) return close(reader, object);
    next(reader, code);
  }
}
