import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Ready } from '../embedded/ready.ts';
import { startReceiverProcess } from '../testbed/ready_process.ts';
import { platformPath } from './measure/platform_path.ts';
import { startEmbeddedProcess, startServicesProcess } from './measure/platform_process.ts';
import { residentMb } from './measure/process_usage.ts';
import { sizeOf } from './measure/size_of.ts';
import { whileRunning } from './measure/while_running.ts';
import type { BenchResult } from './result.ts';
import { type Answer, bigAnswers, bodyOf } from './work/big_answers.ts';
import { install } from './work/install_slow.ts';
import { slowProviderFile } from './work/slow_provider.ts';

const ALLOWED_MS = 50;
/** Until a stall is noted in the file. */
const NOTED_MS = 1_200;
/** A read that is asked for again after a faulty answer is measured for so long. */
const FAULTY_MS = 5_000;
const END_MS = 120_000;
const SHAPES = sizeOf(Object.keys(bigAnswers), ['decimals', 'oneDeepRecord', 'xmlLongText', 'cutOff']);
/** The rest is delivered as `raw` only. */
const FIELDS = ['id', 'a', 'o', 'amount', 'k1'];
const USUAL = JSON.stringify({
  data: [{ id: '1', updated_at: '2026-01-02T03:04:05Z', name: 'One' }],
  next_cursor: null,
});

type Stall = { pid: number; at: number; ownMs: number; garbageMs: number };
type Row = { ownMs: number; garbageMs: number; growthMb: number; timesOfBytes: number; ended: string; otherMs: number };

/**
 * The longest time for which one answer, just within the limits, holds the loop of a process of the platform, for each
 * shape of big_answers.ts. `ratio`: the allowed 50 ms over the longest; collections of garbage are stated apart. Only a
 * quiet machine measures it. `CAUSEWAY_BENCH_SHAPES=manyKeys,gzipped` measures some, `CAUSEWAY_BENCH_FORM=services` the
 * services form.
 */
export async function benchStall(): Promise<BenchResult> {
  const providersDir = mkdtempSync(join(tmpdir(), 'causeway-stall-'));
  const file = join(providersDir, 'stalls.jsonl');
  const only = process.env['CAUSEWAY_BENCH_SHAPES']?.split(',');
  const shapes = SHAPES.filter((name) => !only || only.includes(name));
  writeFileSync(join(providersDir, 'slow.yaml'), slowProviderFile(['usual', ...shapes]));
  const probe = pathToFileURL(platformPath('bench/work/stall_probe.mjs')).href;
  const settings = {
    CAUSEWAY_PROVIDERS_DIR: providersDir,
    CAUSEWAY_BENCH_STALLS: file,
    NODE_OPTIONS: `--import=${probe}`,
  };
  const start = process.env['CAUSEWAY_BENCH_FORM'] === 'services' ? startServicesProcess : startEmbeddedProcess;
  return whileRunning(async (keep) => {
    keep({ stop: () => rmSync(providersDir, { recursive: true, force: true }) });
    const provider = keep(await startProvider());
    const receiver = keep(await startReceiverProcess());
    const { ready, pid } = keep(await start(settings));
    const stage = { ready, pid, provider, receiver, stalls: () => stallsIn(file) };
    const rows: Record<string, Row> = {};
    for (const shape of shapes) rows[shape] = await measure(shape, stage);
    const [worst, row] = Object.entries(rows).toSorted(([, a], [, b]) => b.ownMs - a.ownMs)[0] as [string, Row];
    return {
      ratio: Number((ALLOWED_MS / Math.max(row.ownMs, 1)).toFixed(3)),
      failures: Object.entries(rows).flatMap(([name, { ended }]) => (ended === '' ? [`${name} did not end.`] : [])),
      worst,
      rows,
    };
  });
}

type Stage = {
  ready: Ready;
  pid: number;
  provider: { url: string; sizeOf(shape: string): number };
  receiver: { url: string };
  stalls(): Stall[];
};

async function measure(shape: string, { ready, pid, provider, receiver, stalls }: Stage): Promise<Row> {
  const other = await install(ready, { who: `other-${shape}`, path: '', objects: ['usual'], provider, receiver });
  const one = await install(ready, { who: shape, path: '', objects: [shape], fields: FIELDS, provider, receiver });
  while (!(await other.isIdle())) await sleep(20);
  const before = residentMb(pid);
  let peak = before;
  const sampler = setInterval(() => (peak = Math.max(peak, residentMb(pid))), 20);
  const from = Date.now();
  let otherMs = 0;
  const isFaulty = shape === 'cutOff';
  while ((await one.end()) === '' && Date.now() - from < (isFaulty ? FAULTY_MS : END_MS)) {
    const began = performance.now();
    await other.trigger('usual');
    while (!(await other.isIdle())) await sleep(10);
    otherMs = Math.max(otherMs, performance.now() - began);
  }
  await sleep(NOTED_MS);
  clearInterval(sampler);
  const noted = stalls().filter(({ at }) => at >= from);
  const size = provider.sizeOf(shape);
  const growthMb = peak - before;
  return {
    ownMs: Math.round(Math.max(0, ...noted.map(({ ownMs }) => ownMs))),
    garbageMs: Math.round(Math.max(0, ...noted.map(({ garbageMs }) => garbageMs))),
    growthMb: Math.round(growthMb),
    timesOfBytes: Number(((growthMb * 1024 * 1024) / size).toFixed(1)),
    ended: isFaulty ? 'not waited for' : await one.end(),
    otherMs: Math.round(otherMs),
  };
}

function stallsIn(file: string): Stall[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.filter(Boolean).map((line) => JSON.parse(line) as Stall);
}

/** Answers each object with its shape; the bytes are made before, so that making them holds nothing up. */
async function startProvider() {
  const bodies = new Map<string, { bytes: Uint8Array; size: number; isGzipped: boolean; contentType: string }>();
  const bodyFor = (shape: string) => {
    const known = bodies.get(shape);
    if (known) return known;
    const answer: Answer = bigAnswers[shape]?.() ?? { text: USUAL };
    const { text, isGzipped = false, contentType = 'application/json' } = answer;
    const made = { bytes: bodyOf(answer), size: text.length, isGzipped, contentType };
    bodies.clear();
    bodies.set(shape, made);
    return made;
  };
  const server = createServer((request, response) => {
    request.resume();
    const { bytes, isGzipped, contentType } = bodyFor(new URL(request.url ?? '/', 'http://provider').pathname.slice(1));
    response.setHeader('content-type', contentType);
    if (isGzipped) response.setHeader('content-encoding', 'gzip');
    response.end(bytes);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sizeOf: (shape: string) => bodyFor(shape).size,
    stop: () => server.closeAllConnections(),
  };
}
