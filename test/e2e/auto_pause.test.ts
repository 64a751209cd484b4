import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LAB } from '../../sandbox/lab/credentials.ts';
import { startLab, type Lab } from '../../sandbox/lab/lab.ts';
import { aBuilder, succeeded, type Builder, type Operation } from '../support/builder.ts';
import { eventually } from '../support/eventually.ts';
import { makeDue } from '../support/make_due.ts';
import { startTestPlatform, type TestPlatform } from '../support/platform.ts';
import { startReceiver, type Receiver } from '../support/webhook_receiver.ts';

const FAILURES = 3;
type Paused = { installationId: string; groupRef: string; config: object; error: string };

describe('an object whose provider refuses it again and again', () => {
  let platform: TestPlatform;
  let builder: Builder;
  let lab: Lab;
  let receiver: Receiver;
  let integrationId: string;
  let installationId: string;

  beforeAll(async () => {
    [lab, receiver] = await Promise.all([
      startLab({ providers: ['stripe'], records: 30, epoch: Date.now() }),
      startReceiver(),
    ]);
    platform = await startTestPlatform({
      CAUSEWAY_LAB_URL: lab.url,
      CAUSEWAY_READS_AUTO_PAUSE_AFTER: String(FAILURES),
      CAUSEWAY_READS_SCHEDULER_POLL: '100',
    });
    builder = aBuilder(platform);
    const destinationId = await builder.addDestination('main', receiver);
    await builder.routeEvents('reads', destinationId, ['read.schedule.paused']);
    const account = { provider: 'stripe', groupRef: 'acme', consumerRef: 'ann', apiKey: LAB.apiKey };
    succeeded(await builder.call('POST', '/connections:generate', account));
    const customers = { objectName: 'customers', destination: 'main', schedule: '*/10 * * * *' };
    integrationId = await builder.deploy({
      name: 'pay',
      provider: 'stripe',
      read: { objects: [{ ...customers, requiredFields: [{ fieldName: 'id' }] }] },
    });
    installationId = await builder.installed(integrationId, 'acme', { customers: {} }, { provider: 'stripe' });
  }, 60_000);

  afterAll(async () => {
    await platform.stop();
    await receiver.stop();
    await lab.stop();
  });

  /** A tick, and the end of the read that it starts: the newest operation. */
  async function tick(count: number): Promise<Operation | undefined> {
    await eventually(async () => expect(await makeDue(platform, installationId)).toBe(1));
    return (await builder.allFinished(integrationId, installationId, count))[0];
  }

  it('pauses itself, tells the builder why, and delivers all of the time between when it is unpaused', async () => {
    expect(await tick(1)).toMatchObject({ status: 'success' });
    lab.control.addFault('stripe', { kind: '500', status: 400, object: 'customers', times: 1_000 });
    const failed: (Operation | undefined)[] = [];
    for (let i = 1; i <= FAILURES; i += 1) failed.push(await tick(1 + i));
    expect(failed.map((operation) => operation?.status)).toEqual(Array.from({ length: FAILURES }, () => 'failure'));

    await eventually(async () => expect(receiver.notifications('read.schedule.paused')).toHaveLength(1));
    const [{ data: told }] = receiver.notifications('read.schedule.paused') as [{ data: Paused }];
    const reason = (await builder.logs(failed[0]?.id ?? '')).find(({ message }) => message.msg === 'Failed.');
    expect(told).toMatchObject({
      installationId,
      groupRef: 'acme',
      config: { provider: 'stripe' },
      error: `3 scheduled reads of customers failed in a row. The last one: ${reason?.message.error}`,
    });
    const paused = { severity: 'ERROR', message: expect.objectContaining({ error: told.error }) };
    expect(await builder.logs(failed.at(-1)?.id ?? '')).toContainEqual(expect.objectContaining(paused));
    const path = `/integrations/${integrationId}/installations/${installationId}`;
    expect(await builder.get(path)).toMatchObject({ healthStatus: 'unhealthy' });

    lab.control.clearFaults('stripe');
    const added = lab.control.changeRecords('stripe', { object: 'customers', count: 5 });
    succeeded(await builder.read('POST', `${path}:unpause`));
    expect(await tick(2 + FAILURES)).toMatchObject({ status: 'success' });
    await eventually(async () =>
      expect([...receiver.records('customers').keys()]).toEqual(expect.arrayContaining(added)),
    );
    expect(await builder.get(path)).toMatchObject({ healthStatus: 'healthy' });
    expect(receiver.notifications('read.schedule.paused')).toHaveLength(1);
  }, 90_000);
});
