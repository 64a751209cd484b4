import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../test/support/eventually.ts';
import { sharedTrust } from '../../test/support/trust.ts';
import { newId } from '../ids/ids.ts';
import { silentLog } from '../log/log.ts';
import type { Problem } from '../problem/problem.ts';
import { logTelemetry } from '../telemetry/log_telemetry.ts';
import { systemClock } from '../time/clock.ts';
import { systemCall } from './call.ts';
import { rpcClient } from './client.ts';
import type { HealthDependencies } from './health.ts';
import { type RpcServer, startRpcServer } from './server.ts';
import type { ServiceHandlers } from './services.ts';

/** Longer than the detection of any of these outages takes, so `deadlineExceeded` means that it was not detected. */
const TIMEOUT_MS = 60_000;
/** Longer than a call waits for a connection. */
const LONG_WORK = 2_500;

describe('a service that is unavailable', () => {
  const began: string[] = [];
  const state = { isDatabaseThere: true, isPeerThere: true };
  const dependencies: HealthDependencies = {
    database: { isRequired: true, isReachable: async () => state.isDatabaseThere },
    reads: { isRequired: false, isReachable: async () => state.isPeerThere },
  };
  let server: RpcServer;
  let network: Server;
  const connections: Socket[] = [];

  const handlers = {
    async GetProject(_call: unknown, { projectId }: { projectId: string }) {
      began.push(projectId);
      if (projectId === 'full') throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_FULL' });
      if (projectId === 'refused') throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
      if (projectId === 'long') await sleep(LONG_WORK);
      if (projectId === 'endless') await new Promise(() => {});
      return {};
    },
  } as unknown as ServiceHandlers<'identity'>;
  const call = () => systemCall('test', { newId, clock: systemClock }, TIMEOUT_MS);
  const at = (port: number) => rpcClient('identity', { address: `127.0.0.1:${port}`, trust: sharedTrust('gateway') });
  const throughNetwork = () => at((network.address() as AddressInfo).port);
  const problemOf = (asked: Promise<unknown>) => asked.then(() => undefined).catch((err: unknown) => err as Problem);
  const forEachConnection = (change: (one: Socket) => void) => {
    for (const one of connections) change(one);
  };
  async function whileRunning(projectId: string, cut: () => void): Promise<Problem | undefined> {
    const client = throughNetwork();
    const failed = problemOf(client.getProject(call(), { projectId }));
    await eventually(async () => expect(began).toContain(projectId));
    cut();
    const problem = await failed;
    client.close();
    return problem;
  }

  beforeAll(async () => {
    server = await startRpcServer({
      service: 'identity',
      handlers,
      port: 0,
      host: '127.0.0.1',
      trust: sharedTrust('identity'),
      log: silentLog,
      telemetry: logTelemetry(silentLog, 'info'),
      dependencies,
    });
    network = createServer((near) => {
      const far = createConnection(server.port, '127.0.0.1');
      near.pipe(far).pipe(near);
      for (const end of [near, far]) connections.push(end.on('error', () => {}));
    }).listen(0, '127.0.0.1');
    await once(network, 'listening');
  });
  afterAll(async () => {
    for (const one of connections) one.destroy();
    network.close();
    void server.stop();
  });

  it('F5: fails a call as unavailable long before its deadline when it refuses connections', async () => {
    const nobody = at(1);
    expect(await problemOf(nobody.getProject(call(), { projectId: 'p' }))).toMatchObject({
      kind: 'unavailable',
      retryable: true,
      extras: { subsystem: 'identity' },
    });
    nobody.close();
  });

  it('F5: fails a running call as unavailable when its connection breaks', async () => {
    const problem = await whileRunning('endless', () => forEachConnection((one) => one.destroy()));
    expect(problem).toMatchObject({ kind: 'unavailable', retryable: true });
  });

  it('F5: fails a running call as unavailable when it hangs', async () => {
    began.length = 0;
    const problem = await whileRunning('endless', () => forEachConnection((one) => one.unpipe().pause()));
    expect(problem).toMatchObject({ kind: 'unavailable', retryable: true });
  });

  it('F5: lets a long call keep its own deadline', async () => {
    const client = at(server.port);
    await expect(client.getProject(call(), { projectId: 'long' })).resolves.toBeDefined();
    client.close();
  });

  it.each(['full', 'refused'])('F4: answers unavailable, not internal, when its database is %s', async (projectId) => {
    const client = at(server.port);
    const problem = await problemOf(client.getProject(call(), { projectId }));
    expect(problem).toMatchObject({ kind: 'unavailable', retryable: true, status: 503 });
    expect(problem?.detail).not.toMatch(/disk|connect/);
    client.close();
  });

  it('F5: is not serving without its database, but is serving without another service', async () => {
    const client = at(server.port);
    expect(await client.state(TIMEOUT_MS)).toBe('serving');
    state.isPeerThere = false;
    state.isDatabaseThere = false;
    await eventually(async () => expect(await client.state(TIMEOUT_MS)).toBe('notServing'));
    state.isDatabaseThere = true;
    await eventually(async () => expect(await client.state(TIMEOUT_MS)).toBe('serving'));
    client.close();
    const nobody = at(1);
    expect(await nobody.state(1_000)).toBe('unreachable');
    nobody.close();
  });
});
