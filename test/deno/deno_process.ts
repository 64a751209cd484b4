import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ready } from '../../embedded/ready.ts';

export type DenoPlatform = {
  ready: Ready;
  /** What the task has printed. */
  output(): string;
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number | null>;
};

/** A task of deno.json from the sources, with its own data folder, on a free port. */
export async function startDenoPlatform(deno: string, task: 'start' | 'start:services'): Promise<DenoPlatform> {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-deno-'));
  const file = join(folder, 'ready.json');
  const env = { ...process.env, CAUSEWAY_DATA_DIR: folder, CAUSEWAY_READY_JSON: file, PORT: '0' };
  const output = join(folder, 'output');
  const printed = openSync(output, 'w');
  // A process group of its own, because `deno task` starts another deno and does not always forward a signal.
  const child = spawn(deno, ['task', task], { env, stdio: ['ignore', printed, 'inherit'], detached: true });
  closeSync(printed);
  const ready = await readyFile(child, file);
  return {
    ready,
    output: () => readFileSync(output, 'utf8'),
    async stop() {
      const code = await ended(child);
      rmSync(folder, { recursive: true, force: true });
      return code;
    },
  };
}

async function readyFile(child: ChildProcess, file: string): Promise<Ready> {
  for (let tries = 0; tries < 1_200; tries += 1) {
    if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Ready;
    if (child.exitCode !== null) throw new Error(`deno exited with ${child.exitCode} before the platform was ready.`);
    await sleep(100);
  }
  process.kill(-child.pid!, 'SIGKILL');
  throw new Error('The platform was not ready within 120 s.');
}

async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode;
  const exit = once(child, 'exit');
  process.kill(-child.pid!, 'SIGTERM');
  const [code] = (await exit) as [number | null];
  return code;
}
