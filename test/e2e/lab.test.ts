import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startPlatform } from '../../embedded/platform.ts';
import { stringifyJson } from '../../lib/json/json.ts';
import { type Lab, startLab } from '../../sandbox/lab/lab.ts';
import { LAB } from '../../sandbox/lab/sign_in/credentials.ts';
import { aBuilder, type Builder, succeeded } from '../support/builder.ts';
import { eventually } from '../support/eventually.ts';
import { startTestPlatform, type TestPlatform } from '../support/platform.ts';
import { callbackUrl, openCallback, pressContinue } from '../support/sign_in.ts';
import { type Receiver, startReceiver } from '../support/webhook_receiver.ts';

const read = (objectName: string) => ({
  objects: [
    {
      objectName,
      destination: 'main',
      optionalFieldsAuto: 'all',
      backfill: { defaultPeriod: { fullHistory: true } },
    },
  ],
});

describe('a platform with the provider lab', () => {
  let platform: TestPlatform;
  let builder: Builder;
  let lab: Lab;
  let receiver: Receiver;

  beforeAll(async () => {
    [lab, receiver] = await Promise.all([startLab({ records: 260 }), startReceiver()]);
    platform = await startTestPlatform({ CAUSEWAY_LAB_URL: lab.url });
    builder = aBuilder(platform);
    await builder.addDestination('main', receiver);
  });

  afterAll(async () => {
    await platform.stop();
    await receiver.stop();
    await lab.stop();
  });

  /** The messages contain the provider's records exactly as sent. */
  async function arrived(provider: string, object: string): Promise<void> {
    const wanted = lab.recordsOf(provider, object).map((record) => stringifyJson(record));
    expect(wanted.length).toBeGreaterThan(200);
    await eventually(async () => {
      const bodies = receiver.messages.filter(({ status }) => status === 200).map(({ body }) => body);
      expect(wanted.filter((record) => !bodies.some((body) => body.includes(record)))).toEqual([]);
    });
    expect(receiver.rejected).toEqual([]);
  }

  it('connects to HubSpot by OAuth without an account, and every contact arrives at the webhook', async () => {
    await builder.call('POST', '/provider-apps', {
      provider: 'hubspot',
      clientId: LAB.clientId,
      clientSecret: LAB.clientSecret,
      scopes: ['crm.objects.contacts.read'],
    });
    const { text } = await builder.send('POST', '/v1/oauth-connect', {
      projectIdOrName: 'demo',
      provider: 'hubspot',
      groupRef: 'acme',
      consumerRef: 'ann',
    });
    const provider = await pressContinue(new URL(text));
    expect(provider.href).toMatch(`${lab.url}/hubspot/app.hubspot.com/oauth/authorize?`);
    const page = await openCallback(await callbackUrl(provider));
    expect(page.message).toMatchObject({ eventType: 'AUTHORIZATION_SUCCEEDED' });
    const integrationId = await builder.deploy({
      name: 'crm',
      provider: 'hubspot',
      module: 'crm',
      read: read('contacts'),
    });
    await builder.installed(
      integrationId,
      'acme',
      { contacts: { selectedFieldsAuto: 'all' } },
      { provider: 'hubspot' },
    );
    await arrived('hubspot', 'contacts');
  });

  it('connects to Stripe with the lab key, and refuses another', async () => {
    const connect = (apiKey: string) =>
      builder.call('POST', '/connections:generate', {
        provider: 'stripe',
        groupRef: 'acme',
        consumerRef: 'ann',
        apiKey,
      });
    succeeded(await connect(LAB.apiKey));
    const integrationId = await builder.deploy({ name: 'pay', provider: 'stripe', read: read('customers') });
    await builder.installed(
      integrationId,
      'acme',
      { customers: { selectedFieldsAuto: 'all' } },
      { provider: 'stripe' },
    );
    await arrived('stripe', 'customers');
  });

  it('says on its log that no provider is a real one', () => {
    expect(platform.log()).toContain('all provider calls go to the provider lab');
  });
});

it('a platform with a lab does not start if its own address is public', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'causeway-lab-'));
  const environment = { CAUSEWAY_LAB_URL: 'http://127.0.0.1:4030' };
  const start = startPlatform({ dataDir, port: 0, publicUrl: 'https://a.example', logLevel: 'info', environment });
  await expect(start.then((platform) => platform.stop())).rejects.toThrow(/takes no simulated providers/);
  rmSync(dataDir, { recursive: true, force: true });
});
