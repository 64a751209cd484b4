import { createHash, hash } from 'node:crypto';
import { startTurn } from '../../../lib/loop/turn.ts';
import { portionEnd } from '../../../lib/loop/utf8_in_turns.ts';

/** Characters that are hashed at once. */
const PORTION = 256 * 1024;

/** A hash of a text's UTF-8 bytes, 22 characters. */
export function digest(text: string): string {
  return shortened(hash('sha256', text, 'base64url'));
}

/** The same of a text of any size that follows a short one, without joining them: that would copy the text. */
export async function digestInTurns(before: string, text: string): Promise<string> {
  if (text.length <= PORTION) return digest(before + text);
  const sum = createHash('sha256').update(before);
  const turn = startTurn();
  for (let at = 0; at < text.length; ) {
    const end = portionEnd(text, at + PORTION);
    sum.update(text.slice(at, end));
    at = end;
    await turn.pause();
  }
  return shortened(sum.digest('base64url'));
}

/** 132 bits: collisions are negligible. */
function shortened(hashed: string): string {
  return hashed.slice(0, 22);
}
