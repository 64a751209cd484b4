import { Buffer } from 'node:buffer';
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { StartFault } from '../problem/start_fault.ts';

/**
 * Envelope encryption (AES-256-GCM) of secrets in the database. Each value has its own data key, used once, so nonces
 * never repeat. A key-encryption key wraps the data key. The sealed text has the id of the key-encryption key. To
 * rotate: put a new key first in the ring, reseal the values, then remove the old key. The `context` (table, project,
 * row, column) is authenticated data, so a sealed value that is copied to another row cannot be opened.
 */
export type Sealer = {
  seal(plain: string, context: string): string;
  /** Throws when the key is not in the ring, the context differs or the text was modified. */
  open(sealed: string, context: string): string;
};

type RingKey = { id: string; key: Buffer };

/** @param keyring `id:base64,id:base64`: 32-byte keys. The first key seals; all keys open. */
export function createSealer(keyring: string): Sealer {
  const keys = parseKeyring(keyring);
  const [current] = keys;
  if (!current) throw new StartFault('CAUSEWAY_KEYRING is empty: it must hold at least one key as id:base64.');
  return {
    seal(plain, context) {
      const dataKey = randomBytes(32);
      return [
        's1',
        current.id,
        encrypt(current.key, dataKey, current.id),
        encrypt(dataKey, Buffer.from(plain, 'utf8'), context),
      ].join('.');
    },
    open(sealed, context) {
      const [version, keyId, wrapped, box] = sealed.split('.');
      const key = keys.find(({ id }) => id === keyId);
      if (version !== 's1' || !key || !wrapped || !box)
        throw new Error('Sealed with a key that is not in the keyring.');
      return decrypt(decrypt(key.key, wrapped, key.id), box, context).toString('utf8');
    },
  };
}

/**
 * Opens a stored secret when a process starts, to notice a wrong keyring before it is used. With a wrong keyring, every
 * call to a provider would fail, and the database would soon hold secrets of two keyrings. Throws StartFault.
 */
export function openAtStart<Secret>(open: () => Secret): Secret {
  try {
    return open();
  } catch (cause) {
    throw new StartFault(
      'CAUSEWAY_KEYRING does not open the secrets that the database holds; in the embedded form it is the file keyring of the data folder. Restore the keyring that they were sealed with, or add its key behind the new one.',
      { cause },
    );
  }
}

/** A new keyring with one key, for a first start. */
export function newKeyring(): string {
  return `k1:${randomBytes(32).toString('base64')}`;
}

/** Whether a text is a keyring with at least one key. */
export function isKeyring(text: string): boolean {
  try {
    return parseKeyring(text).length > 0;
  } catch {
    return false;
  }
}

function parseKeyring(keyring: string): RingKey[] {
  return keyring
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const [id = '', encoded = ''] = [part.slice(0, part.indexOf(':')), part.slice(part.indexOf(':') + 1)];
      const key = Buffer.from(encoded, 'base64');
      if (!/^[A-Za-z0-9_-]{1,32}$/.test(id) || key.length !== 32)
        throw new StartFault('Each entry of CAUSEWAY_KEYRING must be id:base64 of 32 bytes.');
      return { id, key };
    });
}

function encrypt(key: Buffer, plain: Buffer, context: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

function decrypt(key: Buffer, box: string, context: string): Buffer {
  const bytes = Buffer.from(box, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]);
}
