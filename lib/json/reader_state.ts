import type { Json, JsonLimits, JsonObject } from './json.ts';
import type { Codes } from './json_codes.ts';
import type { LongString } from './long_string.ts';
import { type NumberToken, numberToken } from './number_token.ts';

/** Where json_reader.ts is in a text, so that it can pause there. */
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
  /** The members of the list or object so far, and of those around it. */
  members: number;
  counts: number[];
  /** The long string that is being read. */
  long: LongString | null;
  /** The value, once the whole text was read. */
  value: Json | undefined;
  /** Equal keys share one text: creating each one again takes longer than JSON.parse. */
  keys: string[];
  /** Counted as json_scan.ts counts them. */
  values: number;
  depth: number;
  limits: JsonLimits;
};

export const KEYS = 256;
/** A shorter text has few keys of one name. */
const MIN_TO_SHARE_KEYS = 2_000;
export const NO_KEYS: string[] = [];

/** `codes` are the units of the text. */
export function newReader(text: string, codes: Codes, limits: JsonLimits): Reader {
  return {
    ...{ text, codes, limits, at: 0, values: 0, depth: 0, token: numberToken() },
    ...{ inside: null, isList: false, name: '', around: [], names: [], value: undefined },
    ...{ members: 0, counts: [], long: null },
    keys: codes.length < MIN_TO_SHARE_KEYS ? NO_KEYS : new Array<string>(KEYS).fill(''),
  };
}
