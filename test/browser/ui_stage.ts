import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { freePort } from '../../scripts/servers/free_port.ts';
import { aBuilder, type Builder, succeeded } from '../support/builder.ts';
import { type Customer, customerSigner } from '../support/customer_signer.ts';
import { startTestPlatform, type TestPlatform } from '../support/platform.ts';
import { type Receiver, startReceiver } from '../support/webhook_receiver.ts';
import { type Chromium, startChromium, type Watched } from './chromium.ts';
import { type CustomerAtWork, customerAtWork } from './customer_at_work.ts';
import { startPageServer } from './page_server.ts';

/** A builder with an app, a browser that shows it, and two integrations: `crm` by API key and `crmOAuth` by sign-in. */
export type UiStage = {
  platform: TestPlatform;
  builder: Builder;
  sandbox: Sandbox;
  receiver: Receiver;
  /** The origin of the app. */
  appOrigin: string;
  integrationIds: { crm: string; crmOAuth: string };
  /** Opens the app as one of its customers; without a key the app uses that customer's tokens. */
  open(integration: string, customer: Customer, apiKey?: string): Promise<Watched & { customer: CustomerAtWork }>;
  stop(): Promise<void>;
};

export async function startUiStage(records: number): Promise<UiStage> {
  const port = await freePort();
  const [sandbox, receiver, platform, chromium] = await Promise.all([
    startSandbox({ records }),
    startReceiver(),
    // The library also sends its tokens where the specification allows only keys.
    startTestPlatform({ CAUSEWAY_GATEWAY_CORS_ORIGINS: `http://127.0.0.1:${port}`, CAUSEWAY_AUTH_COMPAT: '1' }),
    startChromium(),
  ]);
  const builder = aBuilder(platform);
  const pages = await startPageServer({ gateway: platform.origin, port, tokenFor: await customerSigner(builder) });
  sandbox.control.addRedirectUri(`${platform.origin}/callbacks/v1/oauth`);
  return {
    platform,
    builder,
    sandbox,
    receiver,
    appOrigin: pages.origin,
    integrationIds: await deployBoth(builder, receiver),
    open: (integration, customer, apiKey) =>
      openApp(chromium, pages.origin, { integration, ...customer, ...(apiKey && { apiKey }) }),
    async stop() {
      await chromium.stop();
      await pages.stop();
      await platform.stop();
      await receiver.stop();
      await sandbox.stop();
    },
  };
}

async function deployBoth(builder: Builder, receiver: Receiver): Promise<UiStage['integrationIds']> {
  await builder.addDestination('main', receiver);
  const app = { provider: 'sandboxOAuth', clientId: 'sandbox-client', clientSecret: 'sandbox-secret' };
  succeeded(await builder.call('POST', '/provider-apps', { ...app, scopes: ['crm.read', 'offline_access'] }));
  const read = {
    objects: [
      {
        objectName: 'contacts',
        destination: 'main',
        requiredFields: [{ fieldName: 'id' }],
        optionalFields: [{ fieldName: 'email' }, { fieldName: 'name' }],
        backfill: { defaultPeriod: { fullHistory: true } },
      },
    ],
  };
  const crm = await builder.deploy({ name: 'crm', read });
  return { crm, crmOAuth: await builder.deploy({ name: 'crmOAuth', provider: 'sandboxOAuth', read }) };
}

async function openApp(chromium: Chromium, origin: string, query: Record<string, string>) {
  const watched = await chromium.open(`${origin}/?${new URLSearchParams({ project: 'demo', ...query })}`);
  return { ...watched, customer: customerAtWork(watched.page) };
}
