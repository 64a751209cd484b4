import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Receiver, startReceiver } from '../support/webhook_receiver.ts';
import { axeViolations } from './axe.ts';
import { type ConsoleStage, installBroken, startConsoleStage } from './console_stage.ts';

const WAIT = { timeout: 120_000 };

describe('the console for whoever is on call', () => {
  const answers = { status: 503 };
  let stage: ConsoleStage;
  let receiver: Receiver;
  let integrationId: string;
  beforeAll(async () => {
    receiver = await startReceiver({ respond: () => answers.status });
    // It fails quickly, and is tried again quickly.
    stage = await startConsoleStage(40, { CAUSEWAY_NOTIFICATIONS_ATTEMPT_GAPS_MS: `0${',1500'.repeat(400)}` });
    integrationId = await installBroken(stage, receiver);
  });
  afterAll(async () => {
    await stage?.stop();
    await receiver?.stop();
  });

  it('scene: a failing destination is seen in one look', async () => {
    const { page } = await stage.signIn();
    const broken = page.getByRole('region', { name: 'Destinations that need somebody' }).getByRole('row');
    await broken.getByText('failing', { exact: true }).waitFor(WAIT);
    await stage.openView(page, 'Destinations');
    const row = page.getByRole('region', { name: 'Destinations' }).getByRole('row').filter({ hasText: 'broken' });
    await row.getByText('it answered 503').waitFor(WAIT);
    expect(await row.locator('.badge.bad').textContent()).toBe('failing');
    expect(await row.getByText('active').count()).toBe(0);
    await page.getByRole('link', { name: 'broken', exact: true }).click();
    await page
      .getByText(/[1-9]\d* waiting|[1-9]\d* held/)
      .first()
      .waitFor(WAIT);
    await page.getByText('Oldest of them').waitFor(WAIT);
    expect(await page.locator('main .badge.good').count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
  });

  it('says what a delivery waits for, marks its failed attempts, and shows no next attempt in the past', async () => {
    const { page } = await stage.signIn();
    await stage.openView(page, 'Deliveries');
    const list = page.getByRole('region', { name: 'Deliveries' });
    await list
      .getByText(/behind a failing destination|next attempt|its turn, now/)
      .first()
      .waitFor(WAIT);
    await page.getByLabel('State').selectOption('pending');
    await list.getByRole('link').first().click();
    const way = page.getByRole('region', { name: 'From the provider to the webhook' });
    await way.getByText('Attempt 1, failed').waitFor(WAIT);
    await way.getByText(/logarithmic/).waitFor(WAIT);
    expect(await way.locator('rect.good').count()).toBe(0);
    const attempts = page.getByRole('region', { name: 'Attempts' });
    expect(await attempts.locator('.badge.bad').first().textContent()).toBe('failed');
  });

  it('tells a read that is not delivered yet from one that is, and whose it is', async () => {
    const { page } = await stage.signIn();
    await stage.openView(page, 'Operations');
    const row = page.getByRole('region', { name: 'Operations' }).getByRole('row').nth(1);
    await row.getByText(/^read, (not delivered yet|held)$/).waitFor(WAIT);
    await row.getByText('first read (backfill)').waitFor(WAIT);
    await row.getByRole('link', { name: 'Acme Inc.' }).waitFor(WAIT);
    await row.getByText('sandbox', { exact: true }).waitFor(WAIT);
    answers.status = 200;
    await row.getByText('delivered', { exact: true }).waitFor(WAIT);
    await stage.openView(page, 'Destinations');
    const broken = page.getByRole('region', { name: 'Destinations' }).getByRole('row').filter({ hasText: 'broken' });
    await broken.getByText('active', { exact: true }).waitFor(WAIT);
  });

  it('scene: a read that waits says for what and until when, in the list and alone', async () => {
    const { builder, sandbox } = stage;
    await builder.connect(sandbox, 'beta', { apiKey: 'sandbox-key', groupName: 'Beta Ltd.' });
    sandbox.control.addFault({ kind: '429', object: 'contacts', retryAfter: 3_600, times: 1 });
    await builder.installed(integrationId, 'beta', { contacts: { selectedFieldsAuto: 'all' } });
    const { page } = await stage.signIn();
    await stage.openView(page, 'Operations');
    const row = page.getByRole('region', { name: 'Operations' }).getByRole('row').filter({ hasText: 'Beta Ltd.' });
    await row.getByText("waits for the provider's limit").waitFor(WAIT);
    await row.getByRole('link').first().click();
    await page
      .getByText(/answered 429/)
      .first()
      .waitFor(WAIT);
    await page.getByText(/^until in (1 h|59 min|60 min)/).waitFor(WAIT);
    expect(await axeViolations(page)).toEqual([]);
  });
});
