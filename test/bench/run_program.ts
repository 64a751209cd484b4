import { spawn } from 'node:child_process';
import process from 'node:process';

type Ended = { code: number | null; stdout: string; stderr: string };

/** Runs a program of the build to its end. */
export async function runProgram(args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const texts = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (texts.stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (texts.stderr += chunk));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, ...texts };
}
