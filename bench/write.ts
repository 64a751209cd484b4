import type { Buffer } from 'node:buffer';
import { spawn } from 'node:child_process';
import process from 'node:process';
import { startReadyProcess } from '../testbed/ready_process.ts';
import { assetPath } from '../lib/assets/asset_path.ts';
import { startEmbeddedProcess } from './measure/embedded_process.ts';
import { medianOf } from './measure/median.ts';
import type { BenchResult } from './result.ts';

const CALLERS = 32;
const ROUNDS = Number(process.env['CAUSEWAY_BENCH_ROUNDS'] ?? 5);
const MEASURE_MS = 3_000;
const SETTINGS = {
  CAUSEWAY_GATEWAY_RATE_PER_CALLER: '100000000',
  CAUSEWAY_GATEWAY_RATE_PER_ADDRESS: '100000000',
};

type Load = { ok: number; failed: number; perSecond: number };

/**
 * createTopic at 32 callers, alternating with bare express that does one SQLite insert. Both wait for the disk before
 * they answer. Each round is compared with the floor of the same seconds; the ratio is the median of the rounds.
 */
export async function benchWrite(): Promise<BenchResult> {
  const platform = await startEmbeddedProcess(SETTINGS);
  const floor = await startReadyProcess('dist/bench/floors/write_floor.js', []);
  const { baseUrl, project, apiKey } = platform.ready;
  const ours = () => load(`${baseUrl}/projects/${project.id}/topics`, apiKey);
  const theirs = () => load(`${floor.url}/topics`, '');
  await ours();
  await theirs();
  const rounds: { floor: Load; ours: Load }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push({ floor: await theirs(), ours: await ours() });
  await floor.stop();
  await platform.stop();
  const ratios = rounds.map((round) => Number((round.ours.perSecond / round.floor.perSecond).toFixed(3)));
  return {
    ratio: medianOf(ratios),
    createTopicPerSecond: Math.round(medianOf(rounds.map((round) => round.ours.perSecond))),
    floorPerSecond: Math.round(medianOf(rounds.map((round) => round.floor.perSecond))),
    failed: rounds.reduce((sum, round) => sum + round.ours.failed, 0),
    ratios,
  };
}

async function load(url: string, apiKey: string): Promise<Load> {
  const script = assetPath('dist/bench/load/write_load.js');
  const child = spawn(process.execPath, [script, url, String(CALLERS), String(MEASURE_MS), apiKey], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await new Promise((resolve) => child.once('exit', resolve));
  return JSON.parse(text) as Load;
}
