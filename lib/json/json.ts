/**
 * JSON with exact numbers (decision 16). JSON.parse turns 12345678901234567890 into 12345678901234567000 and 1.0 into
 * 1; here such numbers become an ExactNumber, which holds the original text.
 *
 * The engine's own parser does nearly all of the work. First a scan looks for number tokens that a double may not
 * represent unchanged; most documents have none. Otherwise these tokens are replaced by marked strings, JSON.parse
 * reads the result, and a walk turns the marked strings into ExactNumbers. Writing does the same in reverse.
 */
import { ExactNumber, exactMark, withMarks } from './exact_number.ts';

export type Json = null | boolean | number | string | ExactNumber | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };

/**
 * Finds possible starts of number tokens that a double does not represent unchanged: 16 or more digits, an exponent, a
 * fraction that ends in 0, a negative zero, small fractions (0.000000…). False hits only cost time, because each is
 * rechecked.
 */
const SUSPECT = /(?:^|[:,[\s])(?=-?\d)(?:-?[\d.]{16}|-?[\d.]+[eE]|-?\d+\.\d*0(?![\d.])|-0(?![\d.])|-?0\.000000)/g;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const MAX_DEPTH = 2000;

/** Parses JSON text. Throws SyntaxError for invalid JSON. */
export function parseJson(text: string): Json {
  const tokens = inexactTokens(text);
  if (tokens.length === 0) return JSON.parse(text) as Json;
  return unmark(JSON.parse(markTokens(text, tokens)) as Json, 0);
}

/** Writes JSON text, exact numbers with their original text. Omits `undefined`, as JSON.stringify does. */
export function stringifyJson(value: unknown): string {
  const text = withMarks(() => JSON.stringify(value));
  if (text === undefined) throw new TypeError('undefined is no JSON value');
  return text.includes(WRITTEN_MARK) ? text.replace(MARKED, '$1') : text;
}

/** True for a JSON object: not null, not an array, not an exact number. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}

const WRITTEN_MARK = JSON.stringify(exactMark).slice(0, -1);
const MARKED = new RegExp(`${WRITTEN_MARK.replace('\\', '\\\\')}([^"]*)"`, 'g');

type Token = { start: number; end: number };

function inexactTokens(text: string): Token[] {
  const tokens: Token[] = [];
  const isOutside = outsideOfStrings(text);
  SUSPECT.lastIndex = 0;
  for (let hit = SUSPECT.exec(text); hit; hit = SUSPECT.exec(text)) {
    const start = /[-\d]/.test(hit[0][0] as string) ? hit.index : hit.index + 1;
    NUMBER.lastIndex = start;
    const token = NUMBER.exec(text)?.[0] ?? '';
    if (token && String(Number(token)) !== token && isOutside(start)) tokens.push({ start, end: start + token.length });
    SUSPECT.lastIndex = Math.max(start + token.length, hit.index + 1);
  }
  return tokens;
}

/** Whether a position lies outside all strings. Positions must increase between calls; it advances quote by quote. */
function outsideOfStrings(text: string): (position: number) => boolean {
  let next = text.indexOf('"');
  let isInside = false;
  return (position) => {
    while (next !== -1 && next < position) {
      isInside = !isInside;
      next = isInside ? closingQuote(text, next + 1) : text.indexOf('"', next + 1);
    }
    return !isInside;
  };
}

function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === 92) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return -1;
}

function markTokens(text: string, tokens: readonly Token[]): string {
  let marked = '';
  let done = 0;
  for (const { start, end } of tokens) {
    marked += `${text.slice(done, start)}${WRITTEN_MARK}${text.slice(start, end)}"`;
    done = end;
  }
  return marked + text.slice(done);
}

function unmark(value: Json, depth: number): Json {
  if (typeof value === 'string')
    return value.startsWith(exactMark) ? new ExactNumber(value.slice(exactMark.length)) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) throw new SyntaxError('JSON is nested too deeply');
  if (Array.isArray(value)) unmarkArray(value, depth);
  else unmarkObject(value as JsonObject, depth);
  return value;
}

function unmarkArray(array: Json[], depth: number): void {
  for (let i = 0; i < array.length; i += 1) array[i] = unmark(array[i] as Json, depth + 1);
}

function unmarkObject(object: JsonObject, depth: number): void {
  for (const key in object) {
    const before = object[key] as Json;
    const after = unmark(before, depth + 1);
    if (after !== before) replace(object, key, after);
  }
}

/** `__proto__` is an ordinary JSON key, but assigning to it would change the object's prototype. */
function replace(object: JsonObject, key: string, value: Json): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
  else object[key] = value;
}
