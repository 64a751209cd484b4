import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ready } from '../../../embedded/ready.ts';
import { assetPath } from '../../../lib/assets/asset_path.ts';
import type { Environment } from '../../../lib/config/settings.ts';
import { type Child, startChild } from '../../../scripts/servers/child.ts';
import type { SharedPlatform } from './shared_platform.ts';

/** Starts the embedded form in a process that continues after the suite ends. Needs a build. */
export async function startSharedEmbedded(
  dir: string,
  owner: number,
  environment: Environment,
): Promise<SharedPlatform> {
  const script = assetPath('dist/embedded/main.js');
  if (!existsSync(script)) throw new Error('dist/embedded/main.js is missing: run npm run build first.');
  const dataDir = join(dir, 'data');
  const readyFile = join(dir, 'ready.json');
  const outputFile = join(dir, 'output.txt');
  mkdirSync(dataDir, { mode: 0o700 });
  const output = openSync(outputFile, 'a', 0o600);
  const settings = {
    PORT: '0',
    CAUSEWAY_DATA_DIR: dataDir,
    CAUSEWAY_READY_JSON: readyFile,
    CAUSEWAY_LOG_LEVEL: 'debug',
    ...environment,
  };
  const child = startChild(process.execPath, [script], owner, {
    env: { ...process.env, ...settings },
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  const { baseUrl } = await readyIn(readyFile, child).catch((err: Error) => {
    throw new Error(`${err.message} ${readFileSync(outputFile, 'utf8')}`);
  });
  const { origin, port } = new URL(baseUrl);
  // These files contain the key, and suites check that no other file contains it.
  for (const file of [readyFile, outputFile]) rmSync(file);
  return {
    origin,
    dataDir,
    logs: dataDir,
    databaseUrl: `sqlite:${join(dataDir, 'SERVICE.db')}`,
    listeners: [{ port: Number(port) }],
    pids: [child.pid],
  };
}

async function readyIn(file: string, child: Child): Promise<Ready> {
  while (!existsSync(file)) {
    if (child.exited()) throw new Error('The platform exited before it was ready.');
    await sleep(10);
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Ready;
}
