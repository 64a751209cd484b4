import { readFileSync, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { type Environment, formerNameWarnings } from '../../lib/config/settings.ts';
import { sharedSettings } from '../../lib/config/shared_settings.ts';
import { unknownNameWarnings } from '../../lib/config/unknown_names.ts';
import { settings as identity } from '../../services/identity/config.ts';
import { settings as installation } from '../../services/installation/config.ts';
import { settings as notifications } from '../../services/notifications/config.ts';
import { settings as reads } from '../../services/reads/config.ts';
import { settings as writes } from '../../services/writes/config.ts';
import { type Check, checkLine, messageOf, type Report, reportOf } from './check.ts';
import { databaseChecks } from './database_checks.ts';
import { type Deployment, deploymentOf, valueOf } from './deployment.ts';
import { diskCheck } from './disk_check.ts';
import { keyChecks, type Secrets } from './key_checks.ts';
import { limitsOf } from './limits.ts';
import { natsChecks } from './nats_checks.ts';
import { publicAddressChecks } from './public_address_check.ts';
import type { FileUsage } from './sqlite_checks.ts';

const FOR_OTHERS = 0o077;
const SETTINGS = [identity, installation, reads, writes, notifications];
/** Settings in the file of all secrets (deployment.ts) that no process reads. They are not reported as unknown. */
const OF_ALL_PROCESSES = /_PROCESS_KEY$|_NATS_URL$|^CAUSEWAY_NATS_\w+_PASSWORD$|^CAUSEWAY_DATABASE_PASSWORD$/;

/**
 * Checks the deployment that the environment describes, and changes nothing. Never rejects because of a fault in the
 * deployment.
 */
export async function examineDeployment(environment: Environment): Promise<Report> {
  const deployment = deploymentOf(environment);
  const [databases, nats, address] = await Promise.all([
    databaseChecks(deployment),
    natsChecks(deployment),
    publicAddress(deployment),
  ]);
  return reportOf([
    ...settingChecks(environment),
    ...folder(deployment),
    ...databases.checks,
    ...disks(deployment, databases.usages),
    ...nats,
    ...keyChecks(deployment, secretsOf(deployment)),
    ...address,
  ]);
}

function settingChecks(environment: Environment): Check[] {
  const line = checkLine('settings', 'environment');
  const known = Object.fromEntries(Object.entries(environment).filter(([name]) => !OF_ALL_PROCESSES.test(name)));
  const warnings = [
    ...unknownNameWarnings(known),
    ...SETTINGS.flatMap((settings) => formerNameWarnings(settings, environment)),
  ];
  return [...new Set(warnings)].map((warning) => line.warning(warning, 'Correct the name, or remove the variable.'));
}

/** Checks of the data folder, which only the embedded form has. */
function folder({ dataDir }: Deployment): Check[] {
  if (dataDir === undefined) return [];
  const line = checkLine('data folder', dataDir);
  const found = statSync(dataDir, { throwIfNoEntry: false });
  const todo = 'Set CAUSEWAY_DATA_DIR to the folder of the running Causeway, or start it: it makes the folder.';
  if (!found?.isDirectory()) return [line.error('It does not exist.', todo)];
  const user = process.geteuid?.();
  if (user !== undefined && found.uid !== user && user !== 0)
    return [line.warning('It belongs to another user.', 'Run this command as the user who runs Causeway.')];
  if (found.mode & FOR_OTHERS)
    return [
      line.warning('Other users of this machine may look into it.', 'chmod 700 the folder, which holds all secrets.'),
    ];
  return [line.ok('closed to other users')];
}

/** One line for each folder with database files. */
function disks({ environment }: Deployment, usages: ReadonlyMap<string, FileUsage>): Check[] {
  const { retentionMs } = limitsOf(environment);
  const folders = [...new Set([...usages.keys()].map((file) => dirname(file)))];
  const seen = folders.filter((one) => statSync(one, { throwIfNoEntry: false }));
  return seen.map((one) => {
    const own = [...usages].filter(([file]) => dirname(file) === one).map(([, usage]) => usage);
    const times = own.flatMap(({ sinceMs }) => (sinceMs === undefined ? [] : [sinceMs]));
    const { bavail, blocks, bsize } = statfsSync(one);
    return diskCheck(
      one,
      { freeBytes: bavail * bsize, totalBytes: blocks * bsize },
      {
        bytes: own.reduce((sum, { bytes }) => sum + bytes, 0),
        sinceMs: times.length > 0 ? Math.min(...times) : undefined,
      },
      { retentionMs, now: Date.now() },
    );
  });
}

/** The secrets: from files in the embedded form, from settings in the services form. */
function secretsOf({ dataDir, environment }: Deployment): Secrets {
  if (dataDir === undefined)
    return {
      keyring: environment['CAUSEWAY_KEYRING'] || undefined,
      internalToken: environment['CAUSEWAY_INTERNAL_TOKEN'] || undefined,
    };
  return { keyring: textIn(dataDir, 'keyring'), internalToken: textIn(dataDir, 'internal-token') };
}

function textIn(dataDir: string, name: string): string | undefined {
  try {
    return readFileSync(join(dataDir, name), 'utf8').trim();
  } catch {
    return undefined;
  }
}

async function publicAddress({ environment, form }: Deployment): Promise<Check[]> {
  const line = checkLine('public address', 'CAUSEWAY_PUBLIC_URL');
  const given = environment['CAUSEWAY_PUBLIC_URL'];
  if (!given && form === 'services')
    return [line.notChecked('It is not set here.', 'Run this command with the settings of a process.')];
  const port = environment['PORT'] || '8080';
  if (!given && port === '0') return [line.notChecked('Neither it nor PORT is set here.', 'Set the PORT of Causeway.')];
  try {
    const address = given ? valueOf(sharedSettings.publicUrl, environment) : `http://localhost:${port}`;
    if (address === undefined)
      return [
        line.error('It is no http:// or https:// address.', 'Set it to the origin at which callers reach Causeway.'),
      ];
    return await publicAddressChecks(address);
  } catch (err) {
    return [line.error(messageOf(err), 'Set it to the origin at which callers reach Causeway.')];
  }
}
