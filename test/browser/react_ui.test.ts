import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import { freePort } from '../../scripts/servers/free_port.ts';
import { aBuilder, type Builder } from '../support/builder.ts';
import { addApiKey } from '../support/credentials.ts';
import { startTestPlatform, type TestPlatform } from '../support/platform.ts';
import { startReceiver, type Receiver } from '../support/webhook_receiver.ts';
import { type Chromium, startChromium, type Watched } from './chromium.ts';
import { type PageServer, startPageServer } from './page_server.ts';

const RECORDS = 40;

/** The public UI library as it is on npm, in a real browser, on a page at another origin than the gateway. */
describe('the public UI library in Chromium', () => {
  let platform: TestPlatform;
  let builder: Builder;
  let sandbox: Sandbox;
  let receiver: Receiver;
  let chromium: Chromium;
  let pages: PageServer;
  let integrationId: string;

  beforeAll(async () => {
    const port = await freePort();
    [sandbox, receiver, platform, chromium] = await Promise.all([
      startSandbox({ records: RECORDS }),
      startReceiver(),
      startTestPlatform({ CAUSEWAY_GATEWAY_CORS_ORIGINS: `http://127.0.0.1:${port}` }),
      startChromium(),
    ]);
    pages = await startPageServer({ gateway: platform.origin, port });
    builder = aBuilder(platform);
    await builder.addDestination('main', receiver);
    integrationId = await builder.deploy({
      name: 'crm',
      read: {
        objects: [
          {
            objectName: 'contacts',
            destination: 'main',
            requiredFields: [{ fieldName: 'id' }],
            optionalFields: [{ fieldName: 'email' }, { fieldName: 'name' }],
            backfill: { defaultPeriod: { fullHistory: true } },
          },
        ],
      },
    });
  }, 300_000);

  afterAll(async () => {
    await chromium?.stop();
    await pages?.stop();
    await platform?.stop();
    await receiver?.stop();
    await sandbox?.stop();
  });

  it('connects an account', async () => {
    const query = {
      project: 'demo',
      apiKey: await addApiKey(platform, ['frontend']),
      integration: 'crm',
      groupRef: 'acme',
      consumerRef: 'ann',
    };
    const watched = await chromium.open(`${pages.origin}/?${new URLSearchParams(query)}`);
    const { page } = watched;
    await page.waitForTimeout(3000);
    await page.screenshot({ path: '/tmp/shot1.png' });
    console.log(await page.locator('body').innerText(), watched.errors, watched.refusals, watched.origins());
    await page.getByPlaceholder('Paste your API key here').fill('sandbox-key');
    await page.locator('#baseUrl').fill(sandbox.url);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.waitForTimeout(3000);
    await page.screenshot({ path: '/tmp/shot2.png' });
    console.log(await page.locator('body').innerText(), watched.errors, watched.refusals, watched.origins());
    expect(integrationId).toBeTruthy();
  });
});
