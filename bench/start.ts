import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { medianOf } from './measure/median.ts';
import { platformPath } from './measure/platform_path.ts';
import { startEmbeddedProcess } from './measure/platform_process.ts';
import { sizeOf } from './measure/size_of.ts';
import type { BenchResult } from './result.ts';

const RUNS = sizeOf(5, 1);
/** `causeway providers list` may take this many times as long as Node itself. */
const ALLOWED = 3;

/**
 * How long people wait: for a list from the command line, and until the embedded form is ready with a new data folder.
 * Both are compared with a Node that runs nothing. All take turns, so that other work on the machine slows all of them.
 */
export async function benchStart(): Promise<BenchResult> {
  const bare: number[] = [];
  const list: number[] = [];
  const ready: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    bare.push(runMs(['-e', '']));
    list.push(runMs([platformPath('dist/cli/main.js'), 'providers', 'list']));
    ready.push(await readyMs());
  }
  const floor = medianOf(bare);
  return {
    ratio: round((ALLOWED * floor) / medianOf(list)),
    providersListTimesOfBareNode: round(medianOf(list) / floor),
    readyTimesOfBareNode: round(medianOf(ready) / floor),
    bareNodeMs: Math.round(floor),
    providersListMs: Math.round(medianOf(list)),
    readyMs: Math.round(medianOf(ready)),
    runs: RUNS,
    failures: [],
  };
}

function runMs(args: string[]): number {
  const started = performance.now();
  const { status } = spawnSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`node ${args.join(' ')} exited with ${status}.`);
  return performance.now() - started;
}

async function readyMs(): Promise<number> {
  const started = performance.now();
  const platform = await startEmbeddedProcess();
  const ms = performance.now() - started;
  await platform.stop();
  return ms;
}

function round(number: number): number {
  return Number(number.toFixed(2));
}
