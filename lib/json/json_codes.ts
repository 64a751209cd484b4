import { Buffer } from 'node:buffer';
import type { EventLoopTurn } from '../loop/turn.ts';

/**
 * The UTF-16 code units of a text; a Uint8Array if each unit fits into a byte. Reading them is faster than
 * `charCodeAt`.
 */
export type CodeUnits = Uint8Array | Uint16Array;

export const NEWLINE = 0x0a;
export const SPACE = 0x20;
export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const MINUS = 0x2d;
export const DOT = 0x2e;
export const DIGIT_ZERO = 0x30;
export const DIGIT_NINE = 0x39;
export const COLON = 0x3a;
export const OPEN_LIST = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSE_LIST = 0x5d;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;

export function codesOf(text: string): CodeUnits {
  // The test is fast for texts that V8 stores with one byte per character: V8 does not read their characters.
  if (!/[^\0-\xff]/.test(text)) return ownBuffer(Buffer.from(text, 'latin1'), Uint8Array);
  return ownBuffer(Buffer.from(text, 'utf16le'), Uint16Array);
}

/** Max UTF-16 units that are copied in one step. */
const PORTION_LENGTH = 256 * 1024;

/** The codes of a text of any size. Yields the event loop meanwhile. */
export async function codesInTurns(text: string, turn: EventLoopTurn): Promise<CodeUnits> {
  if (text.length <= PORTION_LENGTH) return codesOf(text);
  const isWide = /[^\0-\xff]/.test(text);
  const codes = isWide ? new Uint16Array(text.length) : new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += PORTION_LENGTH) {
    await turn.pause();
    const portion = text.slice(at, at + PORTION_LENGTH);
    const bytes = Buffer.from(codes.buffer, at * codes.BYTES_PER_ELEMENT, portion.length * codes.BYTES_PER_ELEMENT);
    bytes.write(portion, isWide ? 'utf16le' : 'latin1');
  }
  return codes;
}

/**
 * A typed array of the buffer's bytes. A small Buffer is part of a pool and may be unaligned; then the bytes are
 * copied.
 */
function ownBuffer<T extends CodeUnits>(
  buffer: Buffer,
  Type: { new (data: ArrayBuffer, offset: number, length: number): T; BYTES_PER_ELEMENT: number },
): T {
  const { buffer: data, byteOffset, length } = buffer;
  if (byteOffset % 8 === 0) return new Type(data as ArrayBuffer, byteOffset, length / Type.BYTES_PER_ELEMENT);
  const copy = new Uint8Array(buffer);
  return new Type(copy.buffer, 0, length / Type.BYTES_PER_ELEMENT);
}

/**
 * The position of the first unit at or after `at` that is no white space. Long runs of white space are compared eight
 * bytes at a time, because a loop over the units is several times slower than JSON.parse.
 */
export function afterBlanks(codes: CodeUnits, at: number): number {
  const { length } = codes;
  const end = Math.min(at + 16, length);
  let i = at;
  while (i < end) {
    if (!isBlank(codes[i] as number)) return i;
    i += 1;
  }
  if (i === length) return i;
  i = afterBlankWords(codes, i);
  while (i < length && isBlank(codes[i] as number)) i += 1;
  return i;
}

function isBlank(code: number): boolean {
  return code <= SPACE && (code === SPACE || code === 0x0a || code === 0x0d || code === 0x09);
}

/**
 * Compares each word of eight bytes with the word before, because long runs repeat. The words are read as doubles, and
 * no word of white space is NaN, so `===` finds equal words.
 */
function afterBlankWords(codes: CodeUnits, at: number): number {
  const perWord = 8 / codes.BYTES_PER_ELEMENT;
  const words = new Float64Array(codes.buffer, codes.byteOffset, Math.floor(codes.length / perWord));
  const first = Math.ceil(at / perWord);
  if (!isAllBlank(codes, at, first * perWord)) return at;
  let known = words[first];
  let i = first;
  while (i < words.length) {
    const word = words[i];
    if ((word !== known || i === first) && !isAllBlank(codes, i * perWord, (i + 1) * perWord)) break;
    known = word;
    i += 1;
  }
  return i * perWord;
}

function isAllBlank(codes: CodeUnits, from: number, to: number): boolean {
  const end = Math.min(to, codes.length);
  for (let i = from; i < end; i += 1) if (!isBlank(codes[i] as number)) return false;
  return true;
}

/** Whether the units from `start` to `end` are the text `known`. */
export function isWordAt(known: string, codes: CodeUnits, start: number, end: number): boolean {
  if (known.length !== end - start) return false;
  for (let i = start; i < end; i += 1) if (known.charCodeAt(i - start) !== codes[i]) return false;
  return true;
}
