import { type CodeUnits, DIGIT_NINE, DIGIT_ZERO, DOT, MINUS } from './json_codes.ts';

/** The number token that `readNumber` found last. One object is reused, because documents have millions of tokens. */
export type NumberToken = {
  /** The position after the last character that was read. */
  end: number;
  isValid: boolean;
  /** Whether the token must be kept as text, because a double might be written with other characters. */
  isExact: boolean;
  /** If not exact: the value without sign and decimal point, and the number of digits after the point. */
  digits: number;
  scale: number;
  isNegative: boolean;
  /** The last eight characters, in four bits each. So it identifies a token of at most eight characters. */
  packed: number;
};

/** A double represents each decimal of at most 15 digits unchanged. */
const SAFE_DIGITS = 15;
/** Max digits after the point of a number below 1: JavaScript writes smaller doubles with an exponent. */
const SAFE_ZERO_SCALE = 6;
/** A digit is stored in four bits, as its value plus one. */
const PACKED_ZERO = DIGIT_ZERO - 1;
const PACKED_DOT = 11;
const PACKED_MINUS = 12;
const PACKED_PLUS = 13;
const PACKED_E = 14;

export const numberToken = (): NumberToken => ({
  end: 0,
  isValid: false,
  isExact: false,
  digits: 0,
  scale: 0,
  isNegative: false,
  packed: 0,
});

/**
 * Reads the number at a position that holds a digit or a minus. Decides from the digits alone whether a double keeps
 * the text unchanged: converting to a double and back takes longer than JSON.parse takes for the whole token. So a
 * number with an exponent or more than 15 digits is always kept as text, except integers up to 2^53.
 */
export function readNumber(codes: CodeUnits, start: number, token: NumberToken): void {
  const { length } = codes;
  let i = start;
  let code = codes[i] as number;
  const isNegative = code === MINUS;
  let packed = isNegative ? PACKED_MINUS : 0;
  if (isNegative) code = codeAt(codes, (i += 1), length);
  const first = i;
  const isZero = code === DIGIT_ZERO;
  let digits = 0;
  while (code >= DIGIT_ZERO && code <= DIGIT_NINE) {
    digits = digits * 10 + (code - DIGIT_ZERO);
    packed = (packed << 4) | (code - PACKED_ZERO);
    code = codeAt(codes, (i += 1), length);
  }
  const whole = i - first;
  token.end = i;
  token.isValid = false;
  if (whole === 0 || (isZero && whole > 1)) return;
  let isExact = (isNegative && isZero) || (whole > SAFE_DIGITS && digits > Number.MAX_SAFE_INTEGER);
  let scale = 0;
  if (code === DOT) {
    const point = i;
    packed = (packed << 4) | PACKED_DOT;
    let last = DIGIT_ZERO;
    code = codeAt(codes, (i += 1), length);
    while (code >= DIGIT_ZERO && code <= DIGIT_NINE) {
      digits = digits * 10 + (code - DIGIT_ZERO);
      packed = (packed << 4) | (code - PACKED_ZERO);
      last = code;
      code = codeAt(codes, (i += 1), length);
    }
    scale = i - point - 1;
    token.end = i;
    if (scale === 0) return;
    isExact = last === DIGIT_ZERO || whole + scale > SAFE_DIGITS || (isZero && scale > SAFE_ZERO_SCALE);
  }
  if (code === 0x65 || code === 0x45) {
    isExact = true;
    packed = (packed << 4) | (PACKED_E + (code === 0x45 ? 1 : 0));
    code = codeAt(codes, (i += 1), length);
    if (code === 0x2b || code === MINUS) {
      packed = (packed << 4) | (code === MINUS ? PACKED_MINUS : PACKED_PLUS);
      code = codeAt(codes, (i += 1), length);
    }
    const power = i;
    while (code >= DIGIT_ZERO && code <= DIGIT_NINE) {
      packed = (packed << 4) | (code - PACKED_ZERO);
      code = codeAt(codes, (i += 1), length);
    }
    token.end = i;
    if (i === power) return;
  }
  token.isValid = true;
  token.isExact = isExact;
  token.digits = digits;
  token.scale = scale;
  token.isNegative = isNegative;
  token.packed = packed;
}

/**
 * The value of a token with `isExact` false. Both operands are exact doubles, so the quotient is the nearest double.
 */
export function numberValueOf({ digits, scale, isNegative }: NumberToken): number {
  const value = scale === 0 ? digits : digits / (POWERS_OF_TEN[scale] as number);
  return isNegative ? -value : value;
}

const POWERS_OF_TEN = Array.from({ length: SAFE_DIGITS + 1 }, (_, power) => 10 ** power);

function codeAt(codes: CodeUnits, at: number, length: number): number {
  return at < length ? (codes[at] as number) : 0;
}
