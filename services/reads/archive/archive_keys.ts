import { Buffer } from 'node:buffer';
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, brotliDecompress, constants } from 'node:zlib';
import type { Sealer } from '../../../lib/crypto/sealer.ts';
import { currentTurn } from '../../../lib/loop/turn.ts';
import type { UseCaseContext } from '../../../lib/use_case/use_case_context.ts';
import type { ObjectKey } from '../object_key.ts';
import type { ScheduleStore } from '../schedules/schedule.ts';
import type { ArchiveStore } from './archived_page.ts';

type Stores = { schedules: ScheduleStore; archive: ArchiveStore };

type Deps = UseCaseContext<Stores> & { sealer: Sealer };
type InstallationOfKey = { projectId: string; installationId: string };

/**
 * The archive key of an installation is in one row, encrypted with the deployment's keyring. Deleting the row erases
 * the whole archive of the installation, whatever its size. Writers cache the key; readers load it each time.
 */
export type ArchiveKeys = {
  /** Creates the key if there is none. `object`: the object of the installation that is being read. */
  forWriting(object: ObjectKey): Promise<PageCipher>;
  /** Null when nothing was archived, or the key was deleted. */
  forReading(installation: InstallationOfKey): Promise<PageCipher | null>;
};

const MAX_CACHED_KEYS = 10_000;

export function archiveKeys({ stores, sealer, clock }: Deps): ArchiveKeys {
  const known = new Map<string, Promise<PageCipher>>();

  async function forReading(installation: InstallationOfKey): Promise<PageCipher | null> {
    const sealed = await stores.archive.findKey(installation);
    const secret = sealed === undefined ? null : opened(sealed, installation);
    return secret === null ? null : pageCipher(secret);
  }

  /**
   * Null when the key that encrypted the secret was removed from the keyring: the archive is lost, but reads continue.
   */
  function opened(sealed: string, installation: InstallationOfKey): string | null {
    try {
      return sealer.open(sealed, contextOf(installation));
    } catch {
      return null;
    }
  }

  /**
   * Creates and stores the key. Concurrent writers all use the key that was stored first. The key is stored under the
   * object's lock, which the deletion of the installation takes too. So no key remains for a deleted installation; its
   * pages are no longer committed.
   */
  async function make({ objectName, ...installation }: ObjectKey): Promise<PageCipher> {
    const found = await forReading(installation);
    if (found) return found;
    const secret = newSecret();
    const sealed = sealer.seal(secret, contextOf(installation));
    const isThere = await stores.transaction(async (s) => {
      if (!(await s.schedules.lock({ ...installation, objectName }))) return false;
      const other = await s.archive.findKey(installation);
      if (other !== undefined && opened(other, installation) === null) await s.archive.dropKey(installation);
      await s.archive.addKey({ ...installation, sealed, createTime: clock.now() });
      return true;
    });
    return (isThere && (await forReading(installation))) || pageCipher(secret);
  }

  return {
    forReading,
    forWriting({ projectId, installationId, objectName }) {
      const cipher = known.get(installationId) ?? make({ projectId, installationId, objectName });
      if (known.size >= MAX_CACHED_KEYS) known.clear();
      known.set(installationId, cipher);
      cipher.catch(() => known.delete(installationId));
      return cipher;
    },
  };
}

function contextOf({ projectId, installationId }: InstallationOfKey): string {
  return `kept_keys|${projectId}|${installationId}|sealed`;
}

/**
 * Encrypts the archive of one installation with its key. Texts are compressed at the fastest level and encrypted with
 * AES-256-GCM; long texts are compressed off the event loop. The key is derived from the secret and the context. The
 * context is also the associated data, so a page that was moved to another row does not decrypt. The address of a body
 * is a keyed hash of its text. So equal bodies of an installation share an address, and without the secret nobody can
 * test whether a text is archived.
 */
export type PageCipher = {
  addressOf(utf8: Uint8Array): Promise<string>;
  seal(utf8: Uint8Array, context: string): Promise<Buffer>;
  /** Throws when the data was modified, or encrypted for another context. */
  open(sealed: Uint8Array, context: string): Promise<string>;
};

const brotliCompressAsync = promisify(brotliCompress);
const brotliDecompressAsync = promisify(brotliDecompress);
/**
 * On JSON, Brotli with these parameters compresses better than deflate at its fastest level, in about a third of the
 * time.
 */
const FAST_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 18 } };
/** Max bytes to compress and hash in one step on this thread: 0.5 ms per 200 KB, half the cost of the thread pool. */
const MAX_INLINE_BYTES = 1024 * 1024;
const [NONCE, TAG] = [12, 16];

export function newSecret(): string {
  return randomBytes(32).toString('base64');
}

export function pageCipher(secret: string): PageCipher {
  const root = Buffer.from(secret, 'base64');
  const derived = (purpose: string) => createHmac('sha256', root).update(purpose).digest();
  const addressKey = derived('address');
  return {
    async addressOf(utf8) {
      const hmac = createHmac('sha256', addressKey);
      const turn = currentTurn();
      for (let at = 0; at < utf8.length; at += MAX_INLINE_BYTES) {
        hmac.update(utf8.subarray(at, at + MAX_INLINE_BYTES));
        await turn.pause();
      }
      return hmac.digest('base64url');
    },
    async seal(utf8, context) {
      const packed =
        utf8.length > MAX_INLINE_BYTES
          ? await brotliCompressAsync(utf8, FAST_BROTLI)
          : brotliCompressSync(utf8, FAST_BROTLI);
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv('aes-256-gcm', derived(context), nonce).setAAD(Buffer.from(context));
      return Buffer.concat([nonce, cipher.update(packed), cipher.final(), cipher.getAuthTag()]);
    },
    async open(sealed, context) {
      const nonce = sealed.subarray(0, NONCE);
      const decipher = createDecipheriv('aes-256-gcm', derived(context), nonce).setAAD(Buffer.from(context));
      decipher.setAuthTag(sealed.subarray(-TAG));
      const packed = Buffer.concat([decipher.update(sealed.subarray(NONCE, -TAG)), decipher.final()]);
      return (await brotliDecompressAsync(packed)).toString('utf8');
    },
  };
}
