import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { newKeyring } from '../lib/crypto/sealer.ts';

/** The data folder of the embedded form. The keyring is created on the first start and only its owner can read it. */
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

/** Stored, because it signs links in message bodies, and these must stay valid after a restart. */
function newToken(): string {
  return randomBytes(32).toString('base64url');
}

function secretIn(path: string, name: string, make: () => string): string {
  const file = join(path, name);
  if (!existsSync(file)) writeFileSync(file, `${make()}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
  return readFileSync(file, 'utf8').trim();
}
