import { spawn } from 'node:child_process';
import process from 'node:process';
import { assetPath } from '../../lib/assets/asset_path.ts';
import type { BenchResult } from '../result.ts';

/** The result of one run, or why there is none. */
type Run = { ratio: number } | { fault: string };

type Options = { root?: string; signal: AbortSignal };

/**
 * Runs a bench of this harness in a process of its own, on the code in `root`, or on this package. It has a process group,
 * so that `signal` ends it with the platform and whatever else it started.
 */
export async function runBench(name: string, { root, signal }: Options): Promise<Run> {
  const env = { ...process.env, CAUSEWAY_BENCH_ROOT: root ?? '' };
  const args = [assetPath('dist/bench/main.js'), name, '--json'];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const interrupt = () => void (child.pid && child.exitCode === null && process.kill(-child.pid, 'SIGINT'));
  signal.addEventListener('abort', interrupt);
  const texts = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (texts.stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (texts.stderr += chunk));
  const code = await new Promise((resolve) => child.once('close', resolve));
  signal.removeEventListener('abort', interrupt);
  if (code === 0) return { ratio: (JSON.parse(texts.stdout) as BenchResult).ratio };
  process.stderr.write(texts.stderr);
  return { fault: faultIn(texts.stderr) ?? `it exited with ${code}` };
}

/** The sentence of a failed bench or of an uncaught error, for one cell of a table. */
function faultIn(stderr: string): string | undefined {
  const lines = stderr.split('\n');
  return lines.find((line) => /^bench [\w-]+ failed: |^\w*Error: /.test(line));
}
