import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ready } from '../../embedded/ready.ts';
import { startMember } from '../services/member_process.ts';
import { startServiceGroup } from '../services/service_group.ts';
import { type FixtureEngine, PLATFORM_PORT } from './fixture_world.ts';

/** A platform of the checked-out version with a data folder. The database engine determines the form. */
export type KillableForm = {
  ready: Ready;
  /** Sends SIGKILL to every process of the platform; databases stay reachable. */
  kill(): Promise<void>;
  databaseUrl(service: string): string;
  stop(): Promise<void>;
};

const READY_TIMEOUT_MS = 60_000;

export function startForm(engine: FixtureEngine, dataDir: string): Promise<KillableForm> {
  return engine === 'sqlite' ? startEmbedded(dataDir) : startServices(dataDir);
}

async function startEmbedded(dataDir: string): Promise<KillableForm> {
  const readyJson = join(dataDir, 'ready.json');
  const environment = {
    ...process.env,
    CAUSEWAY_FORM: 'embedded',
    CAUSEWAY_DATA_DIR: dataDir,
    CAUSEWAY_READY_JSON: readyJson,
    PORT: String(PLATFORM_PORT),
  };
  const member = { name: 'embedded', script: 'dist/embedded/main.js', port: PLATFORM_PORT, environment };
  const child = startMember(member, join(dataDir, 'output.log'));
  await child.ready();
  return {
    ready: await readyIn(readyJson),
    kill: () => child.kill('SIGKILL'),
    databaseUrl: (service) => `sqlite:${join(dataDir, `${service}.db`)}`,
    stop: () => child.stop(),
  };
}

async function startServices(dataDir: string): Promise<KillableForm> {
  const group = await startServiceGroup({
    dataDir,
    port: PLATFORM_PORT,
    revive: false,
    environment: process.env,
  });
  return {
    ready: group.ready,
    async kill() {
      await Promise.all(group.processes.map((one) => one.kill('SIGKILL')));
    },
    databaseUrl: (service) => group.mariadb.url(`causeway_${service}`),
    stop: group.stop,
  };
}

async function readyIn(file: string): Promise<Ready> {
  for (const end = performance.now() + READY_TIMEOUT_MS; !existsSync(file); await sleep(50))
    if (performance.now() > end) throw new Error('The platform was not ready in time.');
  return JSON.parse(readFileSync(file, 'utf8')) as Ready;
}
