import { BACKSLASH, type CodeUnits, SPACE } from './json_codes.ts';

/** Max length of a string that is decoded here. A call of JSON.parse costs as much as decoding this many characters. */
const MAX_LENGTH = 24;
const UNIT_OF_ESCAPE = new Map(
  Object.entries({ '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }).map(
    ([letter, meaning]) => [letter.charCodeAt(0), meaning.charCodeAt(0)],
  ),
);
const UNIT_OF_LETTER = Uint8Array.from({ length: 128 }, (_, code) => UNIT_OF_ESCAPE.get(code) ?? 0);

/** The text of a short string with escapes; null if JSON.parse must read it. */
export function unescapedText(codes: CodeUnits, start: number, end: number): string | null {
  if (end - start > MAX_LENGTH) return null;
  const units: number[] = [];
  for (let i = start; i < end; i += 1) {
    let unit = codes[i] as number;
    if (unit < SPACE) return null;
    if (unit === BACKSLASH) {
      i += 1;
      const letter = codes[i] as number;
      unit = letter < 128 ? (UNIT_OF_LETTER[letter] as number) : 0;
      if (unit === 0) return null;
    }
    units.push(unit);
  }
  return String.fromCharCode(...units);
}
