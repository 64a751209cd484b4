import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../../lib/config/settings.ts';
import { startEmbedded } from './embedded_process.ts';
import type { Place, TestPlatform } from './platform.ts';

/**
 * Runs the embedded form as `npm start` does, in its own process, so that the process of the suite stays small and both
 * cores are used.
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
  // The file contains the key, and a suite checks that no file in the data folder does.
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
