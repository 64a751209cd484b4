import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readyOf, type Ready } from '../../embedded/ready.ts';
import { readSettings } from '../../lib/config/settings.ts';
import { inProcessBus } from '../../lib/events/in_process_bus.ts';
import { newId } from '../../lib/ids/ids.ts';
import { silentLog } from '../../lib/log/log.ts';
import { systemCall } from '../../lib/rpc/call.ts';
import { rpcClient } from '../../lib/rpc/client.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { settings } from '../../services/identity/config.ts';
import { start } from '../../services/identity/service.ts';
import type { TestPlatform } from './platform.ts';

const TOKEN = 'second-project';

/**
 * Another project of another org, with a key and a builder of its own: made as the first one was, by one more replica
 * of identity on the platform's own database.
 */
export async function addProject(
  { dataDir, databaseUrl, origin }: TestPlatform,
  name: string,
): Promise<{ origin: string; ready: Ready }> {
  const identity = await start(
    readSettings(settings, {
      CAUSEWAY_IDENTITY_HOST: '127.0.0.1',
      CAUSEWAY_IDENTITY_PORT: '0',
      CAUSEWAY_IDENTITY_DATABASE_URL: databaseUrl('identity'),
      CAUSEWAY_INTERNAL_TOKEN: TOKEN,
      CAUSEWAY_KEYRING: readFileSync(join(dataDir, 'keyring'), 'utf8').trim(),
    }),
    { log: silentLog, clock: systemClock, newId, bus: inProcessBus() },
  );
  const client = rpcClient('identity', { address: identity.address, token: TOKEN });
  const call = systemCall('test', { newId, clock: systemClock });
  const made = await client.ensureBootstrap(call, { orgLabel: name, projectName: name }).finally(() => client.close());
  await identity.stop();
  return { origin, ready: readyOf(origin, made) };
}
