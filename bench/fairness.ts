import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ready } from '../embedded/ready.ts';
import { startReceiverProcess } from '../testbed/ready_process.ts';
import { startEmbeddedProcess } from './measure/platform_process.ts';
import { sizeOf } from './measure/size_of.ts';
import { whileRunning } from './measure/while_running.ts';
import type { BenchResult } from './result.ts';
import { type Installed, install } from './work/install_slow.ts';
import { slowProviderFile, startSlowProvider } from './work/slow_provider.ts';

const FLOOD = sizeOf(600, 24);
/** The max number of objects of an installation; the rest of the flood are second reads of some. */
const OBJECTS = sizeOf(500, 20);
const FLOOD_PAGES = 12;
const LATENCY = 250;
const STARTS = sizeOf(40, 1);
const WARM_STARTS = sizeOf(5, 1);
/** A start that takes longer is no slow start: the read was lost. */
const START_MS = 60_000;
const ALLOWED = 2;

type Slow = Awaited<ReturnType<typeof startSlowProvider>>;

/**
 * Time from the request of a triggered read to its first page request, on an idle platform and during 600 operations of
 * another installation. `ratio` is the allowed time (twice the idle one) over the measured time.
 */
export async function benchFairness(): Promise<BenchResult> {
  const objects = Array.from({ length: OBJECTS }, (_, i) => `object${i}`);
  const providersDir = mkdtempSync(join(tmpdir(), 'causeway-slow-'));
  writeFileSync(join(providersDir, 'slow.yaml'), slowProviderFile(objects));
  return whileRunning(async (keep) => {
    keep({ stop: () => rmSync(providersDir, { recursive: true, force: true }) });
    const provider = keep(await startSlowProvider(LATENCY));
    const receiver = keep(await startReceiverProcess());
    const platform = keep(await startEmbeddedProcess({ CAUSEWAY_PROVIDERS_DIR: providersDir }));
    return compare(platform.ready, { objects, provider, receiver });
  });
}

type Stage = { objects: string[]; provider: Slow; receiver: { url: string } };

async function compare(ready: Ready, { objects, ...stage }: Stage): Promise<BenchResult> {
  const { provider } = stage;
  const one = await install(ready, { who: 'one', path: '/one/1', objects: ['object0'], ...stage });
  await measure(one, provider, WARM_STARTS);
  const idle = await measure(one, provider, STARTS);
  const flood = await install(ready, { who: 'flood', path: `/flood/${FLOOD_PAGES}`, objects, ...stage });
  for (const object of objects.slice(0, FLOOD - OBJECTS)) await flood.trigger(object);
  for (const end = Date.now() + START_MS; provider.served('flood') < Math.min(50, FLOOD); await sleep(20))
    if (Date.now() > end) throw new Error('The flood did not begin.');
  const before = provider.served('flood');
  const flooded = await measure(one, provider, STARTS);
  const pages = provider.served('flood') - before;
  if (provider.served('flood') >= FLOOD * FLOOD_PAGES) throw new Error('The flood ended before the measurement.');
  return {
    ratio: round((ALLOWED * median(idle)) / median(flooded)),
    failures: [], // A read that fails, and one that does not start, throw.
    idleMs: round(median(idle)),
    floodedMs: round(median(flooded)),
    idle95: round(at(idle, 0.95)),
    flooded95: round(at(flooded, 0.95)),
    starts: STARTS,
    flood: FLOOD,
    floodPagesMeanwhile: pages,
  };
}

async function measure(one: Installed, provider: Slow, starts: number): Promise<number[]> {
  const ms: number[] = [];
  for (let i = 0; i < starts; i += 1) {
    while (!(await one.isIdle())) await sleep(50);
    await sleep(50 + 100 * Math.random());
    const asked = provider.nextOf('one');
    const from = performance.now();
    await one.trigger('object0');
    const started = await Promise.race([asked, sleep(START_MS, undefined, { ref: false })]);
    if (started === undefined) throw new Error(`A read did not start in ${START_MS} ms.`);
    ms.push(started - from);
  }
  return ms;
}

function at(ms: readonly number[], share: number): number {
  return ms.toSorted((a, b) => a - b)[Math.floor(share * ms.length)] ?? 0;
}

function median(ms: readonly number[]): number {
  return at(ms, 0.5);
}

function round(number: number): number {
  return Number(number.toFixed(2));
}
