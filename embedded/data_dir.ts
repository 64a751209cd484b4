import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { newKeyring } from '../lib/crypto/sealer.ts';

/** The folder of the embedded form. The keyring is made on a first start and readable by its owner alone. */
export type DataDir = {
  path: string;
  keyring: string;
  internalToken: string;
  logFile: string;
  databaseUrl(service: string): string;
};

export function openDataDir(dataDir: string): DataDir {
  const path = resolve(dataDir);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return {
    path,
    keyring: secretIn(path, 'keyring', newKeyring),
    internalToken: secretIn(path, 'internal-token', newToken),
    logFile: join(path, 'causeway.log'),
    databaseUrl: (service) => `sqlite:${join(path, `${service}.db`)}`,
  };
}

/** Kept, because links in bodies that were fixed before a restart are signed with it. */
function newToken(): string {
  return randomBytes(32).toString('base64url');
}

function secretIn(path: string, name: string, make: () => string): string {
  const file = join(path, name);
  if (!existsSync(file)) writeFileSync(file, `${make()}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
  return readFileSync(file, 'utf8').trim();
}
