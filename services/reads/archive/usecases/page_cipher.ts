import { Buffer } from 'node:buffer';
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, brotliDecompress, constants } from 'node:zlib';

/**
 * Encrypts the archive of one installation with its key. Texts are compressed at the fastest level (long ones off the
 * event loop) and encrypted with AES-256-GCM. The key is derived from the secret and the context; the context is also
 * the associated data, so a page that was moved to another row does not decrypt. A body's address is a keyed hash of
 * its text: equal bodies of an installation share an address, and without the secret nobody can test whether a text is
 * archived.
 */
export type PageCipher = {
  addressOf(text: string): string;
  seal(text: string, context: string): Promise<Buffer>;
  /** Throws when the data was modified, or encrypted for another context. */
  open(sealed: Uint8Array, context: string): Promise<string>;
};

const compress = promisify(brotliCompress);
const expand = promisify(brotliDecompress);
/** For JSON this is smaller than deflate at its fastest level, in about a third of the time. */
const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 18 } };
/** Max characters to compress synchronously: 0.5 ms per 200 KB, half the cost of the thread pool. */
const LONGEST_AT_ONCE = 1024 * 1024;
const [NONCE, TAG] = [12, 16];

export function newSecret(): string {
  return randomBytes(32).toString('base64');
}

export function pageCipher(secret: string): PageCipher {
  const root = Buffer.from(secret, 'base64');
  const derived = (purpose: string) => createHmac('sha256', root).update(purpose).digest();
  const addressKey = derived('address');
  return {
    addressOf: (text) => createHmac('sha256', addressKey).update(text).digest('base64url'),
    async seal(text, context) {
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
