import { randomUUID } from 'node:crypto';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { settings as embeddedSettings } from '../embedded/settings.ts';
import { openDataDir } from '../embedded/data_dir.ts';
import { sharedSettings } from '../lib/config/shared_settings.ts';
import { environment, readSettings } from '../lib/config/settings.ts';
import { inProcessBus } from '../lib/events/in_process_bus.ts';
import { newId } from '../lib/ids/ids.ts';
import { keepFilesPrivate } from '../lib/process/private_files.ts';
import { trustOf } from '../lib/process/run_process.ts';
import { silentLog } from '../lib/log/log.ts';
import { systemCall } from '../lib/rpc/call.ts';
import { rpcClient } from '../lib/rpc/client.ts';
import { systemClock } from '../lib/time/clock.ts';
import { createTrust, type Trust } from '../lib/trust/trust.ts';
import { settings } from '../services/identity/config.ts';
import { start } from '../services/identity/service.ts';

/**
 * `npm run token`: prints another builder token, valid for 24 h;
 * `-- --email ada@example.com [--name 'Ada Example'] [--unverified]`: the token of that person. It opens identity's
 * database beside a running platform, which SQLite allows; with CAUSEWAY_IDENTITY_ADDRESS set, it calls that
 * process instead, with the credentials of a gateway from the environment.
 */
keepFilesPrivate();
const { values } = parseArgs({
  options: {
    email: { type: 'string', default: '' },
    name: { type: 'string', default: '' },
    unverified: { type: 'boolean', default: false },
  },
});
const given = environment();
const OWN_TOKEN = randomUUID();
const remote = given['CAUSEWAY_IDENTITY_ADDRESS'];
const local = remote ? null : await startIdentity();
const client = rpcClient('identity', {
  address: remote ?? local?.address ?? '',
  trust: remote ? gatewayTrust() : ownTrust(),
});
const call = systemCall('token', { newId, clock: systemClock });
process.stdout.write(`${values.email ? await tokenOfPerson() : await tokenOfFirst()}\n`);
client.close();
await local?.stop();

async function tokenOfFirst(): Promise<string> {
  const { bearerToken } = await client.ensureBootstrap(call, { orgLabel: 'Demo', projectName: 'demo' });
  return bearerToken;
}

async function tokenOfPerson(): Promise<string> {
  const { email, name, unverified: isEmailUnverified } = values;
  const [firstName = '', ...lastNames] = name.trim().split(/\s+/);
  const request = { email, firstName, lastName: lastNames.join(' '), isEmailUnverified };
  return (await client.issueBuilderToken(call, request)).token;
}

function startIdentity() {
  const data = openDataDir(readSettings(embeddedSettings).dataDir);
  return start(
    readSettings(settings, {
      CAUSEWAY_IDENTITY_HOST: '127.0.0.1',
      CAUSEWAY_IDENTITY_PORT: '0',
      CAUSEWAY_IDENTITY_DATABASE_URL: data.databaseUrl('identity'),
      CAUSEWAY_INTERNAL_TOKEN: 'local',
      CAUSEWAY_KEYRING: data.keyring,
    }),
    { log: silentLog, clock: systemClock, newId, bus: inProcessBus(), trust: ownTrust() },
  );
}

/** Nobody else calls the identity of this process. */
function ownTrust(): Trust {
  return createTrust({ process: 'gateway', token: OWN_TOKEN }, systemClock);
}

function gatewayTrust(): Trust {
  const { internalToken, processKey, processPublicKeys, acceptUnsigned } = sharedSettings;
  return trustOf('gateway', readSettings({ internalToken, processKey, processPublicKeys, acceptUnsigned }, given));
}
