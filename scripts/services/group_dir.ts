import { createHmac, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { isPresent, openDataDir, readOrCreateSecret } from '../../embedded/data_dir.ts';
import { closeFiles } from '../../embedded/folder_access.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { PROCESSES, type ProcessName } from '../../lib/trust/arrows.ts';
import { newProcessKeys, readProcessKeys } from '../../lib/trust/process_keys.ts';
import { createTrust, type ProcessTrust } from '../../lib/trust/trust.ts';

/**
 * The folder of a services form on one machine: the secrets that its processes share, the folders of its servers, and a
 * log for each process. The first start creates the secrets; only their owner can read them.
 */
export type GroupDir = {
  path: string;
  keyring: string;
  internalToken: string;
  /** The keys of the processes. They are kept between starts, because stored events of NATS are signed with them. */
  processKeys: { privateKeys: Record<ProcessName, string>; publicKeys: string };
  mariadb: string;
  nats: string;
  /** The password of a service's database user; the same on every start. */
  databasePassword(service: string): string;
  logFile(process: string): string;
};

export function openGroupDir(dataDir: string): GroupDir {
  const { path, keyring } = openDataDir(dataDir);
  const internalToken = readOrCreateSecret(path, 'internal_token', {
    make: () => randomBytes(32).toString('base64url'),
    isWhole: isPresent,
  });
  const processKeys = readOrCreateSecret(path, 'process_keys.json', {
    make: () => JSON.stringify(newProcessKeys()),
    isWhole: hasAllKeys,
  });
  mkdirSync(join(path, 'logs'), { recursive: true, mode: 0o700 });
  closeFiles(join(path, 'logs'));
  return {
    path,
    keyring,
    internalToken,
    processKeys: withNewProcesses(JSON.parse(processKeys)),
    mariadb: join(path, 'mariadb'),
    nats: join(path, 'nats'),
    databasePassword: (service) =>
      createHmac('sha256', internalToken).update(`database|${service}`).digest('base64url'),
    logFile: (process) => join(path, 'logs', `${process}.log`),
  };
}

/** The trust for calls of other programs on this machine. They call as the gateway does. */
export function gatewayTrust({
  internalToken: token,
  processKeys: { privateKeys, publicKeys },
}: GroupDir): ProcessTrust {
  const keys = { key: privateKeys.gateway, publicKeys: publicKeys.split(',') };
  return createTrust({ process: 'gateway', token, ...keys }, systemClock);
}

/** Adds keys for processes that an earlier version did not have. They are not stored; the next start makes new ones. */
function withNewProcesses(known: GroupDir['processKeys']): GroupDir['processKeys'] {
  const missing = PROCESSES.filter((name) => known.privateKeys[name] === undefined);
  if (missing.length === 0) return known;
  const { privateKeys, publicKeys } = newProcessKeys(missing);
  return {
    privateKeys: { ...known.privateKeys, ...privateKeys },
    publicKeys: `${known.publicKeys},${publicKeys}`,
  };
}

/** Whether each private key belongs to the public keys. Only the key of `writes`, a newer process, may be missing. */
function hasAllKeys(text: string): boolean {
  try {
    const { privateKeys, publicKeys }: GroupDir['processKeys'] = JSON.parse(text);
    const isWhole = (name: ProcessName) => readProcessKeys(name, privateKeys[name], publicKeys.split(','));
    return PROCESSES.every((name) => (name === 'writes' && privateKeys[name] === undefined) || isWhole(name));
  } catch {
    return false;
  }
}
