import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ready } from '../../embedded/ready.ts';
import { assetPath } from '../../lib/assets/asset_path.ts';

export type EmbeddedProcess = {
  ready: Ready;
  origin: string;
  child: ChildProcess;
  /** The text that the process printed. */
  output(): string;
  /** The time from the start to the ready file, in milliseconds. */
  startMs: number;
  /** Sends the signal; returns the exit code and the time until the exit in milliseconds. */
  end(signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): Promise<{ code: number | null; ms: number }>;
};

/** The last line of the start-up text. */
const LAST_WORDS = 'Press Ctrl-C to stop.';

/** Starts the embedded form in its own process, on any free port unless the environment sets one. Needs a build. */
export async function startEmbedded(
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<EmbeddedProcess> {
  const script = assetPath('dist/embedded/main.js');
  if (!existsSync(script)) throw new Error('dist/embedded/main.js is missing: run npm run build first.');
  const readyFile = join(dataDir, 'ready.json');
  rmSync(readyFile, { force: true });
  const started = performance.now();
  const settings = {
    PORT: '0',
    CAUSEWAY_DATA_DIR: dataDir,
    CAUSEWAY_READY_JSON: readyFile,
    CAUSEWAY_GATEWAY_RATE_LIMITS: '0',
    ...environment,
  };
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
  const ready = await readyIn(readyFile, child, () => text);
  // The platform writes the file before it prints the text, so the text arrives later.
  await until(
    () => text.includes(LAST_WORDS),
    child,
    () => text,
  );
  return {
    ready,
    origin: new URL(ready.baseUrl).origin,
    child,
    output: () => text,
    startMs: performance.now() - started,
    end: (signal) => end(child, signal),
  };
}

async function readyIn(file: string, child: ChildProcess, output: () => string): Promise<Ready> {
  await until(() => existsSync(file), child, output);
  return JSON.parse(readFileSync(file, 'utf8')) as Ready;
}

/** Waits without a time limit, because a busy machine is slow. Throws when the process exits. */
async function until(holds: () => boolean, child: ChildProcess, output: () => string): Promise<void> {
  for (; !holds(); await sleep(10))
    if (child.exitCode !== null) throw new Error(`The process exited with ${child.exitCode}: ${output()}`);
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<{ code: number | null; ms: number }> {
  const asked = performance.now();
  return new Promise((resolve) => {
    // The event `exit` is too early, because the last output may still be in the pipe.
    child.once('close', (code) => resolve({ code, ms: performance.now() - asked }));
    child.kill(signal);
  });
}
