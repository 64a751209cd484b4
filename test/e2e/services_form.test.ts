import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import nats from 'nats';
import type { Ready } from '../../embedded/ready.ts';
import { assetPath } from '../../lib/assets/asset_path.ts';
import { newId } from '../../lib/ids/ids.ts';
import { systemCall } from '../../lib/rpc/call.ts';
import { rpcClient } from '../../lib/rpc/client.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { startSandbox } from '../../sandbox/sandbox.ts';
import { type Receiver, startReceiver } from '../../scripts/scenario/receiver.ts';
import { SANDBOX_OBJECTS } from '../../scripts/scenario/sandbox_objects.ts';
import { runScenario, type ScenarioResult } from '../../scripts/scenario/scenario.ts';
import { type ServiceGroup, startServiceGroup } from '../../scripts/services/service_group.ts';
import { sharedTrust } from '../support/trust.ts';

const run = promisify(execFile);
const RECORDS = 1_200;
const OBJECTS = SANDBOX_OBJECTS.map(({ name, mapToName }) => mapToName ?? name);

describe('the main job on the services form: its processes, MariaDB, NATS', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'causeway-services-'));
  const undo: (() => Promise<void>)[] = [];
  let group: ServiceGroup;
  let receiver: Receiver;
  let result: ScenarioResult;

  beforeAll(async () => {
    const sandbox = await startSandbox({ port: 0, records: RECORDS });
    undo.push(sandbox.stop);
    receiver = await startReceiver();
    undo.push(receiver.stop);
    const environment = { ...process.env, CAUSEWAY_GATEWAY_RATE_LIMITS: '0' };
    group = await startServiceGroup({ dataDir, port: 0, environment, revive: true });
    undo.push(group.stop);
    result = await runScenario({
      ready: group.ready,
      receiver,
      provider: 'sandbox',
      objects: SANDBOX_OBJECTS,
      timeoutMs: 90_000,
      credentials: { apiKey: 'sandbox-key', providerMetadata: { baseUrl: sandbox.url } },
    });
  });

  afterAll(async () => {
    for (const one of undo.toReversed()) await one();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('delivers every record to the webhook, signed and unchanged', () => {
    for (const name of OBJECTS) expect(receiver.recordIds(name).size).toBe(RECORDS);
    expect(receiver.counts).toMatchObject({ refused: 0, changedBodies: 0 });
  });

  it('sends events for the installation, each backfill and the triggered read', () => {
    const told = new Set(receiver.notifications);
    expect([...told].sort()).toEqual(['installation.created', 'read.backfill.done', 'read.triggered.done']);
    expect(result.operations.every(({ status }) => status === 'success')).toBe(true);
  });

  it('S7: listens on loopback only', () => {
    const ports = [...group.processes.map(({ port }) => port), Number(new URL(group.nats.url).port)];
    expect(ports.map((port) => listeningAddresses(port))).toEqual(ports.map(() => ['127.0.0.1']));
  });

  it('S4: lets nobody on the machine in who has no key: not to NATS, not to a service', async () => {
    await expect(nats.connect({ servers: group.nats.url, reconnect: false })).rejects.toMatchObject({
      code: 'AUTHORIZATION_VIOLATION',
    });
    const token = readFileSync(join(dataDir, 'internal_token'), 'utf8').trim();
    const address = `127.0.0.1:${group.process('identity').port}`;
    const client = rpcClient('identity', { address, trust: sharedTrust('gateway', token) });
    const call = systemCall('test', { newId, clock: systemClock }, 120_000);
    await expect(client.ensureBootstrap(call, { orgLabel: 'x', projectName: 'x' })).rejects.toMatchObject({
      kind: 'unavailable',
    });
    client.close();
    expect(readFileSync(group.logFile('identity'), 'utf8')).toContain('"msg":"call refused"');
  });

  it('S10: keeps its secrets and logs from other users', () => {
    const files = ['.', 'internal_token', 'process_keys.json', 'logs', 'logs/reads.log', 'nats', 'nats/nats.conf'];
    expect(files.filter((name) => statSync(join(dataDir, name)).mode & 0o077)).toEqual([]);
  });

  it('restarts a killed process, and continues to answer', async () => {
    const { pid } = group.process('gateway');
    await group.process('gateway').kill('SIGKILL');
    await until(async () => (await fetch(`${group.origin}/readyz`).catch(() => null))?.ok ?? false);
    expect(group.process('gateway').pid).not.toBe(pid);
  });

  it('restarts its servers with their data when they exit', async () => {
    const before = group.mariadb.pid;
    await Promise.all([group.mariadb.kill('SIGKILL'), group.nats.kill('SIGKILL')]);
    const url = `${group.ready.baseUrl}/projects/${group.ready.project.name}/destinations`;
    await until(async () => {
      if (group.mariadb.pid === before) return false;
      const answer = await fetch(url, { headers: { 'x-api-key': group.ready.apiKey } }).catch(() => null);
      return answer?.ok ? ((await answer.json()) as unknown[]).length === 1 : false;
    });
  });

  it('is what npm run start:services starts: the same key and project after a restart, and exit 0 on Ctrl-C', async () => {
    await group.stop();
    const readyJson = join(dataDir, 'ready.json');
    const environment = { ...process.env, CAUSEWAY_DATA_DIR: dataDir, CAUSEWAY_READY_JSON: readyJson, PORT: '0' };
    const command = spawn(process.execPath, [assetPath('dist/scripts/start_services.js')], {
      env: environment,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let said = '';
    command.stdout.on('data', (text) => {
      said += text;
    });
    const exit = new Promise((resolve) => command.once('exit', resolve));
    await until(async () => existsSync(readyJson));
    const ready = JSON.parse(readFileSync(readyJson, 'utf8')) as Ready;
    expect(ready).toMatchObject({ apiKey: group.ready.apiKey, project: group.ready.project, orgId: group.ready.orgId });
    const answer = await fetch(`${ready.baseUrl}/projects`, {
      headers: { authorization: `Bearer ${ready.bearerToken}` },
    });
    expect(answer.status).toBe(200);
    await until(async () => said.includes('Press Ctrl-C'));
    const origin = ready.baseUrl.replace(/\/v1$/, '');
    // Only a terminal gets a link that signs in.
    for (const line of [
      `API key       ${ready.apiKey}`,
      `Builder token ${ready.bearerToken}`,
      `Console       ${origin}/console\n`,
    ])
      expect(said).toContain(line);
    const token = async (...words: string[]) => {
      const { stdout } = await run(process.execPath, [assetPath('dist/scripts/token.js'), ...words], {
        env: { ...process.env, CAUSEWAY_DATA_DIR: dataDir },
      });
      return stdout.trim();
    };
    const authorization = `Bearer ${await token()}`;
    const mine = await fetch(`${ready.baseUrl}/projects`, { headers: { authorization } });
    expect(await mine.json()).toMatchObject([{ id: ready.project.id }]);
    const link = await token('--link');
    expect(link).toMatch(`${origin}/console/sign-in#token=`);
    const signedIn = await fetch(`${origin}/console/session/link`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: JSON.stringify({ token: link.split('#token=')[1] }),
    });
    expect(signedIn.status).toBe(204);
    command.kill('SIGINT');
    expect(await exit).toBe(0);
    await expect(token()).rejects.toMatchObject({ stderr: expect.stringContaining('no services form runs there') });
  });
});

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 100));
}

/** The addresses on which some process of this machine listens at this port, as the kernel lists them. */
function listeningAddresses(port: number): string[] {
  const LISTENING = '0A';
  return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) =>
    readFileSync(table, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([, local = '', , state]) => state === LISTENING && Number(`0x${local.split(':')[1]}`) === port)
      .map(([, local = '']) => (local.startsWith('0100007F:') ? '127.0.0.1' : local)),
  );
}
