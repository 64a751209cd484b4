import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startReadyProcess, startSandboxProcess } from '../testbed/ready_process.ts';
import { createApi } from '../scripts/scenario/api.ts';
import { manifestOf } from '../scripts/scenario/manifest.ts';
import { startServiceGroup, type ServiceGroup } from '../scripts/services/service_group.ts';
import type { BenchResult } from './result.ts';
import { runLoad, type Load } from './load/run_load.ts';

const CONNECTIONS = 50;
const WARM_MS = 5_000;
const MEASURE_MS = 3_000;
const ROUNDS = 7;

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
 * select. Each round is compared with the floor of the same seconds; the ratio is the median of the rounds.
 */
export async function benchGateway(): Promise<BenchResult> {
  const dataDir = mkdtempSync(join(tmpdir(), 'causeway-bench-'));
  const group = await startServiceGroup({
    dataDir,
    port: 0,
    environment: SETTINGS,
    revive: false,
  });
  const sandbox = await startSandboxProcess(['--records', '10']);
  const installation = await install(group, sandbox.url);
  const floor = await startReadyProcess('dist/bench/floors/gateway_floor.js', [
    group.mariadb.socketPath,
    'causeway_installation',
  ]);
  const [ours, theirs]: [Load[], Load[]] = [[], []];
  const measureOurs = (ms: number) =>
    load(Number(new URL(group.origin).port), installation.path, group.ready.apiKey, ms);
  const measureFloor = (ms: number) =>
    load(Number(new URL(floor.url).port), `/installations/${installation.id}`, '', ms);
  await measureOurs(WARM_MS);
  await measureFloor(WARM_MS);
  for (let round = 0; round < ROUNDS; round += 1) {
    theirs.push(await measureFloor(MEASURE_MS));
    ours.push(await measureOurs(MEASURE_MS));
  }
  await floor.stop();
  await sandbox.stop();
  await group.stop();
  rmSync(dataDir, { recursive: true, force: true });
  const ratios = ours.map(({ perSecond }, round) => perSecond / (theirs[round] as Load).perSecond);
  return {
    ratio: Number(median(ratios, Number).toFixed(3)),
    gateway: median(ours, speed),
    floor: median(theirs, speed),
    rounds: {
      ratios: ratios.map((ratio) => Number(ratio.toFixed(2))),
      gateway: ours.map(speed),
      floor: theirs.map(speed),
    },
  };
}

function load(port: number, path: string, apiKey: string, ms: number): Promise<Load> {
  return runLoad({ port, path, ms, connections: CONNECTIONS, headers: apiKey ? { 'x-api-key': apiKey } : {} });
}

function speed({ perSecond }: Load): number {
  return Math.round(perSecond);
}

function median<T>(values: T[], sizeOf: (value: T) => number): T {
  const sorted = [...values].sort((a, b) => sizeOf(a) - sizeOf(b));
  return sorted[Math.floor(sorted.length / 2)] as T;
}

async function install({ ready }: ServiceGroup, sandboxUrl: string): Promise<{ id: string; path: string }> {
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
