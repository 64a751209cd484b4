import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { Environment } from '../../../lib/config/settings.ts';
import { startServiceGroup } from '../../../scripts/services/service_group.ts';
import { copyFreshMariadb } from '../shared_server.ts';
import type { SharedPlatform } from './shared_platform.ts';

/** Starts the services form and its servers in processes that continue after the suite ends. Needs a build. */
export async function startSharedServices(
  dir: string,
  owner: number,
  environment: Environment,
): Promise<SharedPlatform> {
  const dataDir = join(dir, 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  await copyFreshMariadb(join(dataDir, 'mariadb'));
  const { origin, processes, mariadb, nats } = await startServiceGroup({
    dataDir,
    owner,
    port: 0,
    revive: false,
    environment: { ...process.env, CAUSEWAY_LOG_LEVEL: 'debug', CAUSEWAY_GATEWAY_LAME_DUCK_MS: '0', ...environment },
  });
  return {
    origin,
    dataDir,
    logs: join(dataDir, 'logs'),
    databaseUrl: mariadb.url('causeway_SERVICE'),
    listeners: [
      ...processes.map(({ port }) => ({ port })),
      { path: mariadb.socketPath },
      { port: Number(new URL(nats.url).port) },
    ],
    pids: [...processes.toReversed().map(({ pid }) => pid), nats.pid, mariadb.pid],
  };
}
