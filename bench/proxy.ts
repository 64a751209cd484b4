import process from 'node:process';
import type { Ready } from '../embedded/ready.ts';
import { startReadyProcess } from '../testbed/ready_process.ts';
import { loadFailures } from './load/load_failures.ts';
import { type Load, runLoad } from './load/run_load.ts';
import { runWriteLoad } from './load/run_write_load.ts';
import { medianOf } from './measure/median.ts';
import { startEmbeddedProcess, startServicesProcess } from './measure/platform_process.ts';
import { cpuMsOfAll } from './measure/process_usage.ts';
import { sizeOf } from './measure/size_of.ts';
import { whileRunning } from './measure/while_running.ts';
import type { BenchResult } from './result.ts';
import { startHangingProxied } from './work/hanging_proxied.ts';
import { installProxy, type Proxied } from './work/install_proxy.ts';
import { timeTriggers } from './work/time_triggers.ts';

const CALLERS = 32;
const ROUNDS = sizeOf(7, 1);
const MEASURE_MS = sizeOf(3_000, 300);
const HANGING_CALLERS = sizeOf(200, 24);
const HANGING_ROUNDS = sizeOf(3, 1);
const NEIGHBOUR_MS = sizeOf(4_000, 300);
/** How many times its idle median the request of another customer may take. */
const ALLOWED = 2;
const SETTINGS = {
  CAUSEWAY_GATEWAY_RATE_PER_CALLER: '100000000',
  CAUSEWAY_GATEWAY_RATE_PER_ADDRESS: '100000000',
};
const PROVIDER = 'dist/bench/work/proxied_provider.js';

/** `cpuMicros`: of all processes of the measured side, per request. */
type Side = Load & { cpuMicros: number };
type Round = { floor: Side; ours: Side };
type Brief = { ok: number; failed: number; firstFailure?: string; p50: number };
type Neighbour = { idle: Brief[]; hanging: Brief[] };

/**
 * GETs of 2 kB of JSON at 32 callers through the proxy, in turn with a bare pass-through by undici to the same provider.
 * Each round is compared with the floor of the same seconds; the ratio is the median of the rounds. `neighbours`: what
 * another customer's triggered read, its write and a plain GET take, idle and while 200 requests of one customer hang at
 * a provider. `CAUSEWAY_BENCH_FORM=services` measures the services form, whose figures are stated beside the same floor.
 */
export async function benchProxy(): Promise<BenchResult> {
  const start = process.env['CAUSEWAY_BENCH_FORM'] === 'services' ? startServicesProcess : startEmbeddedProcess;
  return whileRunning(async (keep) => {
    const { ready, pid } = keep(await start(SETTINGS));
    const provider = keep(await startReadyProcess(PROVIDER, []));
    const hanging = keep(await startReadyProcess(PROVIDER, []));
    const floor = keep(await startReadyProcess('dist/bench/floors/proxy_floor.js', [provider.url]));
    const one = await installProxy(ready, 'one', provider.url);
    const rounds = await measureRounds({
      floor: () => measured(floor.pid, floor.url, '/contacts', {}),
      ours: () => measured(pid, ready.proxyUrl, '/proxy/contacts', one.headers),
    });
    await floor.stop();
    const hangs = await installProxy(ready, 'hangs', hanging.url);
    return resultOf(rounds, await isolation(ready, one, { hangs, providerUrl: hanging.url }));
  });
}

async function measured(pid: number, url: string, path: string, headers: Record<string, string>): Promise<Side> {
  const before = cpuMsOfAll(pid);
  const load = await runLoad({ port: portOf(url), connections: CALLERS, ms: MEASURE_MS, path, headers });
  const micros = (cpuMsOfAll(pid) - before) * 1_000;
  return { ...load, cpuMicros: Math.round(micros / Math.max(load.ok, 1)) };
}

async function measureRounds({ floor, ours }: { floor(): Promise<Side>; ours(): Promise<Side> }): Promise<Round[]> {
  const rounds: Round[] = [];
  // The first one warms both up.
  for (let round = 0; round <= ROUNDS; round += 1) rounds.push({ floor: await floor(), ours: await ours() });
  return rounds;
}

type Stage = { hangs: Proxied; providerUrl: string };
type Isolation = {
  neighbours: Record<string, Neighbour>;
  inProgress: number[];
  held: number[];
  answers: Record<string, number>[];
};

/** One caller of each kind, idle and while the requests hang, in turn. */
async function isolation(ready: Ready, one: Proxied, { hangs, providerUrl }: Stage): Promise<Isolation> {
  const { apiKey } = ready;
  const loads: Record<string, (ms: number) => Promise<Brief>> = {
    get: (ms) =>
      runLoad({
        port: portOf(one.installationUrl),
        path: new URL(one.installationUrl).pathname,
        connections: 1,
        ms,
        headers: { 'x-api-key': apiKey },
      }),
    write: (ms) => runWriteLoad({ url: one.writeUrl, body: one.writeBody, callers: 1, ms, apiKey }),
    read: (ms) => timeTriggers({ ...one, ms, apiKey }),
  };
  const found: Isolation = { neighbours: {}, inProgress: [], held: [], answers: [] };
  const measure = async (when: keyof Neighbour) => {
    for (const [name, load] of Object.entries(loads)) {
      const neighbour = (found.neighbours[name] ??= { idle: [], hanging: [] });
      neighbour[when].push(await load(NEIGHBOUR_MS));
    }
  };
  await measure('idle');
  found.neighbours = {}; // it warmed up
  for (let round = 0; round < HANGING_ROUNDS; round += 1) {
    await measure('idle');
    const url = `${ready.proxyUrl}/hanging`;
    const requests = await startHangingProxied({ url, headers: hangs.headers, providerUrl, callers: HANGING_CALLERS });
    found.inProgress.push(requests.inProgress);
    found.held.push(requests.held);
    try {
      await measure('hanging');
    } finally {
      found.answers.push(await requests.stop());
    }
  }
  return found;
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}

function resultOf([warmUp, ...rounds]: readonly Round[], isolated: Isolation): BenchResult {
  const [ours, floor] = [rounds.map((round) => round.ours), rounds.map((round) => round.floor)];
  const ratios = rounds.map((round) => Number((round.ours.perSecond / round.floor.perSecond).toFixed(3)));
  const warm = warmUp as Round;
  const neighbours = Object.entries(isolated.neighbours);
  return {
    ratio: medianOf(ratios),
    failures: [
      ...loadFailures('the proxy', [warm.ours, ...ours]),
      ...loadFailures('the floor', [warm.floor, ...floor]),
      ...neighbours.flatMap(([name, { idle, hanging }]) => loadFailures(`the ${name}`, [...idle, ...hanging])),
      ...hangingFailures(isolated),
    ],
    proxiedPerSecond: Math.round(medianOf(ours.map(({ perSecond }) => perSecond))),
    floorPerSecond: Math.round(medianOf(floor.map(({ perSecond }) => perSecond))),
    ...sideFigures('', ours),
    ...sideFigures('floor', floor),
    ratios,
    neighbours: Object.fromEntries(neighbours.map(([name, one]) => [name, neighbourFigures(one)])),
    inProgress: medianOf(isolated.inProgress),
    held: medianOf(isolated.held),
  };
}

function sideFigures(prefix: '' | 'floor', sides: readonly Side[]): Record<string, number> {
  const named = (name: string) => (prefix === '' ? name : `${prefix}${name[0]?.toUpperCase()}${name.slice(1)}`);
  return {
    [named('p50Ms')]: medianOf(sides.map(({ p50 }) => p50)),
    [named('p99Ms')]: medianOf(sides.map(({ p99 }) => p99)),
    [named('cpuMicrosPerRequest')]: medianOf(sides.map(({ cpuMicros }) => cpuMicros)),
  };
}

/** What hangs ends with the provider's answer, or with a 504 when it has waited too long. */
function hangingFailures({ answers }: Isolation): string[] {
  const refused = answers.flatMap((one) => Object.keys(one).filter((status) => status !== '200' && status !== '504'));
  return [...new Set(refused)].map((status) => `A request to the provider that hangs was answered with ${status}.`);
}

/** `ratio`: the allowed latency divided by the latency while other requests hang. */
function neighbourFigures({ idle, hanging }: Neighbour) {
  const [idleMs, hangingMs] = [medianOf(idle.map(({ p50 }) => p50)), medianOf(hanging.map(({ p50 }) => p50))];
  return {
    ratio: Number(((ALLOWED * idleMs) / hangingMs).toFixed(2)),
    idleMs,
    hangingMs,
    times: Number((hangingMs / idleMs).toFixed(2)),
  };
}
