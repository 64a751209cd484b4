import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { Environment } from '../../lib/config/settings.ts';
import { startServiceGroup } from '../../scripts/services/service_group.ts';
import type { Place, TestPlatform } from './platform.ts';
import { copyFreshMariadb } from './shared_server.ts';

/**
 * Starts the services form in place of the embedded form: the same suites run on both, with the same public behavior.
 */
export async function startServicesPlatform(
  dataDir: string,
  environment: Environment,
  place: Place,
): Promise<TestPlatform> {
  await copyFreshMariadb(join(dataDir, 'mariadb'));
  const group = await startServiceGroup({
    dataDir,
    ...place,
    revive: false,
    environment: {
      ...process.env,
      CAUSEWAY_LOG_LEVEL: 'debug',
      CAUSEWAY_SANDBOX: '1',
      CAUSEWAY_GATEWAY_LAME_DUCK_MS: '0',
      ...environment,
    },
  });
  const logs = join(dataDir, 'logs');
  return {
    origin: group.origin,
    ready: group.ready,
    logFile: logs,
    dataDir,
    databaseUrl: (service) => group.mariadb.url(`causeway_${service}`),
    log: () =>
      readdirSync(logs)
        .map((file) => readFileSync(join(logs, file), 'utf8'))
        .join(''),
    async stop() {
      await group.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
