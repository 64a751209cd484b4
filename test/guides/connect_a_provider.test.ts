import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Lab, startLab } from '../../sandbox/lab/lab.ts';
import { LAB } from '../../sandbox/lab/sign_in/credentials.ts';
import { aBuilder, type Builder } from '../support/builder.ts';
import { eventually } from '../support/eventually.ts';
import { startTestPlatform, type TestPlatform } from '../support/platform.ts';
import { callbackUrl, openCallback, pressContinue } from '../support/sign_in.ts';
import { type Receiver, startReceiver } from '../support/webhook_receiver.ts';
import { shellBlocks } from './fenced_blocks.ts';
import { runShell } from './run_shell.ts';

/** Runs the commands of the page. The lab stands in for HubSpot and Stripe, and for a person's browser. */
describe('the guide to connecting a provider', () => {
  let platform: TestPlatform;
  let builder: Builder;
  let lab: Lab;
  let receiver: Receiver;
  let [variables, addApp, startSignIn, listConnections, install, connectWithKey]: string[] = [];

  beforeAll(async () => {
    [lab, receiver] = await Promise.all([startLab({ records: 30 }), startReceiver()]);
    platform = await startTestPlatform({ CAUSEWAY_LAB_URL: lab.url });
    builder = aBuilder(platform);
    await builder.addDestination('main', receiver);
    const objects = [
      {
        objectName: 'contacts',
        destination: 'main',
        optionalFields: [{ fieldName: 'email' }],
        backfill: { defaultPeriod: { fullHistory: true } },
      },
    ];
    await builder.deploy({ name: 'crm', provider: 'hubspot', module: 'crm', read: { objects } });
    [variables, addApp, startSignIn, listConnections, install, connectWithKey] = shellBlocks(
      'docs/guides/connect_a_provider.md',
      {
        ORIGIN: platform.origin,
        PROJECT: builder.projectName,
        KEY: platform.ready.apiKey,
        CLIENT_ID: LAB.clientId,
        CLIENT_SECRET: LAB.clientSecret,
        INTEGRATION: 'crm',
        CUSTOMER_KEY: LAB.apiKey,
      },
    );
  });

  afterAll(async () => {
    await platform?.stop();
    await receiver?.stop();
    await lab?.stop();
  });

  const run = (commands = '') => runShell(`${variables}\n${commands}`, { cwd: tmpdir(), environment: {} });

  it('registers the app, signs the customer in, and the records arrive', async () => {
    expect(JSON.parse(await run(addApp))).toMatchObject({ provider: 'hubspot', clientId: LAB.clientId });
    const address = await run(startSignIn);
    await openCallback(await callbackUrl(await pressContinue(new URL(address))));
    expect(JSON.parse(await run(listConnections))).toMatchObject([
      { provider: 'hubspot', group: { groupRef: 'acme' }, consumer: { consumerRef: 'ann' } },
    ]);
    await run(install);
    const wanted = lab.recordsOf('hubspot', 'contacts').map(({ id }) => String(id));
    expect(wanted.length).toBeGreaterThan(10);
    await eventually(async () => {
      const arrived = receiver.messages.map(({ body }) => body).join('\n');
      expect(wanted.filter((id) => !arrived.includes(`"id":"${id}"`))).toEqual([]);
    });
  });

  it('connects an account with a key', async () => {
    expect(JSON.parse(await run(connectWithKey))).toMatchObject({ provider: 'stripe' });
  });
});
