import { Buffer } from 'node:buffer';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { succeeded } from '../support/builder.ts';
import { withIdentityStores } from '../support/credentials.ts';
import { eventually } from '../support/eventually.ts';
import { proxyClient } from '../support/proxy_client.ts';
import { type Receiver, startReceiver } from '../support/webhook_receiver.ts';
import { axeViolations } from './axe.ts';
import { type Page, show } from './chromium.ts';
import { type ConsoleStage, startConsoleStage } from './console_stage.ts';

const VIEWS = [
  'Overview',
  'Installations',
  'Operations',
  'Deliveries',
  'Connections',
  'Integrations',
  'Destinations',
  'Topics and routes',
  'Providers',
  'Provider apps',
  'Keys',
  'Members',
  'Audit log',
  'Settings',
];
const WAIT = { timeout: 120_000 };

describe('the console in Chromium', () => {
  const answers = { status: 200 };
  let stage: ConsoleStage;
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver({ respond: () => answers.status });
    // The person in the scene should not have to wait five minutes for the second retry.
    stage = await startConsoleStage(40, { CAUSEWAY_NOTIFICATIONS_ATTEMPT_GAPS_MS: `0${',1500'.repeat(40)}` });
  });
  afterAll(async () => {
    await stage?.stop();
    await receiver?.stop();
  });

  const text = (page: Page, name: string | RegExp) => page.getByText(name).first().waitFor({ timeout: 60_000 });
  const choose = (page: Page, role: 'button' | 'link', name: string | RegExp) =>
    page.getByRole(role, { name }).first().click();
  const fill = (page: Page, label: string, value: string) =>
    page.getByLabel(label, { exact: true }).first().fill(value);

  it('signs a builder in by a link, tells nobody the token, and out again', async () => {
    const { page, origins, errors } = await stage.signIn();
    expect(page.url()).not.toContain('token');
    expect(origins()).toEqual([stage.platform.origin]);
    await page.reload();
    await text(page, 'First Builder');
    await choose(page, 'button', 'Sign out');
    await page.getByRole('heading', { name: 'Sign in to Causeway' }).waitFor();
    await page.goto(`${stage.platform.origin}/console`);
    await page.getByRole('heading', { name: 'Sign in to Causeway' }).waitFor();
    // A browser logs the 401 that says that nobody is signed in.
    expect(errors.filter((error) => !error.includes('401'))).toEqual([]);
  });

  it('scene: a webhook fails and is mended', async () => {
    const { builder, sandbox } = stage;
    answers.status = 500;
    const { page } = await stage.signIn();
    await builder.addDestination('failing', receiver);
    const integrationId = await builder.deploy({
      name: 'hooked',
      read: {
        objects: [
          {
            objectName: 'contacts',
            destination: 'failing',
            optionalFieldsAuto: 'all',
            backfill: { defaultPeriod: { fullHistory: true } },
          },
        ],
      },
    });
    await builder.connect(sandbox, 'acme', { apiKey: 'sandbox-key', groupName: 'Acme Inc.' });
    await builder.installed(integrationId, 'acme', { contacts: { selectedFieldsAuto: 'all' } });
    const broken = page.getByRole('region', { name: 'Destinations that need somebody' });
    await broken.getByRole('link', { name: 'failing' }).waitFor(WAIT);
    const backlog = page.getByRole('region', { name: 'Backlog' });
    await backlog.getByRole('link', { name: 'failing' }).waitFor(WAIT);
    await broken.getByRole('link', { name: 'Show' }).click();
    const deliveries = page.getByRole('region', { name: 'Deliveries' });
    await deliveries.getByRole('link').first().click();
    await page.getByRole('region', { name: 'Attempts' }).getByText('500').first().waitFor(WAIT);
    await page.getByRole('region', { name: 'From the provider to the webhook' }).getByText('Attempt 1').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    answers.status = 200;
    await page.locator('main').getByRole('link', { name: 'failing', exact: true }).click();
    await page.getByRole('heading', { name: 'failing', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'hooked', exact: true }).waitFor(WAIT);
    await fill(page, 'Webhook URL', `${receiver.url}/mended`);
    await choose(page, 'button', /^Save/);
    await text(page, /^Saved\./);
    await page
      .getByRole('heading', { name: 'failing', level: 1 })
      .locator('..')
      .getByRole('link', { name: 'Deliveries' })
      .click();
    await page.getByRole('heading', { name: 'Deliveries', level: 1 }).waitFor();
    await page.getByLabel('State').selectOption('delivered');
    await deliveries.getByText('delivered').first().waitFor({ timeout: 60_000 });
    await stage.openView(page, 'Overview');
    await text(page, 'Every destination accepts what it is sent.');
    await text(page, 'No message waits for its delivery.');
    await page.locator('.charts canvas').nth(1).waitFor();
    await page.getByText('The figures').click();
    const figures = page.getByRole('region', { name: 'Each slot, newest first' });
    await figures
      .getByRole('cell', { name: /^[1-9]\d*$/ })
      .first()
      .waitFor(WAIT);
    await page.getByLabel('Time span').selectOption('7 days');
    expect(page.url()).toContain('span=7d');
    expect(await axeViolations(page)).toEqual([]);
  });

  it("scene: a customer's key is revoked, and the customer connects again", async () => {
    const { builder, sandbox } = stage;
    const { page } = await stage.signIn();
    sandbox.control.revoke({ what: 'key', apiKey: 'another-key' });
    await stage.openView(page, 'Installations');
    await choose(page, 'link', 'Acme Inc.');
    await page.getByRole('heading', { name: 'Acme Inc.: sandbox' }).waitFor();
    await choose(page, 'button', 'Read contacts now');
    await page.getByRole('link', { name: 'Started' }).waitFor(WAIT);
    await stage.openView(page, 'Overview');
    const unhealthy = page.getByRole('region', { name: 'Unhealthy installations' });
    await unhealthy
      .getByText(/credentials/i)
      .first()
      .waitFor({ timeout: 60_000 });
    await unhealthy.getByRole('link', { name: 'Acme Inc.' }).click();
    await page.getByRole('link', { name: 'sandbox', exact: true }).click();
    // The view before it has such a button too.
    await page.getByRole('heading', { name: 'Reconnect' }).waitFor(WAIT);
    await choose(page, 'button', 'Make a connect link');
    const link = page.getByRole('link', { name: /\/connect#token=/ });
    await link.waitFor(WAIT);
    const { page: customer } = await stage.chromium.open((await link.textContent()) ?? '');
    await choose(customer, 'button', 'Continue');
    await text(customer, 'Sandbox no longer accepts the connection.');
    await choose(customer, 'button', 'Connect again');
    await fill(customer, 'API key', 'another-key');
    await choose(customer, 'button', 'Connect');
    await customer.getByRole('heading', { name: 'Connected' }).waitFor(WAIT);
    await stage.openView(page, 'Installations');
    await choose(page, 'link', 'Acme Inc.');
    await choose(page, 'button', 'Read contacts now');
    await stage.openView(page, 'Overview');
    await text(page, 'Every installation is healthy.');
    expect(await builder.get('/installations?healthStatus=unhealthy')).toEqual([]);
  });

  it('shows the way of each record of an operation, and replays it', async () => {
    const { page } = await stage.signIn();
    await stage.openView(page, 'Operations');
    await page.getByRole('region', { name: 'Operations' }).getByRole('row').last().getByRole('link').first().click();
    const ledger = page.getByRole('region', { name: 'Ledger' });
    await ledger.getByText('Fetched', { exact: true }).waitFor(WAIT);
    expect(await ledger.textContent()).toContain('Fetched40');
    await page.getByRole('region', { name: 'Log' }).waitFor();
    await choose(page, 'button', 'Replay');
    await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click();
    await page.getByRole('region', { name: 'Replay' }).waitFor(WAIT);
    await page.getByRole('region', { name: 'Replay' }).getByText('Same').waitFor(WAIT);
  });

  it('counts what went through the proxy today, and shows nothing before', async () => {
    const { page } = await stage.signIn();
    await page.getByRole('heading', { name: 'Backlog' }).waitFor();
    const heading = page.getByRole('heading', { name: 'Requests through the proxy today' });
    expect(await heading.count()).toBe(0);
    const on = { proxy: { enabled: true } };
    const integrationId = await stage.builder.deploy({ name: 'anything', ...on });
    await stage.builder.connect(stage.sandbox, 'proxied', { apiKey: 'another-key' });
    const proxied = await stage.builder.installed(integrationId, 'proxied', {}, on);
    const proxy = proxyClient(stage.platform.origin, stage.platform.ready, proxied);
    expect(await proxy.call('/api/v1/contacts?limit=1')).toMatchObject({ status: 200 });
    expect(await proxy.call('/no-such-path')).toMatchObject({ status: 404 });
    await eventually(async () => expect(JSON.stringify(await stage.builder.get('/proxy-counts'))).toContain('404'));
    await page.reload();
    await heading.waitFor(WAIT);
    const row = page.getByRole('region', { name: 'Requests through the proxy today' }).getByRole('row').last();
    expect(await row.getByRole('cell').allTextContents()).toEqual(['sandbox', '2', '1', '0']);
    expect(await axeViolations(page)).toEqual([]);
  });

  it('shows a write beside the reads: what was asked, what came of it, and nothing of a read', async () => {
    const integrationId = await stage.builder.deploy({
      name: 'notes-back',
      write: { objects: [{ objectName: 'contacts' }] },
    });
    await stage.builder.connect(stage.sandbox, 'writer', { apiKey: 'another-key' });
    const contacts = { objectName: 'contacts' };
    await stage.builder.installed(integrationId, 'writer', {}, { write: { objects: { contacts } } });
    const write = (record: string) =>
      stage.builder.write(
        integrationId,
        'contacts',
        `{"groupRef":"writer","type":"create","record":${record},"headers":[{"key":"x-note","value":"a-secret"}]}`,
      );
    succeeded(await write('{"name":"<b>Grace</b>","big_number":12345678901234567890.10}'));
    expect((await write('{"nonsense":1}')).status).toBe(422);
    const { page } = await stage.signIn();
    await stage.openView(page, 'Operations');
    const list = page.getByRole('region', { name: 'Operations' });
    await list.getByText('read contacts').first().waitFor(WAIT);
    await page.getByLabel('What', { exact: true }).selectOption('write');
    await list
      .getByText('read contacts')
      .first()
      .waitFor({ ...WAIT, state: 'detached' });
    await list.getByText('write contacts').first().waitFor(WAIT);
    expect(await list.getByText('write contacts').count()).toBe(2);
    await list.getByRole('row').last().getByRole('link').first().click();
    const facts = page.getByRole('region', { name: 'Write', exact: true });
    await facts.getByText('synchronous').waitFor(WAIT);
    expect(await facts.textContent()).toBe('WriteTypecreateModesynchronousRecords1Written1Not written0');
    const request = await page.getByRole('region', { name: 'Request', exact: true }).textContent();
    expect(JSON.parse(request ?? '')).toMatchObject({ record: { name: '<b>Grace</b>' } });
    expect(request).toContain('x-note');
    expect(request).not.toContain('a-secret');
    const result = await page.getByRole('region', { name: 'Result', exact: true }).textContent();
    expect(JSON.parse(result ?? '')).toMatchObject({ result: { success: true } });
    for (const text of [request, result]) expect(text).toContain('"big_number": 12345678901234567890.10');
    expect(await page.getByRole('region', { name: 'Ledger' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Replay' }).count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
  });

  it('finds a record, and shows its way from the provider to the webhook', async () => {
    const { page } = await stage.signIn();
    const [recordId = ''] = receiver.records('contacts').keys();
    await stage.openView(page, 'Installations');
    await choose(page, 'link', 'Acme Inc.');
    const find = page.getByRole('region', { name: 'Find a record' });
    await find.getByLabel('Record id').fill('no-such-record');
    await find.getByRole('button', { name: 'Find' }).click();
    await find.getByText('No message that is kept contains it.').waitFor(WAIT);
    await find.getByLabel('Record id').fill(recordId);
    await find.getByText('No message that is kept contains it.').waitFor({ ...WAIT, state: 'detached' });
    await find.getByRole('button', { name: 'Find' }).click();
    const messages = find.getByRole('table');
    await messages.getByRole('link').first().click();
    await page.getByRole('region', { name: 'From the provider to the webhook' }).getByText('Attempt 1').waitFor(WAIT);
  });

  it('tries a provider of the catalogue without an account', async () => {
    const { page } = await stage.signIn();
    await stage.openView(page, 'Providers');
    await page.getByLabel('Search').fill('hubspot');
    await choose(page, 'link', 'HubSpot');
    const trying = page.getByRole('region', { name: 'Try it' });
    await trying.getByRole('button', { name: 'Read some records' }).click();
    await trying.getByText('https://api.hubapi.com/').first().waitFor(WAIT);
    await trying.getByLabel('Object').selectOption('companies');
    await trying.getByText('/companies').first().waitFor(WAIT);
    expect(await axeViolations(page)).toEqual([]);
  });

  it('draws topics and routes, with the keyboard too', async () => {
    const { page } = await stage.signIn();
    await stage.openView(page, 'Topics and routes');
    await fill(page, 'Name', 'news');
    await page.keyboard.press('Enter');
    const topic = page
      .getByRole('region', { name: 'Topics', exact: true })
      .getByRole('button', { name: 'news', exact: true });
    await topic.waitFor(WAIT);
    await page.getByRole('button', { name: 'connection.created' }).focus();
    await page.keyboard.press('Enter');
    await topic.focus();
    await page.keyboard.press('Space');
    await page.getByText('connection.created → news').waitFor(WAIT);
    await topic.click();
    await page.getByRole('region', { name: 'Destinations', exact: true }).getByRole('button', { name: 'main' }).click();
    await page.getByText('news → main').waitFor(WAIT);
    expect(await page.locator('.routes svg path').count()).toBe(2);
    await choose(page, 'button', 'Remove the route connection.created → news');
    await page.getByText('connection.created → news').waitFor({ state: 'detached', ...WAIT });
    expect(await stage.builder.get('/notification-event-topic-routes')).toEqual([]);
    // Both ends of a drag have to be on the screen.
    await page.evaluate('scrollTo(0, 0)');
    await page.getByRole('button', { name: 'connection.deleted' }).hover();
    await page.mouse.down();
    // Browsers tell a page what is dragged over it from the second move on.
    await topic.hover();
    await topic.hover();
    await page.mouse.up();
    await page.getByText('connection.deleted → news').waitFor(WAIT);
    await stage.openView(page, 'Destinations');
    await choose(page, 'link', 'main');
    await page.getByRole('link', { name: 'news' }).waitFor(WAIT);
  });

  it('sets a header of a destination and hides its value, pauses it and activates it again', async () => {
    const { page } = await stage.signIn();
    const id = await stage.builder.addDestination('headed', receiver);
    await stage.openView(page, 'Destinations');
    await choose(page, 'link', 'headed');
    await page.getByRole('heading', { name: 'headed', level: 1 }).waitFor(WAIT);
    const headers = page.getByRole('region', { name: 'Headers', exact: true });
    await headers.getByLabel('Header', { exact: true }).fill('x-team');
    await headers.getByLabel('Value').fill('secret-of-the-team');
    await headers.getByRole('button', { name: 'Set' }).click();
    await headers.getByRole('button', { name: 'Remove x-team' }).waitFor(WAIT);
    await headers.getByLabel('Header', { exact: true }).fill('x-other');
    await headers.getByLabel('Value').fill('another');
    await headers.getByRole('button', { name: 'Set' }).click();
    await headers.getByRole('button', { name: 'Remove x-other' }).click();
    await headers.getByText('x-other').waitFor({ state: 'detached' });
    expect(await page.locator('main').textContent()).not.toContain('secret-of-the-team');
    const shown = await stage.builder.get<{ metadata: object }>(`/destinations/${id}?includeSecrets=true`);
    expect(shown.metadata).toMatchObject({ headers: { 'x-team': 'secret-of-the-team' } });
    await choose(page, 'button', 'Pause');
    await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
    await text(page, /^It is disabled/);
    expect(await axeViolations(page)).toEqual([]);
    await choose(page, 'button', 'Activate');
    await text(page, 'The destination is active again.');
    expect(await stage.builder.get(`/destinations/${id}`)).toMatchObject({ status: 'active' });
  });

  it('makes a key that works, and disables it', async () => {
    const { page } = await stage.signIn();
    await stage.openView(page, 'Keys');
    // The page says where such keys are created.
    await page.getByLabel('Scope', { exact: true }).selectOption('frontend');
    await page.getByRole('alert').getByText("Give the page customers' tokens instead").waitFor(WAIT);
    await page.getByLabel('Scope', { exact: true }).selectOption('full');
    await fill(page, 'Label', 'a server');
    await choose(page, 'button', 'Create');
    const key = ((await page.getByRole('region', { name: 'The new key' }).textContent()) ?? '').trim();
    const call = () =>
      fetch(`${stage.platform.origin}/v1/projects/${stage.builder.projectName}/connections`, {
        headers: { 'x-api-key': key },
      });
    expect((await call()).status).toBe(200);
    await choose(page, 'button', 'Disable a server');
    await eventually(async () => expect((await call()).status).toBe(401));
  });

  it('sets the accent colour of the connect page, and refuses a logo that is none', async () => {
    const { page } = await stage.signIn();
    await stage.openView(page, 'Settings');
    await fill(page, 'Accent colour', '#ffe14d');
    await eventually(async () => expect(await stage.builder.get('/branding')).toEqual({ accentColor: '#ffe14d' }));
    const svg = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') };
    await page.getByLabel('Logo', { exact: true }).setInputFiles(svg);
    await page.getByRole('alert').getByText('The logo is no PNG, JPEG or WebP picture.').waitFor(WAIT);
    await choose(page, 'button', 'Our colour');
    await eventually(async () => expect(await stage.builder.get('/branding')).toEqual({}));
  });

  it('does for a member what the API does: shows no secret, and says what is refused', async () => {
    const builderId = await withIdentityStores(stage.platform, async (stores) => {
      const id = crypto.randomUUID();
      const person = {
        idpProvider: 'causeway',
        idpRef: id,
        firstName: 'Mem',
        lastName: 'Ber',
        primaryEmail: 'm@example.com',
      };
      await stores.builders.insert({ id, ...person, createTime: Date.now() });
      await stores.memberships.insert({
        orgId: stage.platform.ready.orgId,
        builderId: id,
        role: 'member',
        createTime: Date.now(),
      });
      return id;
    });
    const { page } = await stage.signIn(builderId);
    await text(page, 'member');
    await stage.openView(page, 'Keys');
    await page.getByRole('alert').getByText('This operation needs the role admin.').waitFor(WAIT);
    await page.goto(
      `${stage.platform.origin}/console/${stage.builder.projectName}/destinations/${stage.destinationId}`,
    );
    await choose(page, 'button', 'Show');
    await page.getByRole('alert').waitFor(WAIT);
    expect(await page.locator('main').textContent()).not.toContain('whsec_');
    await page.goto(`${stage.platform.origin}/console/not-mine/overview`);
    await page.getByText('There is no such project.').waitFor(WAIT);
  });

  it('tells an admin who did what, and a filter is a place to send', async () => {
    const { page } = await stage.signIn();
    succeeded(await stage.builder.call('POST', '/topics', { name: 'who-made-this' }));
    await stage.openView(page, 'Audit log');
    const row = page.getByRole('row').filter({ hasText: 'who-made-this' });
    await row.getByText('topic.created').waitFor(WAIT);
    await row.getByText('first key').waitFor(WAIT);
    await page.getByLabel('Action', { exact: true }).selectOption('topic.created');
    await page.waitForURL(/action=topic\.created/);
    await page.reload();
    await row.waitFor(WAIT);
    expect(await page.getByRole('table').getByText('destination.created').count()).toBe(0);
    await row.getByRole('link', { name: 'first key' }).click();
    await page.getByRole('table').getByText('destination.created').first().waitFor(WAIT);
    expect(new URL(page.url()).searchParams.get('actor')).toMatch(/^api-key:/);
  });

  it('has no fault that axe finds in any view, wide or narrow, light or dark, and nothing is wider than the screen', async () => {
    const { page, errors } = await stage.signIn();
    const found: string[] = [];
    for (const view of VIEWS) {
      // Reached as on a small screen, through the menu, and then seen in every way: to open a view costs more than to look.
      await page.setViewportSize({ width: 390, height: 900 });
      await page.getByRole('button', { name: 'Menu' }).click();
      await stage.openView(page, view);
      await page.waitForLoadState('networkidle');
      for (const width of [390, 1_440])
        for (const colorScheme of ['light', 'dark'] as const) {
          await show(page, { width, colorScheme });
          const faults = await axeViolations(page);
          const isWide = await page.evaluate('document.documentElement.scrollWidth > window.innerWidth');
          if (isWide) faults.push('wider than the screen');
          found.push(...faults.map((fault) => `${view}, ${width}, ${colorScheme}: ${fault}`));
        }
    }
    expect(found).toEqual([]);
    expect(errors).toEqual([]);
  });
});
