import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LAB } from '../../sandbox/lab/credentials.ts';
import { startLab, type Lab } from '../../sandbox/lab/lab.ts';
import { aBuilder, succeeded, type Builder, type Operation } from '../support/builder.ts';
import { eventually } from '../support/eventually.ts';
import { startTestPlatform, type TestPlatform } from '../support/platform.ts';
import { startReceiver, type Receiver } from '../support/webhook_receiver.ts';

const DAY = 86_400_000;
const EPOCH = Date.now();

describe('a deploy of a wider backfill window', () => {
  let platform: TestPlatform;
  let builder: Builder;
  let lab: Lab;
  let receiver: Receiver;
  let integrationId: string;
  let installationId: string;

  beforeAll(async () => {
    [lab, receiver] = await Promise.all([
      startLab({ providers: ['stripe'], records: 120, epoch: EPOCH }),
      startReceiver(),
    ]);
    platform = await startTestPlatform({ CAUSEWAY_LAB_URL: lab.url });
    builder = aBuilder(platform);
    const destinationId = await builder.addDestination('main', receiver);
    await builder.routeEvents('reads', destinationId, ['read.backfill.done']);
    const account = { provider: 'stripe', groupRef: 'acme', consumerRef: 'ann', apiKey: LAB.apiKey };
    succeeded(await builder.call('POST', '/connections:generate', account));
    integrationId = await deploy({ days: 20 });
    installationId = await builder.installed(integrationId, 'acme', { customers: {} }, { provider: 'stripe' });
  }, 60_000);

  afterAll(async () => {
    await platform.stop();
    await receiver.stop();
    await lab.stop();
  });

  function deploy(defaultPeriod: { days: number } | { fullHistory: true }): Promise<string> {
    const required = { requiredFields: [{ fieldName: 'id' }] };
    const customers = { objectName: 'customers', destination: 'main', ...required, backfill: { defaultPeriod } };
    return builder.deploy({ name: 'pay', provider: 'stripe', read: { objects: [customers] } });
  }

  const finished = (count: number): Promise<Operation[]> => builder.allFinished(integrationId, installationId, count);

  /** How often each record of this age arrived, from none on. */
  function arrivals(fromDays: number, toDays: number): number[] {
    const received = receiver.records('customers');
    const bound = (days: number) => new Date(EPOCH - days * DAY).toISOString();
    const records = lab.recordsOf('stripe', 'customers', { since: bound(fromDays), until: bound(toDays) });
    return records.map((record) => received.get(String((record as { id: string }).id))?.size ?? 0);
  }

  it('reaches the installations that are there: exactly the older records arrive', async () => {
    await finished(1);
    await eventually(async () => expect(new Set(arrivals(19, 0))).toEqual(new Set([1])));
    expect(new Set(arrivals(90, 21))).toEqual(new Set([0]));

    await deploy({ days: 50 });
    const [difference] = await finished(2);
    await eventually(async () => expect(new Set(arrivals(49, 0))).toEqual(new Set([1])));
    expect(new Set(arrivals(90, 51))).toEqual(new Set([0]));
    const progress = await builder.get<Record<string, unknown>>(
      `/integrations/${integrationId}/installations/${installationId}/objects/customers/backfill-progress`,
    );
    expect(progress).toMatchObject({ operationId: difference?.id, recordsProcessed: arrivals(50, 20).length });

    await deploy({ fullHistory: true });
    await finished(3);
    await eventually(async () => expect(receiver.notifications('read.backfill.done')).toHaveLength(3));
    await eventually(async () => expect(new Set(arrivals(91, 0))).toEqual(new Set([1])));
    expect(receiver.records('customers').size).toBe(120);

    await deploy({ days: 20 });
    await deploy({ days: 70 });
    expect(await finished(3)).toHaveLength(3);
  }, 90_000);
});
