import { createHash } from 'node:crypto';

/** The hash of a source text. It is stored with the parsed form, to detect that the text has changed. */
export function hashOfText(text: Buffer): string {
  return createHash('sha1').update(text).digest('base64');
}
