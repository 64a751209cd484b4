import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { succeeded } from '../support/builder.ts';
import { addApiKey } from '../support/credentials.ts';
import { eventually } from '../support/eventually.ts';
import { continueIn } from './customer_at_work.ts';
import { startUiStage, type UiStage } from './ui_stage.ts';

type Connection = { status: string; authScheme: string; providerWorkspaceRef?: string };

const READ = { objects: [{ objectName: 'contacts', destination: 'main', requiredFields: [{ fieldName: 'id' }] }] };

/** The other forms of the library: one for each kind of credentials. */
describe('connecting through the public UI library', () => {
  let stage: UiStage;
  let apiKey: string;

  beforeAll(async () => {
    stage = await startUiStage(5);
    for (const provider of ['sandboxBasic', 'sandboxClient', 'sandboxSteps'])
      await stage.builder.deploy({ name: `by_${provider}`, provider, read: READ });
    const app = { provider: 'sandboxSteps', clientId: 'sandbox-client', clientSecret: 'sandbox-secret' };
    succeeded(await stage.builder.call('POST', '/provider-apps', app));
    apiKey = await addApiKey(stage.platform, ['frontend']);
  });
  afterAll(() => stage?.stop());

  /** Fills in and sends a provider's form, goes through its `pages` in windows, and waits until the library shows the integrations. */
  async function connect(provider: string, fields: Record<string, string>, pages = 0): Promise<Connection> {
    const app = await stage.open(`by_${provider}`, { groupRef: provider, consumerRef: 'ann' }, apiKey);
    await app.customer.fill({ ...fields, baseUrl: stage.sandbox.url });
    const windows: Promise<void>[] = [];
    app.page.on('popup', (window) => windows.push(continueIn(window)));
    await app.customer.press('Next');
    await app.customer.sees('Install');
    await Promise.all(windows);
    expect(windows).toHaveLength(pages);
    expect(app.refusals).toEqual([]);
    let connection: Connection | undefined;
    // The page may show its button before the request for the account's fields has finished; until then it does
    // nothing.
    await eventually(async () => {
      [connection] = await stage.builder.get<Connection[]>(`/connections?groupRef=${provider}`);
      expect(connection?.status).toBe('working');
    });
    return connection!;
  }

  // The library shows no text for a refusal here: it stays in its form, and the button works again.
  it('stays in its form with a wrong key, saves nothing, and takes another one', async () => {
    const { customer, refusals } = await stage.open('crm', { groupRef: 'wrongKey', consumerRef: 'ann' }, apiKey);
    await customer.connect('wrong-key', stage.sandbox.url);
    await eventually(async () => expect(refusals).toEqual([expect.stringMatching(/^422 POST .*:generate$/)]));
    expect(await stage.builder.get('/connections?groupRef=wrongKey')).toEqual([]);
    await customer.connect('sandbox-key');
    await customer.sees('Install');
    expect(await stage.builder.get('/connections?groupRef=wrongKey')).toMatchObject([{ isVerified: true }]);
  });

  it('accepts a user name and a password', async () => {
    expect(await connect('sandboxBasic', { username: 'sandbox', password: 'sandbox' })).toMatchObject({
      authScheme: 'basic',
      status: 'working',
    });
  });

  it('accepts client credentials', async () => {
    const client = { clientId: 'sandbox-client', clientSecret: 'sandbox-secret' };
    expect(await connect('sandboxClient', client)).toMatchObject({ status: 'working' });
  });

  it('completes an authorization in several windows', async () => {
    expect(await connect('sandboxSteps', { region: 'eu' }, 2)).toMatchObject({
      providerWorkspaceRef: 'eu-1',
      status: 'working',
    });
  });
});
