import { sharedSettings } from '../../lib/config/shared_settings.ts';
import { createSealer } from '../../lib/crypto/sealer.ts';
import { PROCESSES, type ProcessName } from '../../lib/trust/arrows.ts';
import { readProcessKeys } from '../../lib/trust/process_keys.ts';
import { type Check, checkLine, messageOf } from './check.ts';
import { type Deployment, valueOf } from './deployment.ts';

/** `keyring` and `internalToken`: from the environment, or from files in the data folder; undefined when missing. */
export type Secrets = { keyring: string | undefined; internalToken: string | undefined };

const MIN_TOKEN = 32;
/** Min different characters of a token. A random token in hexadecimal has at least this many. */
const MIN_DIFFERENT = 8;

/** Checks of the keys that need no other process. No value is shown. */
export function keyChecks(deployment: Deployment, secrets: Secrets): Check[] {
  return [keyring(deployment, secrets), internalToken(deployment, secrets), ...processKeys(deployment)];
}

function keyring({ dataDir }: Deployment, { keyring }: Secrets): Check {
  const of = dataDir === undefined ? 'CAUSEWAY_KEYRING' : `${dataDir}/keyring`;
  const line = checkLine('keyring', of);
  if (keyring === undefined) return absent(line, dataDir);
  try {
    createSealer(keyring);
  } catch (err) {
    return line.error(
      messageOf(err),
      'Restore the keyring that the stored credentials were sealed with; only a new deployment may get a new one.',
    );
  }
  const count = keyring.split(',').filter((part) => part.trim() !== '').length;
  return line.ok(count === 1 ? '1 key' : `${count} keys, the first one seals`);
}

function internalToken({ dataDir }: Deployment, { internalToken: token }: Secrets): Check {
  const of = dataDir === undefined ? 'CAUSEWAY_INTERNAL_TOKEN' : `${dataDir}/internal-token`;
  const line = checkLine('internal token', of);
  if (token === undefined) return absent(line, dataDir);
  if (token.length >= MIN_TOKEN && new Set(token).size >= MIN_DIFFERENT) return line.ok(`${token.length} characters`);
  return line.error(
    `It can be guessed: ${token.length} characters, ${new Set(token).size} of them different. Who knows it can sign links to uploads and records.`,
    'Set the output of openssl rand -hex 32 for all processes. Links in messages that were sent before no longer work.',
  );
}

/**
 * The check of a missing secret. In the embedded form, a missing file is an error: each start creates the file if it
 * does not exist, and without the keyring no credential can be decrypted.
 */
function absent(line: ReturnType<typeof checkLine>, dataDir: string | undefined): Check {
  if (dataDir === undefined)
    return line.notChecked('It is not set here.', 'Run this command with the settings of a process.');
  return line.error(
    'The file is missing, or this user may not read it.',
    'Run this command as the user who runs Causeway, or restore the file from a backup of this folder.',
  );
}

/** Checks of the process keys. [] in the embedded form, which makes new keys at each start. */
function processKeys(deployment: Deployment): Check[] {
  const { form, publicKeys, environment, self } = deployment;
  if (form === 'embedded') return [];
  const line = checkLine('process keys', 'CAUSEWAY_PROCESS_PUBLIC_KEYS');
  const set = deployment.processKeys.filter(({ value }) => value !== undefined);
  const checks = set.map(({ setting, value = '', process }) => processKey(setting, { value, process, publicKeys }));
  if (publicKeys.length === 0 && set.length === 0)
    checks.push(
      line.warning(
        'No process keys are set here: whoever knows the internal token can call as any process.',
        'npm run process:keys makes them; deploy/README.md describes the steps. 0.3.0 needs them.',
      ),
    );
  else if (set.length === 0)
    checks.push(
      checkLine('process keys', 'CAUSEWAY_PROCESS_KEY').notChecked(
        'It is not set here.',
        'Run this command with the settings of a process.',
      ),
    );
  const named = set.length > 1 ? PROCESSES.filter((process) => !set.some((one) => one.process === process)) : [];
  for (const process of named)
    checks.push(
      checkLine('process keys', `CAUSEWAY_${process.toUpperCase()}_PROCESS_KEY`).warning(
        `The other processes have keys, and ${process} has none here.`,
        `npm run process:keys -- ${process} makes one.`,
      ),
    );
  if (valueOf(sharedSettings.acceptUnsigned, environment))
    checks.push(
      checkLine('process keys', 'CAUSEWAY_ACCEPT_UNSIGNED').warning(
        `Calls with the shared token and unsigned events are accepted${self ? ` by ${self}` : ''}.`,
        'Remove it when every process has its keys.',
      ),
    );
  return checks;
}

type Given = { value: string; process: ProcessName | undefined; publicKeys: string[] };

/** Checks one process key. `process` undefined: the key may belong to any process. */
function processKey(setting: string, { value, process, publicKeys }: Given): Check {
  const line = checkLine('process keys', setting);
  try {
    readProcessKeys(process ?? 'gateway', value, publicKeys);
    return line.ok(`a key of ${process ?? 'gateway'}; the public keys of all processes are there`);
  } catch (err) {
    // The message names the process that was tried, but the actual process is unknown.
    const isOther = process === undefined && /is not a key of/.test(messageOf(err));
    return line.error(
      isOther ? 'CAUSEWAY_PROCESS_PUBLIC_KEYS does not list its public key.' : messageOf(err),
      'npm run process:keys makes pairs that match; all processes have the same CAUSEWAY_PROCESS_PUBLIC_KEYS (deploy/README.md).',
    );
  }
}
