import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { newKeyring } from '../lib/crypto/sealer.ts';

/** The folder of the embedded form. The keyring is made on a first start and readable by its owner alone. */
export type DataDir = { path: string; keyring: string; logFile: string; databaseUrl(service: string): string };

export function openDataDir(dataDir: string): DataDir {
  const path = resolve(dataDir);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return {
    path,
    keyring: keyringIn(path),
    logFile: join(path, 'causeway.log'),
    databaseUrl: (service) => `sqlite:${join(path, `${service}.db`)}`,
  };
}

function keyringIn(path: string): string {
  const file = join(path, 'keyring');
  if (!existsSync(file)) writeFileSync(file, `${newKeyring()}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
  return readFileSync(file, 'utf8').trim();
}
