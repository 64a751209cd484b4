import { join, resolve } from 'node:path';
import { type Environment, readSettings, type Setting } from '../../lib/config/settings.ts';
import { sharedSettings } from '../../lib/config/shared_settings.ts';
import { isProcessName, PROCESSES, type ProcessName, SERVICES, type Service } from '../../lib/trust/arrows.ts';
import { readProcessKeys } from '../../lib/trust/process_keys.ts';

/** A secret and the name of its setting. `value` is undefined when the setting is not set. */
export type NamedSecret = { setting: string; value: string | undefined };

/**
 * The deployment as the environment describes it. A container of the services form has only the settings of its own
 * process: CAUSEWAY_PROCESS_KEY, CAUSEWAY_NATS_URL and the address of one database. The file of all secrets has these
 * settings for each process, as `npm run process:keys` prints them: CAUSEWAY_READS_PROCESS_KEY,
 * CAUSEWAY_READS_NATS_URL.
 */
export type Deployment = {
  environment: Environment;
  form: 'embedded' | 'services';
  /** An absolute path; set only in the embedded form. */
  dataDir: string | undefined;
  databases: (NamedSecret & { service: Service })[];
  processKeys: (NamedSecret & { process: ProcessName | undefined })[];
  nats: (NamedSecret & { process: ProcessName | undefined })[];
  publicKeys: string[];
  /** The process of these settings, derived from its key or its only database; undefined when neither identifies it. */
  self: ProcessName | undefined;
};

/** Reads no file. Does not report an invalid setting: the check that uses the setting reports it. */
export function deploymentOf(environment: Environment): Deployment {
  const databases = SERVICES.map((service) => ({
    service,
    ...named(environment, `CAUSEWAY_${service.toUpperCase()}_DATABASE_URL`),
  }));
  const isServices = environment['CAUSEWAY_FORM'] === 'services' || databases.some(({ value }) => value !== undefined);
  const dataDir = isServices ? undefined : resolve(environment['CAUSEWAY_DATA_DIR'] || '.causeway');
  const publicKeys = valueOf(sharedSettings.processPublicKeys, environment) ?? [];
  const self = selfOf(environment, databases, publicKeys);
  return {
    environment,
    form: isServices ? 'services' : 'embedded',
    dataDir,
    databases:
      dataDir === undefined ? databases : databases.map((one) => ({ ...one, value: fileOf(dataDir, one.service) })),
    processKeys: perProcess(environment, 'PROCESS_KEY', self),
    nats: perProcess(environment, 'NATS_URL', self),
    publicKeys,
    self,
  };
}

/** The value of one setting; undefined when it is not set and has no default, or is invalid. */
export function valueOf<T>(setting: Setting<T>, environment: Environment): T | undefined {
  try {
    return readSettings({ value: setting }, environment).value;
  } catch {
    return undefined;
  }
}

/** The file of a `sqlite:` address; undefined for any other address and for a database in memory. */
export function sqliteFileOf(url: string): string | undefined {
  const file = url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : ':memory:';
  if (file === ':memory:') return undefined;
  return resolve(file);
}

function fileOf(dataDir: string, service: Service): string {
  return `sqlite:${join(dataDir, `${service}.db`)}`;
}

function named(environment: Environment, setting: string): NamedSecret {
  return { setting, value: environment[setting] || undefined };
}

/** The settings for all processes from the file of all secrets; without that file, the setting of this process. */
function perProcess(environment: Environment, name: string, self: ProcessName | undefined) {
  const all = PROCESSES.map((process) => ({
    process,
    ...named(environment, `CAUSEWAY_${process.toUpperCase()}_${name}`),
  })).filter(({ value }) => value !== undefined);
  const own = { process: self, ...named(environment, `CAUSEWAY_${name}`) };
  return all.length > 0 ? all : [own];
}

function selfOf(
  environment: Environment,
  databases: readonly (NamedSecret & { service: Service })[],
  publicKeys: string[],
) {
  const key = environment['CAUSEWAY_PROCESS_KEY'];
  const byKey = key ? PROCESSES.find((process) => isKeyOf(process, key, publicKeys)) : undefined;
  const own = databases.filter(({ value }) => value !== undefined);
  return byKey ?? (own.length === 1 ? own[0]?.service : undefined);
}

function isKeyOf(process: ProcessName, key: string, publicKeys: string[]): boolean {
  try {
    return readProcessKeys(process, key, publicKeys) !== undefined;
  } catch {
    return false;
  }
}

/** The user in a NATS address, and the process that the user is named after, if any. */
export function natsUserOf(url: string): { user: string; process: ProcessName | undefined } {
  const [, user = ''] = /^\w+:\/\/([^/:@,]*)(?::[^/@,]*)?@/.exec(url.trim()) ?? [];
  return { user, process: isProcessName(user) ? user : undefined };
}
