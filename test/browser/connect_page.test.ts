import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { succeeded } from '../support/builder.ts';
import { eventually } from '../support/eventually.ts';
import { proxyClient } from '../support/proxy_client.ts';
import { axeViolations } from './axe.ts';
import type { Page } from './chromium.ts';
import { type ConsoleStage, startConsoleStage } from './console_stage.ts';

type Link = { id: string; url: string };
type Session = { status: string; connectionId?: string; installationId?: string };

const WAIT = { timeout: 120_000 };

/** A page of a builder: its button asks the builder's server for a link, within the click. */
const app = (gateway: string) => `<!doctype html><title>App</title><script src="${gateway}/connect.js"></script>
<button>Connect</button><pre></pre><script>
document.querySelector('button').onclick = () => CausewayConnect.open(
  () => fetch('/session' + location.search).then((answer) => answer.json()),
  (event) => { document.querySelector('pre').textContent += JSON.stringify(event); },
);
</script>`;

describe('the connect page in Chromium', () => {
  let stage: ConsoleStage;
  let server: Server;
  let appOrigin: string;
  let integrationId: string;

  beforeAll(async () => {
    stage = await startConsoleStage(5, { CAUSEWAY_GATEWAY_CORS_ORIGINS: 'http://127.0.0.1:*' });
    const { builder, sandbox, platform } = stage;
    server = createServer(async (request, response) => {
      const url = new URL(request.url ?? '/', 'http://app');
      if (url.pathname === '/session') {
        const link = await made(Object.fromEntries(url.searchParams));
        return void response.setHeader('content-type', 'application/json').end(JSON.stringify(link));
      }
      response.setHeader('content-type', 'text/html');
      const framed = url.searchParams.get('frame');
      response.end(framed ? `<!doctype html><iframe src="${framed}"></iframe>` : app(platform.origin));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    appOrigin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const project = { appName: 'Acme App', allowedOrigins: [appOrigin] };
    succeeded(await builder.call('PATCH', '', { updateMask: ['appName', 'allowedOrigins'], project }));
    sandbox.control.addRedirectUri(`${platform.origin}/callbacks/v1/oauth`);
    for (const provider of ['sandboxOAuth', 'sandboxSteps']) {
      const client = { provider, clientId: 'sandbox-client', clientSecret: 'sandbox-secret' };
      const scopes = provider === 'sandboxOAuth' ? { scopes: ['crm.read', 'offline_access'] } : {};
      succeeded(await builder.call('POST', '/provider-apps', { ...client, ...scopes }));
    }
    integrationId = await builder.deploy({
      name: 'crm',
      read: {
        objects: [
          {
            objectName: 'contacts',
            destination: 'main',
            requiredFields: [
              { fieldName: 'id' },
              { mapToName: 'mail', mapToDisplayName: 'E-mail', prompt: 'Which field is the e-mail?' },
            ],
            optionalFields: [{ fieldName: 'name' }],
          },
          { objectName: 'companies', destination: 'main', optionalFieldsAuto: 'all' },
        ],
      },
    });
  });
  afterAll(async () => {
    server?.close();
    await stage?.stop();
  });

  const made = async (more: object) =>
    succeeded<Link>(
      await stage.builder.call('POST', '/connect-sessions', { groupRef: 'acme', consumerRef: 'ada', ...more }),
    );
  const session = (id: string) => stage.builder.get<Session>(`/connect-sessions/${id}`);
  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
  const fill = (page: Page, label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value);
  const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 }).waitFor(WAIT);
  async function open(link: Link): Promise<Page> {
    const { page } = await stage.chromium.open(link.url);
    await press(page, 'Continue');
    await page.waitForURL(/[?&]session=/);
    return page;
  }
  const addressOf = (page: Page) => fill(page, 'Sandbox address', stage.sandbox.url);

  it('connects by API key, takes the choices, and returns to the app with the outcome', async () => {
    const link = await made({
      integration: 'crm',
      groupName: 'Acme Inc.',
      consumerName: 'Ada',
      returnUrl: `${appOrigin}/done`,
    });
    const { page } = await stage.chromium.open(link.url);
    // The first screen says what the link is for, and spends nothing.
    await heading(page, 'Connect Sandbox to Acme App');
    await page.getByText('For Acme Inc., as Ada').waitFor();
    expect((await session(link.id)).status).toBe('created');
    expect(await axeViolations(page)).toEqual([]);
    await press(page, 'Continue');
    await page.waitForURL(/[?&]session=/);
    // The first screen has the same text.
    await page.getByRole('button', { name: 'Connect' }).waitFor();
    await page.getByText('For Acme Inc., as Ada').waitFor();
    expect(page.url()).not.toContain('token');
    expect(await axeViolations(page)).toEqual([]);
    await addressOf(page);
    await fill(page, 'API key', 'sandbox-key');
    await press(page, 'Connect');
    await heading(page, 'What Acme App may read');
    await page.getByLabel('Which field is the e-mail?').selectOption('email');
    await page.getByLabel('Read companies', { exact: false }).first().uncheck();
    expect(await axeViolations(page)).toEqual([]);
    await press(page, 'Save');
    await page.waitForURL((url) => url.origin === appOrigin);
    const done = await session(link.id);
    expect(done).toMatchObject({ status: 'connected', connectionId: expect.any(String) });
    const [installation] = await stage.builder.get<{ id: string; config: { content: unknown } }[]>('/installations');
    expect(installation?.id).toBe(done.installationId);
    expect(installation?.config.content).toMatchObject({
      read: { objects: { contacts: { selectedFields: { name: true }, selectedFieldMappings: { mail: 'email' } } } },
    });
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      connectSession: link.id,
      status: 'connected',
    });
  });

  it('has all optional fields in one choice, and finds single ones by a search', async () => {
    const { builder } = stage;
    const optionalFields = Array.from({ length: 11 }, (_, i) => ({ fieldName: `custom_${i + 1}` }));
    const object = { objectName: 'contacts', destination: 'main', optionalFields };
    await builder.deploy({ name: 'wide', read: { objects: [object] } });
    const page = await open(await made({ integration: 'wide', groupRef: 'wide' }));
    await addressOf(page);
    await fill(page, 'API key', 'sandbox-key');
    await press(page, 'Connect');
    await heading(page, 'What Acme App may read');
    const all = page.getByLabel('Read all 11 optional fields');
    await all.uncheck();
    await page.getByText('Choose optional fields (0 of 11)').click();
    await fill(page, 'Search fields', ' Custom_1');
    expect(await page.locator('details input[type=checkbox]').count()).toBe(3);
    await page.getByLabel('Custom 10').check();
    await page.getByText('Choose optional fields (1 of 11)').waitFor();
    expect([await all.isChecked(), await axeViolations(page)]).toEqual([false, []]);
    await fill(page, 'Search fields', 'nothing');
    await page.getByText('No field has this in its name.').waitFor();
    await press(page, 'Save');
    await heading(page, 'Connected');
    const [installation] = await builder.get<{ config: { content: object } }[]>('/installations?groupRef=wide');
    expect(installation?.config.content).toMatchObject({
      read: { objects: { contacts: { selectedFields: { custom_10: true } } } },
    });
  });

  it('says what an app may do that calls the provider itself, and switches its proxy on', async () => {
    await stage.builder.deploy({ name: 'anything', proxy: { enabled: true } });
    const link = await made({ integration: 'anything', groupRef: 'called' });
    const page = await open(link);
    await heading(page, 'Connect Sandbox to Acme App');
    await addressOf(page);
    await fill(page, 'API key', 'sandbox-key');
    await press(page, 'Connect');
    await heading(page, 'What Acme App may do');
    await page.getByText('Acme App may call Sandbox with your account').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await press(page, 'Save');
    await heading(page, 'Connected');
    const { installationId = '' } = await session(link.id);
    const proxy = proxyClient(stage.platform.origin, stage.platform.ready, installationId);
    expect(await proxy.call('/api/v1/contacts?limit=1')).toMatchObject({ status: 200 });
  });

  it('may be reloaded by its browser, and opened by no other', async () => {
    const link = await made({ provider: 'sandboxBasic' });
    const page = await open(link);
    await heading(page, / to Acme App$/);
    await page.reload();
    await heading(page, / to Acme App$/);
    const { page: other } = await stage.chromium.open(link.url);
    await other.getByRole('alert').getByText('This link was used before').waitFor(WAIT);
    expect(await axeViolations(other)).toEqual([]);
  });

  it('connects by user name and password, and says what a customer can do when they are wrong', async () => {
    const link = await made({ provider: 'sandboxBasic', groupRef: 'basic' });
    const page = await open(link);
    await heading(page, / to Acme App$/);
    await addressOf(page);
    await fill(page, 'User name', 'sandbox');
    await fill(page, 'Password', 'wrong');
    await press(page, 'Connect');
    const alert = page.getByRole('alert');
    await alert.waitFor(WAIT);
    expect(await alert.textContent()).toMatch(/Check what you entered, and try again/);
    expect(await alert.textContent()).not.toContain('wrong');
    expect(await axeViolations(page)).toEqual([]);
    expect(await session(link.id)).toMatchObject({ status: 'opened' });
    await fill(page, 'Password', 'sandbox');
    await press(page, 'Connect');
    await heading(page, 'Connected');
    expect(await session(link.id)).toMatchObject({ status: 'connected' });
  });

  it('takes fields and values that only the session offers', async () => {
    const mappedValues = [
      { mappedValue: 'won', mappedDisplayValue: 'Won' },
      { mappedValue: 'gone', mappedDisplayValue: 'Gone' },
    ];
    const fieldMapping = { contacts: [{ mapToName: 'phase', mapToDisplayName: 'Phase', mappedValues }] };
    const mappedLink = await made({ integration: 'crm', groupRef: 'mapped', fieldMapping });
    const page = await open(mappedLink);
    await heading(page, / to Acme App$/);
    await addressOf(page);
    await fill(page, 'API key', 'sandbox-key');
    await press(page, 'Connect');
    await heading(page, 'What Acme App may read');
    // Connected, but nothing is installed yet.
    expect(await session(mappedLink.id)).toMatchObject({ status: 'opened' });
    await page.getByLabel('Which field is the e-mail?').selectOption('email');
    await page.getByLabel('Which field is your Phase?').selectOption('stage');
    await page.getByLabel('What is “Won” of Phase?').selectOption('customer');
    const gone = page.getByLabel('What is “Gone” of Phase?');
    // A value stands for one of yours.
    expect(await gone.locator('option').allTextContents()).not.toContain('customer');
    await gone.selectOption('lost');
    expect(await axeViolations(page)).toEqual([]);
    await press(page, 'Save');
    await heading(page, 'Connected');
    const { installationId = '' } = await session(mappedLink.id);
    const path = `/integrations/${integrationId}/installations/${installationId}`;
    const { config } = await stage.builder.get<{ config: { content: unknown } }>(path);
    expect(config.content).toMatchObject({
      read: {
        objects: {
          contacts: {
            selectedFieldMappings: { mail: 'email', phase: 'stage' },
            selectedValueMappings: { phase: { won: 'customer', gone: 'lost' } },
            dynamicMappingsInput: fieldMapping.contacts,
          },
        },
      },
    });
  });

  it('lets the customer go back, who may come again', async () => {
    const link = await made({ provider: 'sandboxBasic', groupRef: 'later', returnUrl: `${appOrigin}/done` });
    const page = await open(link);
    await heading(page, / to Acme App$/);
    const address = page.url();
    await press(page, 'Not now');
    await page.waitForURL((url) => url.origin === appOrigin);
    expect(new URL(page.url()).searchParams.get('status')).toBe('cancelled');
    expect(await session(link.id)).toMatchObject({ status: 'cancelled' });
    await page.goto(address);
    await heading(page, / to Acme App$/);
  });

  it('keeps the installation of a customer who connects again in steps', async () => {
    const steps = await stage.builder.deploy({
      name: 'in_steps',
      provider: 'sandboxSteps',
      read: { objects: [{ objectName: 'contacts', destination: 'main', requiredFields: [{ fieldName: 'id' }] }] },
    });
    const connect = async (page: Page) => {
      await addressOf(page);
      await fill(page, 'Region', 'eu');
      const [popup] = await Promise.all([page.waitForEvent('popup'), press(page, 'Connect')]);
      // One window for both steps.
      for (const path of ['/install/choose', '/install/authorize']) {
        const next = popup.getByRole('button', { name: /^Continue to / });
        await next.waitFor(WAIT);
        const [asked] = await Promise.all([
          popup.waitForRequest((request) => request.url().includes(path)),
          next.click(),
        ]);
        expect(asked.isNavigationRequest()).toBe(true);
      }
    };
    const first = await open(await made({ integration: steps, groupRef: 'stepwise' }));
    await heading(first, / to Acme App$/);
    await connect(first);
    await heading(first, 'What Acme App may read');
    await press(first, 'Save');
    await heading(first, 'Connected');
    type Installed = { id: string; connection: { id: string } };
    const path = `/integrations/${steps}/installations?groupRef=stepwise`;
    const [before] = await stage.builder.get<Installed[]>(path);
    const link = await made({ integration: steps, groupRef: 'stepwise' });
    const page = await open(link);
    await heading(page, 'Connected');
    await press(page, 'Connect again');
    await connect(page);
    await eventually(async () => expect(await session(link.id)).toMatchObject({ status: 'connected' }));
    const [after] = await stage.builder.get<Installed[]>(path);
    expect(after?.id).toBe(before?.id);
    expect(after?.connection.id).not.toBe(before?.connection.id);
    expect(await stage.builder.get(`/connections?groupRef=stepwise`)).toHaveLength(1);
  });

  it('connects by OAuth in a window of its own', async () => {
    const link = await made({ provider: 'sandboxOAuth', groupRef: 'oauth' });
    const page = await open(link);
    await heading(page, / to Acme App$/);
    await addressOf(page);
    const [popup] = await Promise.all([page.waitForEvent('popup'), press(page, /^Sign in at /)]);
    await popup.getByRole('button', { name: /^Continue to / }).click();
    await heading(page, 'Connected');
    expect(await session(link.id)).toMatchObject({ status: 'connected' });
  });

  it('opens as a popup within the click, and tells the page that opened it', async () => {
    const { page } = await stage.chromium.open(`${appOrigin}/?provider=sandboxBasic&groupRef=popup`);
    const [popup] = await Promise.all([page.waitForEvent('popup'), press(page, 'Connect')]);
    await press(popup, 'Continue');
    await heading(popup, / to Acme App$/);
    await addressOf(popup);
    await fill(popup, 'User name', 'sandbox');
    await fill(popup, 'Password', 'sandbox');
    await press(popup, 'Connect');
    await eventually(async () => {
      expect(await page.locator('pre').textContent()).toContain('"type":"causeway.connect","status":"connected"');
    });
  });

  it('tells a page of another origin nothing', async () => {
    const project = { allowedOrigins: ['https://elsewhere.example.com'] };
    const set = (origins: string[]) =>
      stage.builder.call('PATCH', '', { updateMask: ['allowedOrigins'], project: { allowedOrigins: origins } });
    succeeded(await set(project.allowedOrigins));
    try {
      const { page } = await stage.chromium.open(`${appOrigin}/?provider=sandboxBasic&groupRef=silent`);
      const [popup] = await Promise.all([page.waitForEvent('popup'), press(page, 'Connect')]);
      await press(popup, 'Continue');
      await heading(popup, / to Acme App$/);
      await addressOf(popup);
      await fill(popup, 'User name', 'sandbox');
      await fill(popup, 'Password', 'sandbox');
      await press(popup, 'Connect');
      await heading(popup, 'Connected');
      expect(await page.locator('pre').textContent()).toBe('');
    } finally {
      succeeded(await set([appOrigin]));
    }
  });

  it('connects again and disconnects, for a customer who comes back', async () => {
    const { builder } = stage;
    const installed = `/integrations/${integrationId}/installations?groupRef=acme`;
    const page = await open(await made({ integration: integrationId }));
    await heading(page, 'Connected');
    await press(page, 'Change what is read');
    await heading(page, 'What Acme App may read');
    await page.getByText('Choose optional fields (1 of 1)').click();
    await page.getByLabel(/^name$/i).uncheck();
    await press(page, 'Save');
    await heading(page, 'Connected');
    const content = async () => (await builder.get<{ config: { content: object } }[]>(installed))[0]?.config.content;
    expect(JSON.stringify(await content())).not.toContain('"name":true');
    const connectionOf = async () => (await builder.get<{ connection: object }[]>(installed))[0];
    const before = await connectionOf();
    await press(page, 'Connect again');
    await heading(page, / to Acme App$/);
    await addressOf(page);
    await fill(page, 'API key', 'sandbox-key');
    await press(page, 'Connect');
    await heading(page, 'Connected');
    expect(await connectionOf()).toMatchObject({
      connection: { id: (before as { connection: { id: string } }).connection.id },
    });
    await press(page, 'Disconnect');
    await page.getByRole('region', { name: 'Disconnect Sandbox?' }).getByRole('button', { name: 'Disconnect' }).click();
    await heading(page, 'Disconnected');
    await eventually(async () => expect(await builder.get(installed)).toEqual([]));
  });

  it("has the builder's logo and colour, and text on it that can be read", async () => {
    // One yellow pixel.
    const logo =
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==';
    succeeded(await stage.builder.call('PATCH', '/branding', { accentColor: '#ffe14d', logo }));
    const page = await open(await made({ provider: 'sandboxBasic', groupRef: 'branded' }));
    await heading(page, / to Acme App$/);
    const picture = page.getByRole('img', { name: 'Acme App' });
    await picture.waitFor();
    expect(await picture.evaluate((element: { naturalWidth: number }) => element.naturalWidth)).toBe(1);
    const colour = await page
      .getByRole('button', { name: 'Connect' })
      .evaluate('getComputedStyle(document.querySelector("button.primary")).color');
    expect(colour).toBe('rgb(0, 0, 0)');
    expect(await axeViolations(page)).toEqual([]);
    succeeded(await stage.builder.call('PATCH', '/branding', { accentColor: '', logo: '' }));
  });

  it('cannot be framed', async () => {
    const link = await made({ provider: 'sandboxBasic' });
    const { page, errors } = await stage.chromium.open(`${appOrigin}/?frame=${encodeURIComponent(link.url)}`);
    await eventually(async () => expect(errors.join()).toMatch(/frame-ancestors|X-Frame-Options/i));
    expect(await page.frameLocator('iframe').getByRole('button').count()).toBe(0);
  });

  it('works at 390 pixels in the dark', async () => {
    const { page } = await stage.chromium.open((await made({ provider: 'sandboxBasic', groupRef: 'small' })).url);
    await page.setViewportSize({ width: 390, height: 800 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await heading(page, / to Acme App$/);
    expect(await axeViolations(page)).toEqual([]);
    await press(page, 'Continue');
    // The page before has the same heading.
    await page.getByRole('button', { name: 'Connect' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth > window.innerWidth')).toBe(false);
  });
});
