import {
  afterBlanks,
  CLOSE_LIST,
  CLOSE_OBJECT,
  COMMA,
  type CodeUnits,
  DIGIT_NINE,
  DIGIT_ZERO,
  MINUS,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
  SPACE,
} from './json_codes.ts';
import { numberToken, readNumber } from './number_token.ts';
import { stringEnd } from './string_end.ts';

/** The size of a JSON text, counted without creating values. */
type JsonShape = {
  /** Strings, keys, lists, objects and commas: at least the number of values. */
  values: number;
  /** Max nesting of lists and objects. */
  depth: number;
  /** Whether a number must be exact (ExactNumber). */
  hasExact: boolean;
  /** Tokens and runs of white space that the scan visited. */
  steps: number;
};

/** Larger than any count; a small integer, so that comparing is fast. */
export const NO_BOUND = 0x3fffffff;

/**
 * Counts the parts of a JSON text in one pass. It stops when a count exceeds its maximum and, unless `isWhole`, at the
 * first number that must be exact. In invalid text it counts at least the parts before the error; JSON.parse reads no
 * further than the error.
 */
export function scanJson(
  text: string,
  codes: CodeUnits,
  { isWhole = false, ...max }: { values: number; depth: number; isWhole?: boolean },
): JsonShape {
  const token = numberToken();
  const { length } = codes;
  const maxValues = Math.min(max.values, NO_BOUND);
  const maxDepth = Math.min(max.depth, NO_BOUND);
  let values = 0;
  let depth = 0;
  let deepest = 0;
  let steps = 0;
  let hasExact = false;
  let i = 0;
  while (i < length && values <= maxValues && deepest <= maxDepth && (isWhole || !hasExact)) {
    const code = codes[i] as number;
    steps += 1;
    if (code === COMMA) {
      values += 1;
      i += 1;
    } else if (code === QUOTE) {
      values += 1;
      i = stringEnd(text, codes, i + 1, length) + 1;
    } else if (code <= SPACE) i = afterBlanks(codes, i + 1);
    else if (code <= DIGIT_NINE) {
      if (code < DIGIT_ZERO && code !== MINUS) i += 1;
      else {
        readNumber(codes, i, token);
        hasExact ||= token.isValid && token.isExact;
        i = token.end;
      }
    } else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      values += 1;
      depth += 1;
      if (depth > deepest) deepest = depth;
      i += 1;
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
      depth -= 1;
      i += 1;
    } else i += wordLength(code);
  }
  return { values, depth: deepest, hasExact, steps };
}

/** The length of the literal (null, true or false) that begins with this unit; 1 for any other unit. */
function wordLength(code: number): number {
  if (code === 0x6e || code === 0x74) return 4;
  return code === 0x66 ? 5 : 1;
}
