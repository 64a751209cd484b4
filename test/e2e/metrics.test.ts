import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePortsInRow } from '../../scripts/servers/free_port.ts';
import { succeeded } from '../support/builder.ts';
import { eventually } from '../support/eventually.ts';
import { request } from '../support/platform.ts';
import { type Stage, startStage } from '../support/stage.ts';

const RECORDS = 40;
/** The gateway and the five services, in the services form. */
const PROCESSES = 6;

type Sample = { name: string; labels: Record<string, string>; value: number };

function samplesIn(text: string): Sample[] {
  return [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name = '', labels = '', value]) => ({
    name,
    labels: Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, text]) => [key, text])),
    value: Number(value),
  }));
}

describe('the metrics of a platform that has read, delivered and proxied', () => {
  let stage: Stage;
  let first: number;
  const secrets: string[] = [];

  beforeAll(async () => {
    first = await freePortsInRow(PROCESSES);
    stage = await startStage({ records: RECORDS }, { CAUSEWAY_METRICS_PORT: String(first) });
    const { builder, sandbox } = stage;
    await builder.connect(sandbox, 'acme');
    const integrationId = await builder.deploy({
      name: 'crm-in',
      read: {
        objects: [{ objectName: 'contacts', destination: 'main', requiredFields: [{ fieldName: 'id' }] }],
      },
    });
    const installationId = await builder.installed(integrationId, 'acme', { contacts: {} });
    const operationId = await builder.trigger(integrationId, 'contacts', 'acme');
    await builder.finished(operationId);
    succeeded(await builder.call('GET', `/operations/${operationId}`));
    secrets.push(integrationId, installationId, operationId, 'acme', 'crm-in', stage.destinationId);
  });
  afterAll(() => stage?.stop());

  /** Of all processes: one in the embedded form, each its own port in the services form. */
  async function scraped(): Promise<{ text: string; samples: Sample[] }> {
    const texts: string[] = [];
    for (let port = first; port < first + PROCESSES; port += 1) {
      const answer = await fetch(`http://127.0.0.1:${port}/metrics`).catch(() => null);
      if (answer) texts.push(await answer.text());
    }
    return { text: texts.join(''), samples: texts.flatMap(samplesIn) };
  }

  it('count what happened, by provider, operation and RPC', async () => {
    await eventually(async () => {
      const { samples } = await scraped();
      const sum = (name: string, labels: Record<string, string> = {}) =>
        samples
          .filter((one) => one.name === `causeway_${name}`)
          .filter((one) => Object.entries(labels).every(([key, value]) => one.labels[key] === value))
          .reduce((all, one) => all + one.value, 0);
      const provider = 'sandbox';
      expect(sum('records_total', { provider })).toBeGreaterThanOrEqual(RECORDS);
      expect(sum('pages_total', { provider })).toBeGreaterThan(0);
      expect(sum('provider_calls_total', { provider, answer: '2xx' })).toBeGreaterThan(0);
      expect(sum('provider_call_duration_seconds_count', { provider })).toBeGreaterThan(0);
      expect(sum('operations_total', { kind: 'read', status: 'success', provider })).toBeGreaterThan(0);
      expect(sum('runs_total', { service: 'reads', end: 'ended' })).toBeGreaterThan(0);
      expect(sum('delivery_attempts_total', { type: 'webhook', result: 'delivered' })).toBeGreaterThan(0);
      expect(sum('requests_total', { operation: 'getOperation', status: '200' })).toBeGreaterThan(0);
      expect(sum('request_duration_seconds_count', { operation: 'getOperation' })).toBeGreaterThan(0);
      expect(sum('rpcs_total', { rpc: 'reads/GetOperation', status: 'OK' })).toBeGreaterThan(0);
      expect(sum('db_query_duration_seconds_count')).toBeGreaterThan(0);
      expect(sum('ledger_mismatches_total')).toBe(0);
      expect(sum('connections', { status: 'working' })).toBe(1);
      for (const queue of ['schedules', 'reads', 'writes', 'deliveries', 'outbox_reads', 'outbox_installation'])
        expect([queue, sum('backlog_oldest_due_seconds', { queue })]).toEqual([queue, 0]);
      expect(samples.filter(({ name }) => name === 'causeway_backlog_due').length).toBeGreaterThanOrEqual(7);
      expect(samples.some(({ name }) => name === 'nodejs_eventloop_lag_p99_seconds')).toBe(true);
    }, 30_000);
  });

  it('hold no id, name or address of a tenant', async () => {
    const { text } = await scraped();
    const { ready } = stage.platform;
    for (const secret of [...secrets, ready.apiKey, stage.receiver.url, '127.0.0.1'])
      expect([secret, text.includes(secret)]).toEqual([secret, false]);
  });

  it('are not served by the public interface, and nothing else by their port', async () => {
    expect((await request(stage.platform.origin, 'GET', '/metrics')).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${first}/v1/projects`)).status).toBe(404);
  });
});
