import type { Json, JsonLimits, JsonObject } from './json.ts';
import type { CodeUnits } from './json_codes.ts';
import type { LongString } from './long_string.ts';
import { type NumberToken, numberToken } from './number_token.ts';

/** The state of json_reader.ts in the middle of a text, with which it can continue after a pause. */
export type JsonReader = {
  text: string;
  codes: CodeUnits;
  at: number;
  token: NumberToken;
  /** The innermost list or object that is being read; null outside of all lists and objects. */
  inside: Json[] | JsonObject | null;
  isList: boolean;
  /** The key whose value comes next. */
  name: string;
  /** Stacks: the lists and objects around `inside`, and the key whose value is being read in each. */
  around: (Json[] | JsonObject | null)[];
  names: string[];
  /** The number of members read in `inside`, and the stack of these numbers for the lists and objects around it. */
  members: number;
  counts: number[];
  /** The long string that is being read. */
  long: LongString | null;
  /** The result; undefined until the whole value was read. */
  value: Json | undefined;
  /**
   * A hash table of keys, so that equal keys share one string: creating a string for each key takes longer than
   * JSON.parse.
   */
  keys: string[];
  /** The number of values, counted as in json_scan.ts. */
  values: number;
  depth: number;
  limits: JsonLimits;
};

export const KEY_CACHE_SLOTS = 256;
/** Min length of a text whose keys are shared; shorter texts repeat few keys. */
const MIN_TO_SHARE_KEYS = 2_000;
export const EMPTY_KEY_CACHE: string[] = [];

export function newJsonReader(text: string, codes: CodeUnits, limits: JsonLimits): JsonReader {
  return {
    ...{ text, codes, limits, at: 0, values: 0, depth: 0, token: numberToken() },
    ...{ inside: null, isList: false, name: '', around: [], names: [], value: undefined },
    ...{ members: 0, counts: [], long: null },
    keys: codes.length < MIN_TO_SHARE_KEYS ? EMPTY_KEY_CACHE : new Array<string>(KEY_CACHE_SLOTS).fill(''),
  };
}
