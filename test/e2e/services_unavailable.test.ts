import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SERVICES } from '../../lib/trust/arrows.ts';
import { type ServiceGroup, startServiceGroup } from '../../scripts/services/service_group.ts';
import { aBuilder, type Builder } from '../support/builder.ts';
import { eventually } from '../support/eventually.ts';
import type { Answer } from '../support/platform.ts';
import { copyFreshMariadb } from '../support/shared_server.ts';

/** Below every time-out that would end a request of its own: 15 s of a statement, 30 s of a request. Ms. */
const NOTICED_MS = 14_000;
const TIMEOUT_MS = 30_000;

/** A part of the services form is unavailable: it refuses connections, or it is frozen with its connections open. */
describe('the services form while a part is unavailable', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'causeway-unavailable-'));
  let group: ServiceGroup;
  let builder: Builder;
  let pids: number[];

  beforeAll(async () => {
    await copyFreshMariadb(join(dataDir, 'mariadb'));
    const environment = { ...process.env, CAUSEWAY_GATEWAY_RATE_LIMITS: '0', CAUSEWAY_GATEWAY_LAME_DUCK_MS: '0' };
    group = await startServiceGroup({ dataDir, port: 0, environment, revive: false });
    builder = aBuilder(group);
    pids = group.processes.map(({ pid }) => pid);
  });
  afterAll(async () => {
    await group?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const destinations = () => builder.call('GET', '/destinations');
  const operations = () => builder.call('GET', '/operations/0193a8b1-0000-7000-8000-000000000000');
  const answers = (ask: () => Promise<Answer>, status: number) =>
    eventually(async () => expect((await ask()).status).toBe(status), TIMEOUT_MS);
  async function readiness() {
    const answer = await fetch(`${group.origin}/readyz`);
    return { status: answer.status, body: (await answer.json()) as unknown };
  }
  /** Each process notices by itself, so it may take some seconds until all report the same. */
  const isReady = (status: number, body: object) =>
    eventually(async () => expect(await readiness()).toEqual({ status, body }), TIMEOUT_MS);
  const all = (state: string) => Object.fromEntries(SERVICES.map((name) => [name, state]));
  const serving = all('serving');

  async function refusedInTime(ask: () => Promise<Answer>): Promise<void> {
    const began = performance.now();
    const answer = await ask();
    expect(answer).toMatchObject({ status: 503, body: { retryable: true, title: 'Service unavailable' } });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(performance.now() - began).toBeLessThan(NOTICED_MS);
  }

  it('F5: lists what it can reach', async () => {
    await isReady(200, { status: 'ready', dependencies: serving });
  });

  it('F4: answers 503 while its database is killed, is not ready, and works again without a restart', async () => {
    await group.mariadb.kill('SIGKILL');
    await refusedInTime(destinations);
    await isReady(503, { status: 'notReady', dependencies: all('notServing') });
    await group.mariadb.restart();
    await answers(destinations, 200);
    await isReady(200, { status: 'ready', dependencies: serving });
  });

  it('F4: answers 503 while its database is frozen, and works again without a restart', async () => {
    await group.mariadb.kill('SIGSTOP');
    await refusedInTime(destinations);
    await refusedInTime(destinations);
    await group.mariadb.kill('SIGCONT');
    await answers(destinations, 200);
    await isReady(200, { status: 'ready', dependencies: serving });
  });

  it.each(['reads', 'writes'])(
    'F5: answers 503 while %s is killed, names it, and stays ready for the rest',
    async (service) => {
      await group.process(service).kill('SIGKILL');
      await refusedInTime(operations);
      await answers(destinations, 200);
      await isReady(200, { status: 'ready', dependencies: { ...serving, [service]: 'unreachable' } });
      await group.restart(service);
      await answers(operations, 404);
    },
  );

  it('F5: answers 503 for a service that hangs', async () => {
    await group.process('notifications').kill('SIGSTOP');
    await refusedInTime(destinations);
    await group.process('notifications').kill('SIGCONT');
    await answers(destinations, 200);
  });

  it('F5: loses no other process', () => {
    const survivors = group.processes.filter(({ name }) => name !== 'reads' && name !== 'writes');
    for (const { name, pid } of survivors) {
      expect(pids).toContain(pid);
      expect(readFileSync(group.logFile(name), 'utf8')).not.toContain('unhandled rejection');
    }
  });
});
