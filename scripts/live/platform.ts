import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { assetPath } from '../../lib/assets/asset_path.ts';
import type { ReadyPlatform } from './api.ts';

export type LivePlatform = ReadyPlatform & { stop(): Promise<void> };

/** Starts the embedded platform on a free port with its data in `folder`, and waits until it says that it is ready. */
export async function startPlatform(folder: string, settings: Record<string, string>): Promise<LivePlatform> {
  const ready = join(folder, 'ready.json');
  const env = { ...process.env, PORT: '0', CAUSEWAY_DATA_DIR: folder, CAUSEWAY_READY_JSON: ready, ...settings };
  const child = spawn(process.execPath, [assetPath('dist/embedded/main.js')], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (let tries = 0; tries < 300; tries += 1) {
    if (child.exitCode !== null) throw new Error(`The platform ended with ${child.exitCode} before it was ready.`);
    if (existsSync(ready))
      return { ...(JSON.parse(readFileSync(ready, 'utf8')) as ReadyPlatform), stop: () => stop(child) };
    await sleep(100);
  }
  child.kill('SIGKILL');
  throw new Error('The platform was not ready within 30 s.');
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}
