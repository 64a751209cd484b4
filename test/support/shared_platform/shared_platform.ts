/**
 * All suites of a run that change no settings and stop nothing share one platform of each form. The first suite that
 * needs it starts it; the end of the run stops it (test/support/stop_servers.mjs). Each suite gets its own project, key
 * and builder, so suites do not see each other's data. If a platform ends, the suites that use it fail, and the next
 * suite starts another one.
 */
import { randomBytes } from 'node:crypto';
import process from 'node:process';
import type { Ready } from '../../../embedded/ready.ts';
import type { Environment } from '../../../lib/config/settings.ts';
import { accepts, type Listener } from '../../../scripts/servers/child.ts';
import type { TestPlatform } from '../platform.ts';
import { logSince } from './log_since.ts';
import { onceARun } from './once_a_run.ts';
import { makeOwnProject } from './own_project.ts';
import { startSharedEmbedded } from './shared_embedded.ts';
import { startSharedServices } from './shared_services.ts';

export type SharedPlatform = {
  origin: string;
  dataDir: string;
  /** The folder of the log files. */
  logs: string;
  /** The address of a service's database, with `SERVICE` in place of the service's name. */
  databaseUrl: string;
  /** The addresses that accept connections while the platform runs. */
  listeners: Listener[];
  /** The process ids, in the order in which they must be stopped. */
  pids: number[];
};

export async function joinSharedPlatform(environment: Environment): Promise<TestPlatform> {
  const { shared, name } = await runningPlatform(environment);
  const platform = {
    origin: shared.origin,
    dataDir: shared.dataDir,
    logFile: shared.logs,
    databaseUrl: (service: string) => shared.databaseUrl.replace('SERVICE', service),
  };
  const ready: Ready = await makeOwnProject(platform, `suite-${randomBytes(6).toString('hex')}`);
  return {
    ...platform,
    ready,
    log: logSince(shared.logs),
    async stop() {
      if (!(await isRunning(shared))) throw new Error(`${name} exited while this suite was using it.`);
    },
  };
}

async function runningPlatform(environment: Environment): Promise<{ shared: SharedPlatform; name: string }> {
  const isServices = process.env['CAUSEWAY_TEST_FORM'] === 'services';
  const start = isServices ? startSharedServices : startSharedEmbedded;
  for (let generation = 1; ; generation += 1) {
    const name = `${isServices ? 'services' : 'embedded'}_${generation}`;
    let isOurs = false;
    const shared = await onceARun(name, (dir, owner) => {
      isOurs = true;
      return start(dir, owner, environment);
    }).catch((error: unknown) => {
      // The suite that failed to start a platform reports the failure. This suite tries again.
      if (isOurs) throw error;
    });
    if (shared && (await isRunning(shared))) return { shared, name };
  }
}

async function isRunning({ listeners }: SharedPlatform): Promise<boolean> {
  return (await Promise.all(listeners.map(accepts))).every(Boolean);
}
