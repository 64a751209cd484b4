/**
 * JSON with exact numbers (decision 16). JSON.parse turns 12345678901234567890 into 12345678901234567000 and 1.0 into
 * 1; here such numbers become an ExactNumber, which holds the original text.
 *
 * A scan counts the parts of the text and looks for such numbers. Without any JSON.parse reads the text, otherwise
 * json_reader.ts. Both take time in proportion to the text; `npm run bench -- json` compares them with JSON.parse.
 */
import { ExactNumber, exactMark, withMarks } from './exact_number.ts';
import { type Codes, codesOf } from './json_codes.ts';
import { readJsonInPortions } from './json_portions.ts';
import { readJson } from './json_reader.ts';
import { scanJson, UNBOUNDED } from './json_scan.ts';

export type Json = null | boolean | number | string | ExactNumber | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };

/** Every reader of a value recurses. */
export const MAX_DEPTH = 2000;

/** The max size of a document; `exceeded` throws the caller's error. */
export type JsonLimits = { values: number; depth: number; exceeded(limit: 'values' | 'depth', max: number): never };

export const NO_LIMITS: JsonLimits = {
  values: UNBOUNDED,
  depth: MAX_DEPTH,
  exceeded() {
    throw new SyntaxError('JSON is nested too deeply');
  },
};

/** Parses JSON text. Throws SyntaxError for invalid JSON. No more values are made than the limits allow. */
export function parseJson(text: string, limits = NO_LIMITS): Json {
  if (isShort(text, limits) && !SUSPECT.test(text)) return JSON.parse(text) as Json;
  const { codes, hasExact, bounds } = counted(text, limits);
  return hasExact ? readJson(text, codes, bounds) : (JSON.parse(text) as Json);
}

/** The same for a large text. `pause` lets other work have its turn; it is called every few milliseconds of work. */
export async function parseJsonInPortions(text: string, limits: JsonLimits, pause: () => Promise<void>): Promise<Json> {
  const portions = readJsonInPortions(text, codesOf(text), boundsOf(limits));
  for (;;) {
    const { done, value } = portions.next();
    if (done) return value;
    await pause();
  }
}

/** A number that may have to be held as text; in a string it only costs time. */
const SUSPECT = /[\d.][eE]|\.\d*0(?!\d)|[\d.]{16}|-0|0\.000000/;
const SHORT = 2_000;

/** Too short to exceed a limit. */
function isShort({ length }: string, { values, depth }: JsonLimits): boolean {
  return length <= SHORT && length <= values && length <= depth;
}

/** What is counted before the first exact number; the reader counts all. */
function counted(text: string, limits: JsonLimits): { codes: Codes; hasExact: boolean; bounds: JsonLimits } {
  const codes = codesOf(text);
  const bounds = boundsOf(limits);
  const { values, depth, hasExact } = scanJson(text, codes, bounds);
  if (depth > bounds.depth) bounds.exceeded('depth', bounds.depth);
  if (values > bounds.values) bounds.exceeded('values', bounds.values);
  return { codes, hasExact, bounds };
}

function boundsOf(limits: JsonLimits): JsonLimits {
  return { ...limits, depth: Math.min(limits.depth, MAX_DEPTH) };
}

/** Writes JSON text, exact numbers with their original text. Omits `undefined`, as JSON.stringify does. */
export function stringifyJson(value: unknown): string {
  const text = withMarks(() => JSON.stringify(value));
  if (text === undefined) throw new TypeError('undefined is no JSON value');
  return text.includes(WRITTEN_MARK) ? withoutMarks(text) : text;
}

/** True for a JSON object: not null, not an array, not an exact number. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}

const WRITTEN_MARK = `"${exactMark}`;

/** Each part after the first begins with the digits of an exact number and the quote that ends its marked string. */
function withoutMarks(text: string): string {
  const [first = '', ...parts] = text.split(WRITTEN_MARK);
  for (let i = 0; i < parts.length; i += 1) {
    const part = parts[i] as string;
    const quote = part.indexOf('"');
    parts[i] = part.slice(0, quote) + part.slice(quote + 1);
  }
  return first + parts.join('');
}
