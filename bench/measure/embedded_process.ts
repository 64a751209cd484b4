import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ready } from '../../embedded/ready.ts';
import { assetPath } from '../../lib/assets/asset_path.ts';

export type EmbeddedProcess = { ready: Ready; pid: number; stop(): Promise<void> };

/** `npm start` as a process of its own, with a data folder that is removed at the end, or with the given one. */
export async function startEmbeddedProcess(
  environment: Record<string, string> = {},
  givenDir?: string,
): Promise<EmbeddedProcess> {
  const dataDir = givenDir ?? mkdtempSync(join(tmpdir(), 'causeway-bench-'));
  const readyFile = join(dataDir, 'ready.json');
  rmSync(readyFile, { force: true });
  const settings = {
    PORT: '0',
    CAUSEWAY_DATA_DIR: dataDir,
    CAUSEWAY_READY_JSON: readyFile,
    CAUSEWAY_LOG_LEVEL: 'warn',
    ...environment,
  };
  // The command of `npm start` itself, so that the bench measures what users run.
  const child = spawn('sh', ['-c', startCommand()], {
    cwd: assetPath('.'),
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  while (!existsSync(readyFile)) {
    if (child.exitCode !== null) throw new Error(`The platform exited with ${child.exitCode} before it was ready.`);
    await sleep(20);
  }
  return {
    ready: JSON.parse(readFileSync(readyFile, 'utf8')) as Ready,
    pid: child.pid ?? 0,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      if (!givenDir) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function startCommand(): string {
  const { scripts } = JSON.parse(readFileSync(assetPath('package.json'), 'utf8')) as { scripts: { start: string } };
  return scripts.start;
}
