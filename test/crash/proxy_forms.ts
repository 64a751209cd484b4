import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { Ready } from '../../embedded/ready.ts';
import { startServiceGroup } from '../../scripts/services/service_group.ts';
import { startEmbedded } from '../support/embedded_process.ts';

/** A platform as processes, of which the one that talks to providers can be ended and started again on its data. */
export type ProxyForm = {
  login(): { origin: string; ready: Ready };
  /** Those through which bodies flow. */
  pids(): number[];
  log(): string;
  kill(): Promise<void>;
  /** Resolves with the exit code; null where it is not known. */
  terminate(): Promise<number | null>;
  /** `more`: environment variables in addition, only in the embedded form. */
  restart(more?: Record<string, string>): Promise<void>;
  stop(): Promise<void>;
};

export async function embeddedForm(dir: string, environment: Record<string, string>): Promise<ProxyForm> {
  const dataDir = join(dir, 'data');
  const start = (more = {}) => startEmbedded(dataDir, { ...environment, ...more });
  let running = await start();
  const file = join(dataDir, 'causeway.log');
  return {
    login: () => ({ origin: running.origin, ready: running.ready }),
    pids: () => [running.child.pid ?? 0],
    log: () => (existsSync(file) ? readFileSync(file, 'utf8') : ''),
    kill: async () => void (await running.end('SIGKILL')),
    terminate: async () => (await running.end('SIGTERM')).code,
    restart: async (more) => void (running = await start(more)),
    stop: async () => void (running.child.exitCode === null && (await running.end('SIGTERM'))),
  };
}

export async function servicesForm(dir: string, environment: Record<string, string>): Promise<ProxyForm> {
  const settings = { ...process.env, ...environment };
  const group = await startServiceGroup({ dataDir: join(dir, 'group'), port: 0, revive: false, environment: settings });
  return {
    login: () => ({ origin: group.origin, ready: group.ready }),
    pids: () => ['gateway', 'writes'].map((name) => group.process(name).pid),
    log: () => readFileSync(group.logFile('writes'), 'utf8'),
    kill: () => group.process('writes').kill('SIGKILL'),
    async terminate() {
      await group.process('writes').kill('SIGTERM');
      return null;
    },
    restart: () => group.restart('writes'),
    stop: group.stop,
  };
}
