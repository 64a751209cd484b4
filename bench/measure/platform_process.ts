import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ready } from '../../embedded/ready.ts';
import { platformPath } from './platform_path.ts';

export type PlatformProcess = { ready: Ready; pid: number; dataDir: string; stop(): Promise<void> };
type Settings = Record<string, string>;

/** `npm start` as a process of its own, with a data folder that is removed at the end, or with the given one. */
export function startEmbeddedProcess(settings: Settings = {}, givenDir?: string): Promise<PlatformProcess> {
  return startPlatform('start', { CAUSEWAY_LOG_LEVEL: 'warn', ...settings }, givenDir);
}

/** `npm run start:services`: the processes with their own MariaDB and NATS; the log is on as by default. */
export function startServicesProcess(settings: Settings = {}): Promise<PlatformProcess> {
  return startPlatform('start:services', settings);
}

/** The command of package.json itself, so that a bench measures what users run, in the code of any commit. */
async function startPlatform(script: string, settings: Settings, givenDir?: string): Promise<PlatformProcess> {
  const dataDir = givenDir ?? mkdtempSync(join(tmpdir(), 'causeway-bench-'));
  const readyFile = join(dataDir, 'ready.json');
  rmSync(readyFile, { force: true });
  const own = { PORT: '0', CAUSEWAY_DATA_DIR: dataDir, CAUSEWAY_READY_JSON: readyFile };
  const child = spawn('sh', ['-c', commandOf(script)], {
    cwd: platformPath('.'),
    env: { ...environmentOfPlatform(), ...own, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  while (!existsSync(readyFile)) {
    if (child.exitCode !== null) throw new Error(`The platform exited with ${child.exitCode} before it was ready.`);
    await sleep(20);
  }
  return {
    ready: JSON.parse(readFileSync(readyFile, 'utf8')) as Ready,
    pid: child.pid ?? 0,
    dataDir,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      if (!givenDir) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Without the settings of the benches, which the platform would report as unknown. */
function environmentOfPlatform(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('CAUSEWAY_BENCH_')));
}

function commandOf(script: string): string {
  const file = platformPath('package.json');
  const { scripts } = JSON.parse(readFileSync(file, 'utf8')) as { scripts: Record<string, string> };
  const command = scripts[script];
  if (!command) throw new Error(`${file} has no script ${script}.`);
  return command;
}
