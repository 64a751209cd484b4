import { Buffer } from 'node:buffer';
import { currentTurn } from './turn.ts';

/** UTF-16 units that are encoded in one step. */
const PORTION_LENGTH = 256 * 1024;

/** The UTF-8 bytes of a text of any size. Lone surrogates become U+FFFD, as in `Buffer.from`. */
export async function utf8InTurns(text: string): Promise<Buffer> {
  if (text.length <= PORTION_LENGTH) return Buffer.from(text);
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  const turn = currentTurn();
  let written = 0;
  for (let at = 0; at < text.length; ) {
    const end = portionEnd(text, at + PORTION_LENGTH);
    written += bytes.write(text.slice(at, end), written);
    at = end;
    await turn.pause();
  }
  return bytes.subarray(0, written);
}

/** `end`, or `end - 1` when `end` would split a surrogate pair. */
export function portionEnd(text: string, end: number): number {
  const unit = text.charCodeAt(end - 1);
  return end < text.length && unit >= 0xd800 && unit <= 0xdbff ? end - 1 : end;
}
