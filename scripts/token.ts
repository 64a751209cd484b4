import process from 'node:process';
import { settings as embeddedSettings } from '../embedded/settings.ts';
import { openDataDir } from '../embedded/data_dir.ts';
import { environment, readSettings } from '../lib/config/settings.ts';
import { inProcessBus } from '../lib/events/in_process_bus.ts';
import { newId } from '../lib/ids/ids.ts';
import { silentLog } from '../lib/log/log.ts';
import { systemCall } from '../lib/rpc/call.ts';
import { rpcClient } from '../lib/rpc/client.ts';
import { systemClock } from '../lib/time/clock.ts';
import { settings } from '../services/identity/config.ts';
import { start } from '../services/identity/service.ts';

/**
 * `npm run token`: another builder token, 24 h. It opens identity's database beside a running platform, which SQLite
 * allows; with CAUSEWAY_IDENTITY_ADDRESS and CAUSEWAY_INTERNAL_TOKEN set, it asks that process instead.
 */
const given = environment();
const remote = given['CAUSEWAY_IDENTITY_ADDRESS'];
const local = remote ? null : await startIdentity();
const token = given['CAUSEWAY_INTERNAL_TOKEN'] ?? 'local';
const client = rpcClient('identity', { address: remote ?? local?.address ?? '', token });
const { bearerToken } = await client.ensureBootstrap(systemCall('token', { newId, clock: systemClock }), {
  orgLabel: 'Demo',
  projectName: 'demo',
});
process.stdout.write(`${bearerToken}\n`);
client.close();
await local?.stop();

function startIdentity() {
  const data = openDataDir(readSettings(embeddedSettings).dataDir);
  return start(
    readSettings(settings, {
      CAUSEWAY_IDENTITY_HOST: '127.0.0.1',
      CAUSEWAY_IDENTITY_PORT: '0',
      CAUSEWAY_IDENTITY_DATABASE_URL: data.databaseUrl('identity'),
      CAUSEWAY_INTERNAL_TOKEN: given['CAUSEWAY_INTERNAL_TOKEN'] ?? 'local',
      CAUSEWAY_KEYRING: data.keyring,
    }),
    { log: silentLog, clock: systemClock, newId, bus: inProcessBus() },
  );
}
