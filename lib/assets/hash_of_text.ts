import { createHash } from 'node:crypto';

/** By which what the build has parsed knows the text that it was parsed from. */
export function hashOfText(text: Buffer): string {
  return createHash('sha1').update(text).digest('base64');
}
