import process from 'node:process';
import type { Ready } from '../embedded/ready.ts';
import { startReadyProcess } from '../testbed/ready_process.ts';
import { loadFailures } from './load/load_failures.ts';
import { runWriteLoad, type WriteLoad } from './load/run_write_load.ts';
import { medianOf } from './measure/median.ts';
import { startEmbeddedProcess, startServicesProcess } from './measure/platform_process.ts';
import { cpuMsOfAll } from './measure/process_usage.ts';
import { sizeOf } from './measure/size_of.ts';
import { whileRunning } from './measure/while_running.ts';
import type { BenchResult } from './result.ts';
import { startHangingWrites } from './work/hanging_writes.ts';
import { installWriter, type Writer } from './work/install_writer.ts';

const CALLERS = 32;
const ROUNDS = sizeOf(5, 1);
const MEASURE_MS = sizeOf(3_000, 300);
const HANGING_CALLERS = sizeOf(64, 24);
const HANGING_ROUNDS = sizeOf(3, 1);
const IDLE_MS = sizeOf(5_000, 300);
/** Longer than a write may hang, so that writes end and begin meanwhile. */
const HANGING_MS = sizeOf(30_000, 300);
/** How many times its idle median another customer's write may take. */
const ALLOWED = 2;
const SETTINGS = {
  CAUSEWAY_GATEWAY_RATE_PER_CALLER: '100000000',
  CAUSEWAY_GATEWAY_RATE_PER_ADDRESS: '100000000',
};

const WRITE_PROVIDER = 'dist/bench/work/write_provider.js';

/** `cpuMicros`: of all processes of the measured side, per write. */
type Side = WriteLoad & { cpuMicros: number };
type Round = { floor: Side; ours: Side };

/**
 * Synchronous writes at 32 callers through the public gateway, alternating with bare express that makes the same call
 * between two synced inserts. Each round is compared with the floor of the same seconds; the ratio is the median of the
 * rounds. `elsewhere` and `sameHost`: what another customer's write takes, idle and while 64 writes of one customer hang,
 * at a provider of its own and at the host that hangs for that customer alone.
 * `CAUSEWAY_BENCH_FORM=services` measures the services form, whose figures are stated beside the same floor.
 */
export async function benchWriteRecords(): Promise<BenchResult> {
  const start = process.env['CAUSEWAY_BENCH_FORM'] === 'services' ? startServicesProcess : startEmbeddedProcess;
  return whileRunning(async (keep) => {
    const { ready, pid } = keep(await start(SETTINGS));
    const [provider, hanging] = [
      keep(await startReadyProcess(WRITE_PROVIDER, [])),
      keep(await startReadyProcess(WRITE_PROVIDER, [])),
    ];
    const floor = keep(await startReadyProcess('dist/bench/floors/write_records_floor.js', [provider.url]));
    const writer = await installWriter(ready, 'one', provider.url);
    const theirs = { url: `${floor.url}/contacts`, body: writer.body };
    const rounds = await measureRounds({
      floor: () => measured(floor.pid, theirs, ''),
      ours: () => measured(pid, writer, ready.apiKey),
    });
    await floor.stop();
    const neighbour = await installWriter(ready, 'neighbour', hanging.url);
    const hangs = await installWriter(ready, 'hangs', `${hanging.url}/hanging`);
    const stage = { ready, hangs, providerUrl: hanging.url };
    const elsewhere = await isolation(writer, stage);
    const sameHost = await isolation(neighbour, stage);
    return resultOf(rounds, { elsewhere, sameHost });
  });
}

async function measured(pid: number, writer: Writer, apiKey: string): Promise<Side> {
  const before = cpuMsOfAll(pid);
  const load = await runWriteLoad({ ...writer, callers: CALLERS, ms: MEASURE_MS, apiKey });
  const micros = (cpuMsOfAll(pid) - before) * 1_000;
  return { ...load, cpuMicros: Math.round(micros / Math.max(load.ok, 1)) };
}

async function measureRounds({ floor, ours }: { floor(): Promise<Side>; ours(): Promise<Side> }): Promise<Round[]> {
  const rounds: Round[] = [];
  // The first one warms both up.
  for (let round = 0; round <= ROUNDS; round += 1) rounds.push({ floor: await floor(), ours: await ours() });
  return rounds;
}

type Stage = { ready: Ready; hangs: Writer; providerUrl: string };
type Isolation = { idle: WriteLoad[]; hanging: WriteLoad[]; held: number[]; answers: Record<string, number>[] };

/** One caller of another customer, idle and while the writes hang, in turn. */
async function isolation(other: Writer, { ready: { apiKey }, hangs, providerUrl }: Stage): Promise<Isolation> {
  const found: Isolation = { idle: [], hanging: [], held: [], answers: [] };
  const load = (ms: number) => runWriteLoad({ ...other, callers: 1, ms, apiKey });
  await load(IDLE_MS);
  for (let round = 0; round < HANGING_ROUNDS; round += 1) {
    found.idle.push(await load(IDLE_MS));
    const writes = await startHangingWrites({ writer: hangs, apiKey, providerUrl, callers: HANGING_CALLERS });
    found.held.push(writes.held);
    try {
      found.hanging.push(await load(HANGING_MS));
    } finally {
      found.answers.push(await writes.stop());
    }
  }
  return found;
}

function resultOf([warmUp, ...rounds]: readonly Round[], isolations: Record<string, Isolation>): BenchResult {
  const [ours, floor] = [rounds.map((round) => round.ours), rounds.map((round) => round.floor)];
  const ratios = rounds.map((round) => Number((round.ours.perSecond / round.floor.perSecond).toFixed(3)));
  const warm = warmUp as Round;
  return {
    ratio: medianOf(ratios),
    failures: [
      ...loadFailures('the writes', [warm.ours, ...ours]),
      ...loadFailures('the floor', [warm.floor, ...floor]),
      ...Object.entries(isolations).flatMap(isolationFailures),
    ],
    writesPerSecond: Math.round(medianOf(ours.map(({ perSecond }) => perSecond))),
    floorPerSecond: Math.round(medianOf(floor.map(({ perSecond }) => perSecond))),
    cpuMicrosPerWrite: medianOf(ours.map(({ cpuMicros }) => cpuMicros)),
    floorCpuMicrosPerWrite: medianOf(floor.map(({ cpuMicros }) => cpuMicros)),
    ratios,
    ...Object.fromEntries(Object.entries(isolations).map(([name, one]) => [name, figuresOf(one)])),
  };
}

function isolationFailures([name, { idle, hanging, answers }]: [string, Isolation]): string[] {
  const refused = answers.flatMap((one) => Object.keys(one).filter((status) => status !== '200' && status !== '422'));
  return [
    ...loadFailures(`the other customer, ${name}`, [...idle, ...hanging]),
    ...[...new Set(refused)].map((status) => `A write to the provider that hangs was answered with ${status}.`),
  ];
}

/** `ratio`: the allowed time over that while writes hang. */
function figuresOf({ idle, hanging, held }: Isolation) {
  const [idleMs, hangingMs] = [medianOf(idle.map(({ p50 }) => p50)), medianOf(hanging.map(({ p50 }) => p50))];
  return {
    ratio: Number(((ALLOWED * idleMs) / hangingMs).toFixed(2)),
    idleMs,
    hangingMs,
    times: Number((hangingMs / idleMs).toFixed(2)),
    held: medianOf(held),
  };
}
