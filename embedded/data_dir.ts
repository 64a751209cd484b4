import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isKeyring, newKeyring } from '../lib/crypto/sealer.ts';
import { lockFolder } from '../lib/db/engines/folder_lock.ts';
import { isStorageFull } from '../lib/db/errors.ts';
import { StartFault } from '../lib/problem/start_fault.ts';
import { closeToOthers } from './folder_access.ts';

/** The data folder of the embedded form. Only its owner can read its files. The first start creates the keyring. */
type DataDir = {
  path: string;
  keyring: string;
  internalToken: string;
  logFile: string;
  databaseUrl(service: string): string;
};

/** Opens the data folder. Throws StartFault when the folder cannot be used. */
export function openDataDir(dataDir: string): DataDir {
  const path = resolve(dataDir);
  return orUnusable(path, () => openAt(path));
}

/**
 * Locks the folder until this process ends or releases it, because each of two processes would assume that it alone
 * uses the databases. Call it before `openDataDir`: if two processes start for the first time, only one may create the
 * secrets. Throws StartFault when the folder is in use or cannot be used.
 */
export function lockDataDir(dataDir: string): { release(): void } {
  const path = resolve(dataDir);
  const lock = orUnusable(path, () => {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    closeToOthers(path);
    return lockFolder(path);
  });
  if (lock) return lock;
  throw new StartFault(
    `The data folder ${path} is in use by another Causeway process. Stop that one, or set CAUSEWAY_DATA_DIR to another folder.`,
  );
}

function orUnusable<T>(path: string, use: () => T): T {
  try {
    return use();
  } catch (err) {
    if (err instanceof StartFault) throw err;
    if (isStorageFull(err))
      throw new StartFault(
        `The disk of the data folder ${path} is full. Free some space, or set CAUSEWAY_DATA_DIR to another folder.`,
        { cause: err },
      );
    const { code, message } = err as { code?: string; message?: string };
    throw new StartFault(
      `The data folder ${path} cannot be used (${code || message}). Give this user the right to write there, or set CAUSEWAY_DATA_DIR to another folder.`,
      { cause: err },
    );
  }
}

function openAt(path: string): DataDir {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  closeToOthers(path);
  assertKeyring(path);
  return {
    path,
    keyring: readOrCreateSecret(path, 'keyring', { make: newKeyring, isWhole: isKeyring }),
    internalToken: readOrCreateSecret(path, 'internal-token', { make: newToken, isWhole: isPresent }),
    logFile: join(path, 'causeway.log'),
    databaseUrl: (service) => `sqlite:${join(path, `${service}.db`)}`,
  };
}

/**
 * Throws StartFault when the keyring of existing databases is missing, because a new keyring cannot decrypt their
 * content.
 */
function assertKeyring(path: string): void {
  const file = join(path, 'keyring');
  if (existsSync(file) || !existsSync(join(path, 'installation.db'))) return;
  throw new StartFault(
    `The file ${file} is missing. Without it no stored credential can be read. Restore it from a backup of this data folder, or set CAUSEWAY_DATA_DIR to a new folder.`,
  );
}

export const isPresent = (text: string): boolean => text.length > 0;

/** Makes the internal token. It is stored: it signs links in message bodies, which must be valid after a restart. */
function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** `isWhole`: whether the text of the file is a complete secret. */
type Secret = { make: () => string; isWhole: (text: string) => boolean };

/** Reads a secret, and creates it on the first call. Only the owner of the folder can read it. */
export function readOrCreateSecret(path: string, name: string, { make, isWhole }: Secret): string {
  const file = join(path, name);
  // The complete file is on disk before it gets its name, because without the keyring no stored credential can be read.
  if (!existsSync(file)) {
    // Deletes a file or link that another user may have made, so that the secret is not written into it.
    rmSync(`${file}.new`, { force: true });
    writeFileSync(`${file}.new`, `${make()}\n`, { mode: 0o600, flush: true, flag: 'wx' });
    renameSync(`${file}.new`, file);
  }
  chmodSync(file, 0o600);
  const secret = readFileSync(file, 'utf8').trim();
  if (isWhole(secret)) return secret;
  throw new StartFault(
    `The file ${file} is damaged. Restore it from a backup of this data folder, or set CAUSEWAY_DATA_DIR to a new folder.`,
  );
}
