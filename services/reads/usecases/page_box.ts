import { Buffer } from 'node:buffer';
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, brotliDecompress, constants } from 'node:zlib';
import type { Rules } from '../../../lib/rules/rules.ts';

/**
 * Seals what is kept of one installation's pages under that installation's secret. Texts are compressed at the level that
 * costs least, long ones off the event loop, and sealed by AES-256-GCM under a key made of secret and context, which is
 * authenticated too: what is moved to another row does not open. A body's address is a keyed hash of its text: equal
 * bodies of an installation have one address, and nobody without the secret can ask whether a certain text is kept.
 */
export type PageBox = {
  addressOf(text: string): string;
  seal(text: string, context: string): Promise<Buffer>;
  /** Throws when it was changed, or sealed for another context. */
  open(sealed: Uint8Array, context: string): Promise<string>;
};

const compress = promisify(brotliCompress);
const expand = promisify(brotliDecompress);
/** Of JSON it makes less than deflate does at its quickest, in a good third of the time. */
const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 18 } };
/** Half a millisecond each 200 KB, and half of what a thread of its own costs. Characters. */
const LONGEST_AT_ONCE = 1024 * 1024;
const [NONCE, TAG] = [12, 16];

export function newSecret(): string {
  return randomBytes(32).toString('base64');
}

export function pageBox(secret: string, rules: Rules): PageBox {
  const root = Buffer.from(secret, 'base64');
  const derived = (purpose: string) => createHmac('sha256', root).update(purpose).digest();
  const addressKey = derived('address');
  return {
    addressOf: (text) => createHmac('sha256', addressKey).update(text).digest('base64url'),
    async seal(text, context) {
      if (!rules.holds('seal')) return Buffer.from(text);
      const packed = text.length > LONGEST_AT_ONCE ? await compress(text, FAST) : brotliCompressSync(text, FAST);
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv('aes-256-gcm', derived(context), nonce).setAAD(Buffer.from(context));
      return Buffer.concat([nonce, cipher.update(packed), cipher.final(), cipher.getAuthTag()]);
    },
    async open(sealed, context) {
      const nonce = sealed.subarray(0, NONCE);
      const decipher = createDecipheriv('aes-256-gcm', derived(context), nonce).setAAD(Buffer.from(context));
      decipher.setAuthTag(sealed.subarray(-TAG));
      const packed = Buffer.concat([decipher.update(sealed.subarray(NONCE, -TAG)), decipher.final()]);
      return (await expand(packed)).toString('utf8');
    },
  };
}
