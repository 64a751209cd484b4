import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { openDataDir } from '../embedded/data_dir.ts';
import { settings as embeddedSettings } from '../embedded/settings.ts';
import { processEnvironment, readSettings } from '../lib/config/settings.ts';
import { sharedSettings } from '../lib/config/shared_settings.ts';
import { inProcessBus } from '../lib/events/in_process_bus.ts';
import { newId } from '../lib/ids/ids.ts';
import { silentLog } from '../lib/log/log.ts';
import { StartFault } from '../lib/problem/start_fault.ts';
import { startOrExplain } from '../lib/process/explain_start.ts';
import { keepFilesPrivate } from '../lib/process/private_files.ts';
import { trustOf } from '../lib/process/run_process.ts';
import { systemCall } from '../lib/rpc/call.ts';
import { type RpcConnection, rpcClient } from '../lib/rpc/client.ts';
import { systemClock } from '../lib/time/clock.ts';
import { createTrust, type ProcessTrust } from '../lib/trust/trust.ts';
import { settings } from '../services/identity/config.ts';
import { start } from '../services/identity/service.ts';
import { gatewayTrust, openGroupDir } from './services/group_dir.ts';
import { runningGroup } from './services/running_group.ts';
import { settings as groupSettings } from './services/settings.ts';

/** The gateway's default port, when PORT is not set. */
const DEFAULT_PORT = 8080;
const OPTIONS = {
  email: { type: 'string', default: '' },
  name: { type: 'string', default: '' },
  unverified: { type: 'boolean', default: false },
  link: { type: 'boolean', default: false },
} as const;
type Identity = RpcConnection<'identity'>;
type Person = { email: string; name: string; unverified: boolean };

/**
 * `npm run token`: prints a new builder token, valid for 24 h; `-- --email ada@example.com [--name 'Ada Example']
 * [--unverified]`: the token of that person; with `--link`, a link that signs them in to the console once, within ten
 * minutes. It calls the identity process of a services form that `npm run start:services` runs in the data folder.
 * Otherwise it opens the embedded form's identity database, at the same time as a running platform, which SQLite
 * allows. With CAUSEWAY_IDENTITY_ADDRESS set, it calls that process instead, with the credentials of a gateway from the
 * environment.
 */
keepFilesPrivate();
const given = processEnvironment();
const OWN_TOKEN = randomUUID();
const call = systemCall('token', { newId, clock: systemClock });
await startOrExplain(async () => {
  const { values } = parseArgs({ options: OPTIONS });
  const remote = remoteIdentity();
  const local = remote ? null : await startIdentity();
  const client = rpcClient('identity', {
    address: remote?.address ?? local?.address ?? '',
    trust: remote?.trust ?? ownTrust(),
  });
  const printed = values.link ? await linkFor(client, values, remote?.origin) : await tokenFor(client, values);
  process.stdout.write(`${printed}\n`);
  client.close();
  await local?.stop();
});

function tokenFor(client: Identity, person: Person): Promise<string> {
  return person.email ? tokenOfPerson(client, person) : tokenOfFirst(client);
}

/** Makes a link that signs the person in to the console once, within ten minutes. */
async function linkFor(client: Identity, person: Person, origin: string | undefined): Promise<string> {
  const { builderId } = person.email
    ? await client.issueBuilderToken(call, requestFor(person))
    : await client.ensureBootstrap(call, { orgLabel: 'Demo', projectName: 'demo' });
  const { token } = await client.createSignInLink(call, { builderId, isEmailUnverified: person.unverified });
  const publicUrl = given['CAUSEWAY_PUBLIC_URL'] || origin || `http://localhost:${given['PORT'] || DEFAULT_PORT}`;
  return `${publicUrl.replace(/\/$/, '')}/console/sign-in#token=${token}`;
}

async function tokenOfFirst(client: Identity): Promise<string> {
  const { bearerToken } = await client.ensureBootstrap(call, { orgLabel: 'Demo', projectName: 'demo' });
  return bearerToken;
}

async function tokenOfPerson(client: Identity, person: Person): Promise<string> {
  return (await client.issueBuilderToken(call, requestFor(person))).token;
}

function requestFor({ email, name, unverified: isEmailUnverified }: Person) {
  const [firstName = '', ...lastNames] = name.trim().split(/\s+/);
  return { email, firstName, lastName: lastNames.join(' '), isEmailUnverified };
}

function startIdentity() {
  const { dataDir } = readSettings(embeddedSettings);
  // Without this check, the command would create a new, empty deployment and print its token.
  if (!existsSync(join(dataDir, 'identity.db')))
    throw new StartFault(
      `The data folder ${resolve(dataDir)} has no platform, and no services form runs there. Run npm start or npm run start:services first, or set CAUSEWAY_DATA_DIR to its folder.`,
    );
  const data = openDataDir(dataDir);
  return start(
    readSettings(settings, {
      CAUSEWAY_IDENTITY_HOST: '127.0.0.1',
      CAUSEWAY_IDENTITY_PORT: '0',
      CAUSEWAY_IDENTITY_DATABASE_URL: data.databaseUrl('identity'),
      CAUSEWAY_INTERNAL_TOKEN: OWN_TOKEN,
      CAUSEWAY_KEYRING: data.keyring,
    }),
    { log: silentLog, clock: systemClock, newId, bus: inProcessBus(), trust: ownTrust() },
  );
}

/**
 * The trust for this process's own identity service. It calls the service as the gateway does; no other process can
 * reach it.
 */
function ownTrust(): ProcessTrust {
  return createTrust({ process: 'gateway', token: OWN_TOKEN }, systemClock);
}

/** The identity process to call; undefined for the embedded form, whose database this process opens itself. */
function remoteIdentity(): { address: string; trust: ProcessTrust; origin?: string } | undefined {
  const address = given['CAUSEWAY_IDENTITY_ADDRESS'];
  if (address) return { address, trust: givenTrust() };
  const group = runningGroup(readSettings(groupSettings).dataDir);
  if (!group) return undefined;
  return { address: group.identityAddress, trust: gatewayTrust(openGroupDir(group.folder)), origin: group.origin };
}

function givenTrust(): ProcessTrust {
  const { internalToken, processKey, processPublicKeys, acceptUnsigned } = sharedSettings;
  return trustOf('gateway', readSettings({ internalToken, processKey, processPublicKeys, acceptUnsigned }, given));
}
