import { createHmac, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDataDir } from '../../embedded/data_dir.ts';

/**
 * The folder of a services form on one machine: the secrets that its processes share, the folders of its servers, and a
 * log for each process. The first start creates the secrets; only their owner can read them.
 */
export type GroupDir = {
  path: string;
  keyring: string;
  internalToken: string;
  mariadb: string;
  nats: string;
  /** The password of a service's database user; the same on every start. */
  databasePassword(service: string): string;
  logFile(process: string): string;
};

export function openGroupDir(dataDir: string): GroupDir {
  const { path, keyring } = openDataDir(dataDir);
  const internalToken = tokenIn(path);
  mkdirSync(join(path, 'logs'), { recursive: true });
  return {
    path,
    keyring,
    internalToken,
    mariadb: join(path, 'mariadb'),
    nats: join(path, 'nats'),
    databasePassword: (service) =>
      createHmac('sha256', internalToken).update(`database|${service}`).digest('base64url'),
    logFile: (process) => join(path, 'logs', `${process}.log`),
  };
}

function tokenIn(path: string): string {
  const file = join(path, 'internal_token');
  if (!existsSync(file)) writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
  return readFileSync(file, 'utf8').trim();
}
