import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aBuilder } from '../support/builder.ts';
import { aSignInLink } from '../support/console_visitor.ts';
import { eventually } from '../support/eventually.ts';
import { addProject } from '../support/second_project.ts';
import { type Receiver, startReceiver } from '../support/webhook_receiver.ts';
import { axeViolations } from './axe.ts';
import type { Page } from './chromium.ts';
import { brokenIsFailing, type ConsoleStage, heldBack, installBroken, startConsoleStage } from './console_stage.ts';

const WAIT = { timeout: 120_000 };
const RECORDS = 40;

describe('the remedies of the console', () => {
  const answers = { status: 503 };
  let stage: ConsoleStage;
  let receiver: Receiver;
  let integrationId: string;
  beforeAll(async () => {
    receiver = await startReceiver({ respond: () => answers.status });
    // It fails quickly; then nothing is sent by itself while the test lasts.
    stage = await startConsoleStage(RECORDS, { CAUSEWAY_NOTIFICATIONS_ATTEMPT_GAPS_MS: '0,300,300,3600000,3600000' });
    integrationId = await installBroken(stage, receiver);
  });
  afterAll(async () => {
    await stage?.stop();
    await receiver?.stop();
  });

  const isFailing = () => brokenIsFailing(stage.builder);
  const openBroken = async (page: Page) => {
    const region = page.getByRole('region', { name: 'Destinations that need somebody' });
    await region.getByRole('link', { name: 'broken' }).click(WAIT);
    await page.getByRole('heading', { name: 'broken', level: 1 }).waitFor(WAIT);
  };

  it('scene: which customers does this outage touch?', async () => {
    const { page } = await stage.signIn();
    await openBroken(page);
    await page.getByRole('link', { name: 'acme · on-call' }).click(WAIT);
    await page.getByRole('heading', { name: 'Acme Inc.: sandbox', level: 1 }).waitFor(WAIT);
    // And from the customer back to the cause.
    await page.getByRole('link', { name: 'To the destination broken' }).first().click(WAIT);
    await page.getByRole('button', { name: 'Send now' }).waitFor(WAIT);
  });

  it('keeps the remedies in their place while the rest of the page arrives', async () => {
    const { page } = await stage.signIn();
    const letThrough = await heldBack(page, '**/delivery-backlogs*');
    await openBroken(page);
    const button = page.getByRole('button', { name: 'Send a test message' });
    const before = await button.boundingBox(WAIT);
    letThrough();
    await page.getByText(/[1-9]\d* waiting/).waitFor(WAIT);
    expect(await button.boundingBox()).toEqual(before);
  });

  it('scene: break the receiver, test it in two clicks, mend it, send now, and everything has arrived', async () => {
    const { page } = await stage.signIn();
    await openBroken(page);
    await page.getByRole('button', { name: 'Send a test message' }).click();
    const remedies = page.getByRole('region', { name: 'Remedies' });
    await remedies.getByText('503', { exact: true }).waitFor(WAIT);
    expect(await remedies.locator('.badge.bad').textContent()).toBe('failed');
    expect(await axeViolations(page)).toEqual([]);
    expect(receiver.records().size).toBe(0);
    answers.status = 200;
    // At most one a second: a quick machine is refused first.
    await eventually(async () => {
      await remedies.getByRole('button', { name: 'Send a test message' }).click();
      await remedies.getByText('accepted', { exact: true }).waitFor({ timeout: 2_000 });
    });
    await remedies.getByRole('button', { name: 'Send now' }).click();
    await remedies.getByText('What waits is due now.').waitFor(WAIT);
    await page.getByText('nothing waits').waitFor(WAIT);
    expect(receiver.records().size).toBe(RECORDS);
  });

  it('scene: recover what was missed since it began failing', async () => {
    answers.status = 503;
    const before = receiver.messages.filter(({ status }) => status === 200).length;
    await stage.builder.trigger(integrationId, 'contacts', 'acme');
    await isFailing();
    const { page } = await stage.signIn();
    await openBroken(page);
    answers.status = 200;
    await page.getByRole('button', { name: 'Recover', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Recover broken?' });
    expect(await dialog.getByLabel('Messages').locator('option:checked').textContent()).toBe('since it began failing');
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByLabel('Messages').selectOption('of the last hour');
    await dialog.getByRole('button', { name: 'Send again' }).click();
    const row = page.getByRole('region', { name: 'Recoveries' }).getByRole('row').nth(1);
    await row.getByText('finished').waitFor(WAIT);
    await row.getByText(/^([1-9]\d*) of \1$/).waitFor(WAIT);
    expect(receiver.messages.filter(({ status }) => status === 200).length).toBeGreaterThan(before);
    await page.getByText('nothing waits').waitFor(WAIT);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await axeViolations(page)).toEqual([]);
  });

  it('sends one message again, and says why it cannot', async () => {
    const { page } = await stage.signIn();
    await stage.openView(page, 'Deliveries');
    await page.getByLabel('State').selectOption('delivered');
    await page.getByRole('region', { name: 'Deliveries' }).getByRole('link').first().click(WAIT);
    await page.getByRole('heading', { name: 'Delivery', level: 1 }).waitFor(WAIT);
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const sent = () => receiver.messages.filter((message) => message.id === id).length;
    const before = sent();
    const ask = async () => {
      await page.getByRole('button', { name: 'Send again' }).click(WAIT);
      await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
    };
    await ask();
    await eventually(async () => expect(sent()).toBe(before + 1));
    await stage.builder.call('PATCH', '/destinations/broken', {
      updateMask: ['status'],
      destination: { status: 'disabled' },
    });
    await ask();
    await page
      .getByRole('dialog')
      .getByRole('alert')
      .getByText(/disabled/)
      .first()
      .waitFor(WAIT);
    expect(sent()).toBe(before + 1);
  });

  it('asks before it activates a disabled destination', async () => {
    const { page } = await stage.signIn();
    await openBroken(page);
    await page.getByRole('button', { name: 'Send now' }).click();
    const status = async () => (await stage.builder.get<{ status: string }>('/destinations/broken')).status;
    expect(await status()).toBe('disabled');
    await page.getByRole('dialog').getByRole('button', { name: 'Activate and send' }).click();
    await page.getByText('What waits is due now.').waitFor(WAIT);
    expect(await status()).toBe('active');
  });

  it('shows what a receiver answers to a test message, word for word', async () => {
    const text = 'column "stage" <b>does not</b> exist';
    const server: Server = createServer((_request, response) => response.writeHead(500).end(text)).listen(
      0,
      '127.0.0.1',
    );
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
    await stage.builder.call('POST', '/destinations', { name: 'talking', type: 'webhook', metadata: { url } });
    const { page } = await stage.signIn();
    await stage.openView(page, 'Destinations');
    await page.getByRole('link', { name: 'talking', exact: true }).click(WAIT);
    await page.getByRole('button', { name: 'Send a test message' }).click(WAIT);
    const remedies = page.getByRole('region', { name: 'Remedies' });
    // Says what is shown instead, when it is not the answer.
    await eventually(async () => expect(await remedies.textContent(WAIT)).toContain(text), WAIT.timeout);
    await remedies.getByText(text, { exact: true }).waitFor(WAIT);
    server.close();
  });

  it('makes the connect link where it says that credentials are refused', async () => {
    stage.sandbox.control.revoke({ what: 'key', apiKey: 'another-key' });
    await stage.builder.trigger(integrationId, 'contacts', 'acme');
    const { page } = await stage.signIn();
    const row = page
      .getByRole('region', { name: 'Unhealthy installations' })
      .getByRole('row')
      .filter({ hasText: 'Acme Inc.' });
    await row.getByRole('button', { name: 'Make a connect link' }).click(WAIT);
    const link = await row.getByRole('link', { name: /\/connect/ }).getAttribute('href');
    await row.getByRole('button', { name: 'Copy the link' }).waitFor(WAIT);
    const { page: customer } = await stage.chromium.open(link ?? '');
    await customer.getByRole('button', { name: 'Continue' }).click(WAIT);
    await customer.getByText('Sandbox no longer accepts the connection.').waitFor(WAIT);
  });

  it('scene: a new project to its first record', async () => {
    const { platform, sandbox } = stage;
    sandbox.control.revoke({ what: 'key', apiKey: 'another-key' });
    const fields = { apiKey: 'another-key', groupName: 'First Ltd.' };
    const added = await addProject(platform, 'fresh');
    const builder = aBuilder(added);
    const fresh = await startReceiver();
    const token = await aSignInLink({ ...platform, ready: added.ready });
    const { page } = await stage.chromium.open(`${platform.origin}/console/sign-in#token=${token}`);
    await page.getByRole('button', { name: 'Continue' }).click();
    const steps = page.getByRole('region', { name: 'First steps' });
    await steps.getByText('causeway destinations create', { exact: false }).waitFor(WAIT);
    await page.getByText('There is no installation yet.').waitFor(WAIT);
    expect(await page.getByText('Every installation is healthy.').count()).toBe(0);
    expect(await steps.getByText('done', { exact: true }).count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await axeViolations(page)).toEqual([]);
    const done = (count: number) => eventually(async () => expect(await steps.locator('.badge').count()).toBe(count));
    await builder.addDestination('crm-webhook', fresh);
    await done(1);
    const id = await builder.deploy({
      name: 'first',
      read: {
        objects: [
          {
            objectName: 'contacts',
            destination: 'crm-webhook',
            optionalFieldsAuto: 'all',
            backfill: { defaultPeriod: { fullHistory: true } },
          },
        ],
      },
    });
    await done(2);
    await builder.connect(sandbox, 'first', fields);
    await builder.installed(id, 'first', { contacts: { selectedFieldsAuto: 'all' } });
    await steps.waitFor({ ...WAIT, state: 'detached' });
    const today = page.getByRole('region', { name: 'Today' });
    await today.getByText(String(RECORDS), { exact: true }).waitFor(WAIT);
    await today.getByText('100 %').waitFor(WAIT);
    await today.getByText('1 healthy').waitFor(WAIT);
    await page.getByText('Every installation is healthy.').waitFor(WAIT);
    await fresh.stop();
  });

  it('tells the figures of a slot of a chart to a keyboard, and the time zone', async () => {
    const { page } = await stage.signIn();
    const slider = page.getByRole('slider', { name: /Records over time/ });
    await slider.waitFor(WAIT);
    await eventually(async () => expect(await slider.getAttribute('aria-valuetext')).toMatch(/: [\d,]+ fetched, /));
    const last = (await slider.getAttribute('aria-valuetext')) ?? '';
    await slider.press('ArrowLeft');
    await eventually(async () => expect(await slider.getAttribute('aria-valuetext')).not.toBe(last));
    await page.getByText(/^Times are of ./).waitFor(WAIT);
    expect(await axeViolations(page)).toEqual([]);
  });
});
