import { startReadyProcess } from '../testbed/ready_process.ts';
import { loadFailures } from './load/load_failures.ts';
import { runWriteLoad, type WriteLoad } from './load/run_write_load.ts';
import { medianOf } from './measure/median.ts';
import { startEmbeddedProcess } from './measure/platform_process.ts';
import { sizeOf } from './measure/size_of.ts';
import { whileRunning } from './measure/while_running.ts';
import type { BenchResult } from './result.ts';

const CALLERS = 32;
const ROUNDS = sizeOf(5, 1);
const MEASURE_MS = sizeOf(3_000, 300);
/** Without the quota of topics, which the load reaches in seconds. */
const SETTINGS = {
  CAUSEWAY_NOTIFICATIONS_MAX_TOPICS: '0',
  CAUSEWAY_GATEWAY_RATE_PER_CALLER: '100000000',
  CAUSEWAY_GATEWAY_RATE_PER_ADDRESS: '100000000',
};

type Round = { floor: WriteLoad; ours: WriteLoad };

/**
 * createTopic at 32 callers, alternating with bare express that does one SQLite insert. Both wait for the disk before
 * they answer. Each round is compared with the floor of the same seconds; the ratio is the median of the rounds.
 */
export async function benchWrite(): Promise<BenchResult> {
  const { warmUp, rounds } = await measureRounds();
  const ratios = rounds.map((round) => Number((round.ours.perSecond / round.floor.perSecond).toFixed(3)));
  const [ours, floor] = [rounds.map((round) => round.ours), rounds.map((round) => round.floor)];
  return {
    ratio: medianOf(ratios),
    failures: [
      ...loadFailures('createTopic', [warmUp.ours, ...ours]),
      ...loadFailures('the floor', [warmUp.floor, ...floor]),
    ],
    createTopicPerSecond: Math.round(medianOf(ours.map(({ perSecond }) => perSecond))),
    floorPerSecond: Math.round(medianOf(floor.map(({ perSecond }) => perSecond))),
    ratios,
  };
}

function measureRounds(): Promise<{ warmUp: Round; rounds: Round[] }> {
  return whileRunning(async (keep) => {
    const { ready } = keep(await startEmbeddedProcess(SETTINGS));
    const { url } = keep(await startReadyProcess('dist/bench/floors/write_floor.js', []));
    const ours = () => load(`${ready.baseUrl}/projects/${ready.project.id}/topics`, ready.apiKey);
    const theirs = () => load(`${url}/topics`, '');
    const warmUp = { floor: await theirs(), ours: await ours() };
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push({ floor: await theirs(), ours: await ours() });
    return { warmUp, rounds };
  });
}

function load(url: string, apiKey: string): Promise<WriteLoad> {
  return runWriteLoad({ url, callers: CALLERS, ms: MEASURE_MS, apiKey });
}
