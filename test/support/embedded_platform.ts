import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../../lib/config/settings.ts';
import { startEmbedded } from './embedded_process.ts';
import type { Place, TestPlatform } from './platform.ts';

/**
 * The embedded form as `npm start` runs it, in a process of its own: the suite's process stays small, and the platform
 * can use the other core.
 */
export async function startEmbeddedPlatform(
  dataDir: string,
  environment: Environment,
  { port, publicUrl }: Place,
): Promise<TestPlatform> {
  const { ready, origin, output, end } = await startEmbedded(dataDir, {
    PORT: String(port),
    CAUSEWAY_LOG_LEVEL: 'debug',
    CAUSEWAY_SANDBOX: '1',
    ...(publicUrl && { CAUSEWAY_PUBLIC_URL: publicUrl }),
    ...environment,
  });
  // The file holds the key, and a suite checks that no file in the data folder contains it.
  rmSync(join(dataDir, 'ready.json'));
  const logFile = join(dataDir, 'causeway.log');
  return {
    origin: publicUrl ?? origin,
    ready,
    logFile,
    dataDir,
    databaseUrl: (service) => `sqlite:${join(dataDir, `${service}.db`)}`,
    log: () => readFileSync(logFile, 'utf8'),
    async stop() {
      const { code } = await end('SIGTERM');
      if (code !== 0) throw new Error(`The platform exited with ${code}: ${output()}`);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
