import { spawn } from 'node:child_process';
import process from 'node:process';
import { clearTimeout, setTimeout } from 'node:timers';

type Ended = { code: number | null; stdout: string; stderr: string };

/** Of a program; long, because the machine may be busy with something else. */
export const MAX_WAIT_MS = 300_000;

/** Runs a program of the build to its end. One that takes too long is ended, with everything that it started. */
export async function runProgram(args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const late = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), MAX_WAIT_MS);
  const texts = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (texts.stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (texts.stderr += chunk));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearTimeout(late);
  return { code, ...texts };
}
