import { Buffer } from 'node:buffer';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Ready } from '../embedded/ready.ts';
import { startReceiverProcess } from '../testbed/ready_process.ts';
import { type Growing, growthOf } from './measure/growth.ts';
import { linesOf } from './measure/lines_of.ts';
import { medianOf } from './measure/median.ts';
import { platformPath } from './measure/platform_path.ts';
import { startEmbeddedProcess, startServicesProcess } from './measure/platform_process.ts';
import { sizeOf } from './measure/size_of.ts';
import { whileRunning } from './measure/while_running.ts';
import type { BenchResult } from './result.ts';
import { type Answer, bigAnswers, bodyOf } from './work/big_answers.ts';
import { install } from './work/install_slow.ts';
import { slowProviderFile } from './work/slow_provider.ts';

const ALLOWED_MS = 50;
/** The time until a stall is noted in the file. Ms. */
const NOTED_MS = 1_200;
/** How long a read that is requested again after a faulty answer is measured. Ms. */
const FAULTY_MS = 5_000;
const END_MS = 120_000;
/** Reads of each shape, and reads of the other installation during each. */
const READS = sizeOf(3, 1);
const OTHERS = sizeOf(3, 1);
const SHAPES = sizeOf(Object.keys(bigAnswers), ['decimals', 'oneDeepRecord', 'xmlLongText', 'cutOff']);
/** The rest is delivered as `raw` only. */
const FIELDS = ['id', 'a', 'o', 'amount', 'k1'];
const USUAL = JSON.stringify({
  data: [{ id: '1', updated_at: '2026-01-02T03:04:05Z', name: 'One' }],
  next_cursor: null,
});

type Stall = { pid: number; what: string; at: number; ownMs: number; garbageMs: number };
type Read = { ownMs: number; garbageMs: number; growthMb: number; youngMb: number; otherMs: number };
type Row = Read & { longestMs: number; timesOfBytes: number; ended: string };

/**
 * How long one answer, just within the limits, holds the loop of a process of the platform, and how much the process
 * grows, for each shape of big_answers.ts. Each shape is read three times, and the figures are the medians.
 *
 * - `ratio`: the allowed 50 ms over the longest `ownMs` of a shape. Collections of garbage are stated apart. Only a quiet
 *   machine measures it; `longestMs` is the longest of the three reads.
 * - `growthMb`: by how much the resident memory of a process grew at most, from after a collection of garbage just before
 *   the read. In the services form, of the process that grew most.
 * - `youngMb`: how much of it was the engine's space for new objects. The engine looks for garbage there when it is full,
 *   and gives it up to three times `--max-semi-space-size`, whatever the answer.
 * - `floorMb`: the growth without that space for an answer of one short record, as any read has.
 * - `timesOfBytes`: what a shape grew without that space and beyond the floor, in multiples of its answer's bytes,
 *   unpacked. Of an answer of 400 kB, one MB more or less is 2.6 of these.
 *
 * `CAUSEWAY_BENCH_SHAPES=manyKeys,gzipped` measures some shapes, `CAUSEWAY_BENCH_FORM=services` the services form.
 */
export async function benchStall(): Promise<BenchResult> {
  const providersDir = mkdtempSync(join(tmpdir(), 'causeway-stall-'));
  const file = join(providersDir, 'told.jsonl');
  const only = process.env['CAUSEWAY_BENCH_SHAPES']?.split(',');
  const shapes = SHAPES.filter((name) => !only || only.includes(name));
  writeFileSync(join(providersDir, 'slow.yaml'), slowProviderFile(['usual', ...shapes]));
  const probe = pathToFileURL(platformPath('bench/work/stall_probe.mjs')).href;
  const settings = {
    CAUSEWAY_PROVIDERS_DIR: providersDir,
    CAUSEWAY_BENCH_TOLD: file,
    NODE_OPTIONS: `--import=${probe}`,
  };
  const start = process.env['CAUSEWAY_BENCH_FORM'] === 'services' ? startServicesProcess : startEmbeddedProcess;
  return whileRunning(async (keep) => {
    keep({ stop: () => rmSync(providersDir, { recursive: true, force: true }) });
    const provider = keep(await startProvider());
    const receiver = keep(await startReceiverProcess());
    const { ready } = keep(await start(settings));
    const stage = {
      ready,
      provider,
      receiver,
      growing: () => growthOf(file),
      stalls: () => linesOf<Stall>(file).filter(({ what }) => what === 'held'),
    };
    // What a process makes once, such as compiled code, is no growth by an answer.
    await readOnce('usual', 'first', stage);
    const usual = await measure('usual', stage, 0);
    const floorMb = Math.max(0, usual.growthMb - usual.youngMb);
    const rows: Record<string, Row> = {};
    for (const shape of shapes) rows[shape] = await measure(shape, stage, floorMb);
    const [worst, row] = Object.entries(rows).toSorted(([, a], [, b]) => b.ownMs - a.ownMs)[0] as [string, Row];
    return {
      ratio: Number((ALLOWED_MS / Math.max(row.ownMs, 1)).toFixed(3)),
      failures: Object.entries(rows).flatMap(([name, { ended }]) => (ended === '' ? [`${name} did not end.`] : [])),
      worst,
      floorMb,
      rows,
    };
  });
}

type Stage = {
  ready: Ready;
  provider: { url: string; prepare(shape: string): void; sizeOf(shape: string): number };
  receiver: { url: string };
  growing(): Promise<Growing>;
  stalls(): Stall[];
};

async function measure(shape: string, stage: Stage, floorMb: number): Promise<Row> {
  const reads: Read[] = [];
  let ended = '';
  for (let i = 0; i < READS; i += 1) {
    const read = await readOnce(shape, `${shape}-${i}`, stage);
    reads.push(read);
    ended = read.ended;
  }
  const median = (name: keyof Read) => Math.round(medianOf(reads.map((read) => read[name])));
  const [growthMb, youngMb] = [median('growthMb'), median('youngMb')];
  const times = (Math.max(0, growthMb - youngMb - floorMb) * 1024 * 1024) / stage.provider.sizeOf(shape);
  const longestMs = Math.round(Math.max(...reads.map((read) => read.ownMs)));
  return {
    ownMs: median('ownMs'),
    longestMs,
    garbageMs: median('garbageMs'),
    growthMb,
    youngMb,
    timesOfBytes: Number(times.toFixed(1)),
    ended,
    otherMs: median('otherMs'),
  };
}

/** One read by a new installation, while another installation reads again and again. */
async function readOnce(shape: string, who: string, stage: Stage): Promise<Read & { ended: string }> {
  const { ready, provider, receiver, growing, stalls } = stage;
  provider.prepare(shape);
  const grown = await growing();
  const from = Date.now();
  const other = await install(ready, { who: `other-${who}`, path: '', objects: ['usual'], provider, receiver });
  const one = await install(ready, { who, path: '', objects: [shape], fields: FIELDS, provider, receiver });
  let otherMs = 0;
  let others = 0;
  const isFaulty = shape === 'cutOff';
  const endMs = isFaulty ? FAULTY_MS : END_MS;
  while (((await one.end()) === '' || others < OTHERS) && Date.now() - from < endMs) {
    const began = performance.now();
    await other.trigger('usual');
    while (!(await other.isIdle())) await sleep(10);
    otherMs = Math.max(otherMs, performance.now() - began);
    others += 1;
  }
  await sleep(NOTED_MS);
  const noted = stalls().filter(({ at }) => at >= from);
  return {
    ownMs: Math.max(0, ...noted.map(({ ownMs }) => ownMs)),
    garbageMs: Math.max(0, ...noted.map(({ garbageMs }) => garbageMs)),
    ...(await grown()),
    ended: isFaulty ? 'not waited for' : await one.end(),
    otherMs,
  };
}

/** Answers each object with its shape; the bytes are made before, so that making them holds nothing up. */
async function startProvider() {
  const sizes = new Map<string, number>();
  const bodies = new Map<string, { bytes: Uint8Array; isGzipped: boolean; contentType: string }>();
  const bodyFor = (shape: string) => {
    const known = bodies.get(shape);
    if (known) return known;
    const answer: Answer = bigAnswers[shape]?.() ?? { text: USUAL };
    const { text, isGzipped = false, contentType = 'application/json' } = answer;
    const made = { bytes: bodyOf(answer), isGzipped, contentType };
    sizes.set(shape, Buffer.byteLength(text));
    // The other installation's answer stays, and the large one of the shape before does not.
    for (const name of bodies.keys()) if (name !== 'usual') bodies.delete(name);
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
    prepare: (shape: string) => void bodyFor(shape),
    /** Bytes of the answer, unpacked. */
    sizeOf: (shape: string) => sizes.get(shape) ?? 0,
    stop: () => server.closeAllConnections(),
  };
}
