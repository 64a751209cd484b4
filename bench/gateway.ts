import { join } from 'node:path';
import type { Ready } from '../embedded/ready.ts';
import { createApi } from '../scripts/scenario/api.ts';
import { manifestOf } from '../scripts/scenario/manifest.ts';
import { startReadyProcess, startSandboxProcess } from '../testbed/ready_process.ts';
import { loadFailures } from './load/load_failures.ts';
import { type Load, runLoad } from './load/run_load.ts';
import { medianOf } from './measure/median.ts';
import { startServicesProcess } from './measure/platform_process.ts';
import { sizeOf } from './measure/size_of.ts';
import { whileRunning } from './measure/while_running.ts';
import type { BenchResult } from './result.ts';

const CONNECTIONS = 50;
const WARM_MS = sizeOf(5_000, 300);
const MEASURE_MS = sizeOf(3_000, 300);
const ROUNDS = sizeOf(7, 1);

/**
 * Rate limits are counted as usual, but the load does not reach them. The log is on as by default: its line is part of
 * the cost.
 */
const SETTINGS = {
  CAUSEWAY_GATEWAY_RATE_PER_CALLER: '100000000',
  CAUSEWAY_GATEWAY_RATE_PER_ADDRESS: '100000000',
};

/**
 * One authenticated GET of an installation through gateway, gRPC and MySQL, alternating with bare express with one
 * select. Each round is compared with the floor of the same seconds; the ratio is the median of the rounds. A failure of
 * the warm-up counts too. The processes are started by the launcher of the commit under measurement: it is part of
 * that product, and knows the settings of its services.
 */
export async function benchGateway(): Promise<BenchResult> {
  const { warmUp, ours, theirs } = await measureRounds();
  const ratios = ours.map(({ perSecond }, round) => perSecond / (theirs[round] as Load).perSecond);
  return {
    ratio: Number(medianOf(ratios).toFixed(3)),
    failures: [
      ...loadFailures('the gateway', [warmUp.ours, ...ours]),
      ...loadFailures('the floor', [warmUp.theirs, ...theirs]),
    ],
    gatewayPerSecond: Math.round(medianOf(ours.map(speed))),
    floorPerSecond: Math.round(medianOf(theirs.map(speed))),
    rounds: {
      ratios: ratios.map((ratio) => Number(ratio.toFixed(2))),
      gatewayPerSecond: ours.map(speed),
      floorPerSecond: theirs.map(speed),
    },
  };
}

type Rounds = { warmUp: { ours: Load; theirs: Load }; ours: Load[]; theirs: Load[] };

function measureRounds(): Promise<Rounds> {
  return whileRunning(async (keep) => {
    const { ready, dataDir } = keep(await startServicesProcess(SETTINGS));
    const sandbox = keep(await startSandboxProcess(['--records', '10']));
    const installation = await install(ready, sandbox.url);
    const socketPath = join(dataDir, 'mariadb', 'mariadb.sock');
    const floorArgs = [socketPath, 'causeway_installation'];
    const floor = keep(await startReadyProcess('dist/bench/floors/gateway_floor.js', floorArgs));
    const measureOurs = (ms: number) => load(ready.baseUrl, installation.path, ready.apiKey, ms);
    const measureFloor = (ms: number) => load(floor.url, `/installations/${installation.id}`, '', ms);
    const warmUp = { ours: await measureOurs(WARM_MS), theirs: await measureFloor(WARM_MS) };
    const [ours, theirs]: [Load[], Load[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      theirs.push(await measureFloor(MEASURE_MS));
      ours.push(await measureOurs(MEASURE_MS));
    }
    return { warmUp, ours, theirs };
  });
}

function load(url: string, path: string, apiKey: string, ms: number): Promise<Load> {
  const port = Number(new URL(url).port);
  return runLoad({ port, path, ms, connections: CONNECTIONS, headers: apiKey ? { 'x-api-key': apiKey } : {} });
}

function speed({ perSecond }: Load): number {
  return Math.round(perSecond);
}

async function install(ready: Ready, sandboxUrl: string): Promise<{ id: string; path: string }> {
  const api = createApi(`${ready.baseUrl}/projects/${ready.project.id}`, ready.apiKey);
  const objects = [{ name: 'contacts', fields: ['id', 'email'] }];
  await api.post('/destinations', {
    name: 'nowhere',
    type: 'webhook',
    metadata: { url: 'https://hooks.acme.example' },
  });
  const sourceYaml = manifestOf({ name: 'bench', provider: 'sandbox', destination: 'nowhere', objects });
  const [integration] = await api.put<{ id: string }[]>('/integrations:batch', { sourceYaml });
  await api.post('/connections:generate', {
    provider: 'sandbox',
    groupRef: 'g',
    consumerRef: 'c',
    apiKey: 'sandbox-key',
    providerMetadata: { baseUrl: sandboxUrl },
  });
  const { id } = await api.post<{ id: string }>(`/integrations/${integration?.id}/installations`, {
    groupRef: 'g',
    config: {
      content: {
        provider: 'sandbox',
        read: { objects: { contacts: { objectName: 'contacts', selectedFields: { id: true } } } },
      },
    },
  });
  return { id, path: `/v1/projects/${ready.project.id}/integrations/${integration?.id}/installations/${id}` };
}
