/** Starts our own programs that print one JSON line when they are ready: the sandbox and the receiver. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { assetPath } from '../lib/assets/asset_path.ts';

export type ReadyProcess = { url: string; pid: number; child: ChildProcess; stop(): Promise<void> };

export function startSandboxProcess(args: readonly string[] = []): Promise<ReadyProcess> {
  return startReadyProcess('dist/sandbox/main.js', args);
}

export function startReceiverProcess(args: readonly string[] = []): Promise<ReadyProcess> {
  return startReadyProcess('dist/testbed/receiver_process.js', args);
}

/** `script` is a path below the package's root. Rejects when it is not built, or exits before it is ready. */
export async function startReadyProcess(
  script: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<ReadyProcess> {
  if (!existsSync(assetPath(script))) throw new Error(`${script} is missing: run npm run build first.`);
  const env = { ...process.env, ...environment };
  const child = spawn(process.execPath, [assetPath(script), ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const { url } = await firstLine(child, script);
  return { url, pid: child.pid!, child, stop: () => stop(child) };
}

function firstLine(child: ChildProcess, script: string): Promise<{ url: string }> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${script} exited with ${code} before it was ready.`)));
    child.once('error', reject);
    createInterface({ input: child.stdout! }).once('line', (line) => resolve(JSON.parse(line) as { url: string }));
  });
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}
