import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { freePortsInRow } from '../../scripts/servers/free_port.ts';
import { type ServiceGroup, startServiceGroup } from '../../scripts/services/service_group.ts';
import { aBuilder } from '../support/builder.ts';
import { eventually } from '../support/eventually.ts';
import { copyFreshMariadb } from '../support/shared_server.ts';
import { startTraceCollector } from '../support/trace_collector.ts';
import { type Receiver, startReceiver } from '../support/webhook_receiver.ts';

const REQUESTS_PER_SECOND = 60;
const RECORDS = 500;
/** Two of each process. */
const REPLICAS = { identity: 2, installation: 2, reads: 2, writes: 2, notifications: 2, gateway: 2 };
const PROCESSES = 12;
/** How long a load balancer still sends new requests to a gateway that was told to stop. Ms. */
const UNNOTICED_MS = 500;
const SCRAPED_EVERY = 1_000;

/** What a Prometheus makes of the counters of a process that starts again: the sum of what was added. */
function increases() {
  const last = new Map<string, number>();
  let sum = 0;
  return {
    add(port: number, text: string, name: string): void {
      for (const [, labels = '', value] of text.matchAll(new RegExp(`^${name}\\{(.*)\\} (\\S+)$`, 'gm'))) {
        const key = `${port} ${labels}`;
        const before = last.get(key) ?? 0;
        sum += Number(value) < before ? Number(value) : Number(value) - before;
        last.set(key, Number(value));
      }
    },
    sum: () => sum,
  };
}

describe('a rolling restart of every process', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'causeway-rolling-'));
  let group: ServiceGroup;
  let sandbox: Sandbox;
  let receiver: Receiver;
  let collector: Awaited<ReturnType<typeof startTraceCollector>>;
  let metricsPort: number;

  beforeAll(async () => {
    metricsPort = await freePortsInRow(PROCESSES);
    [sandbox, receiver, collector] = await Promise.all([
      startSandbox({ records: RECORDS }),
      startReceiver(),
      startTraceCollector(),
    ]);
    await copyFreshMariadb(join(dataDir, 'mariadb'));
    group = await startServiceGroup({
      dataDir,
      port: 0,
      revive: false,
      replicas: REPLICAS,
      environment: {
        ...process.env,
        CAUSEWAY_SANDBOX: '1',
        CAUSEWAY_GATEWAY_RATE_LIMITS: '0',
        CAUSEWAY_METRICS_PORT: String(metricsPort),
        CAUSEWAY_TRACES_URL: collector.url,
        CAUSEWAY_TRACES_PERCENT: '100',
      },
    });
  }, 600_000);
  afterAll(async () => {
    await group?.stop();
    await Promise.all([sandbox?.stop(), receiver?.stop(), collector?.stop()]);
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('fails none of 60 requests a second, and metrics and traces go on', async () => {
    const builder = aBuilder(group);
    await builder.addDestination('main', receiver);
    await builder.connect(sandbox, 'acme');
    const integrationId = await builder.deploy({
      name: 'crm-in',
      read: { objects: [{ objectName: 'contacts', destination: 'main', requiredFields: [{ fieldName: 'id' }] }] },
    });
    await builder.installed(integrationId, 'acme', { contacts: {} });

    const gateways = group.processes.filter(({ name }) => name.startsWith('gateway'));
    const taken = new Set(gateways);
    const project = `/v1/projects/${group.ready.project.name}`;
    const paths = ['/topics', '/operations', '/destinations', '/connections', '/delivery-backlogs', '/integrations'];
    const failures: string[] = [];
    const open = new Set<Promise<void>>();
    let sent = 0;
    let isOver = false;
    async function send(at: number): Promise<void> {
      const { port } = [...taken][at % taken.size] as { port: number };
      const path = paths[at % paths.length];
      const headers = { 'x-api-key': group.ready.apiKey };
      const answer = await fetch(`http://127.0.0.1:${port}${project}${path}`, { headers }).catch((err: Error) => err);
      if (answer instanceof Error) failures.push(`${path}: ${String(answer.cause ?? answer)}`);
      else if ((await answer.text()) === '' || answer.status !== 200) failures.push(`${path}: ${answer.status}`);
    }
    const load = (async () => {
      for (const from = performance.now(); !isOver; await sleep(5))
        for (; sent < ((performance.now() - from) * REQUESTS_PER_SECOND) / 1_000; sent += 1) {
          const one = send(sent).finally(() => open.delete(one));
          open.add(one);
        }
      await Promise.all(open);
    })();
    const counted = increases();
    const scraped = new Set<number>();
    const scrapes = (async () => {
      for (; !isOver; await sleep(SCRAPED_EVERY))
        for (let port = metricsPort; port < metricsPort + PROCESSES; port += 1) {
          const answer = await fetch(`http://127.0.0.1:${port}/metrics`).catch(() => null); // it starts again
          if (!answer) continue;
          scraped.add(port);
          counted.add(port, await answer.text(), 'causeway_requests_total');
        }
    })();

    const operations: string[] = [];
    for (const one of group.processes) {
      operations.push(
        await builder.trigger(integrationId, 'contacts', 'acme', { sinceTimestamp: '2000-01-01T00:00:00Z' }),
      );
      const isGateway = gateways.includes(one);
      const unnoticed = isGateway ? sleep(UNNOTICED_MS).then(() => taken.delete(one)) : undefined;
      await one.restart();
      await unnoticed;
      await eventually(async () =>
        expect((await fetch(`${`http://127.0.0.1:${gateways[0]?.port}`}/readyz`)).status).toBe(200),
      );
      if (isGateway) {
        await eventually(async () => expect((await fetch(`http://127.0.0.1:${one.port}/readyz`)).status).toBe(200));
        taken.add(one);
      }
      await sleep(1_000);
    }
    for (const id of operations) expect((await builder.finished(id, 120_000)).status).toBe('success');
    await sleep(2 * SCRAPED_EVERY);
    isOver = true;
    await Promise.all([load, scrapes]);

    expect(failures).toEqual([]);
    expect(sent).toBeGreaterThan(1_000);
    // What a gateway counted after its last scrape is lost with it.
    expect(counted.sum() / sent).toBeGreaterThan(0.9);
    expect(scraped.size).toBe(PROCESSES);
    await eventually(async () => expect(receiver.records().size).toBe(RECORDS), 60_000);
    const services = new Set(collector.spans.map(({ service }) => service));
    for (const name of ['gateway', 'identity', 'installation', 'reads', 'notifications'])
      expect(services).toContain(`causeway-${name}`);
  }, 600_000);
});
