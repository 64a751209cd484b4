import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../lib/ids/ids.ts';
import { succeeded } from '../support/builder.ts';
import { eventually } from '../support/eventually.ts';
import { type Receiver, startReceiver } from '../support/webhook_receiver.ts';
import { axeViolations } from './axe.ts';
import { show } from './chromium.ts';
import { type ConsoleStage, heldBack, installBroken, startConsoleStage } from './console_stage.ts';
import { layoutFaults, smallTargets } from './layout_faults.ts';

const WAIT = { timeout: 120_000 };
/** Notes at each change of the page whether the table shows the customer Acme. */
const NOTE_SHOWN = `
  globalThis.shown = [];
  new MutationObserver(() => shown.push(document.querySelector('table')?.textContent.includes('Acme Inc.') ?? false))
    .observe(document.body, { subtree: true, childList: true, characterData: true });
`;

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
    await page.locator('dt', { hasText: 'Oldest of them' }).locator('+ dd time').waitFor(WAIT);
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

  it('scene: what became of one customer, of whom I know a part of the name', async () => {
    const { builder, sandbox } = stage;
    const zeta = { apiKey: 'sandbox-key', groupName: 'Zeta Österreich' };
    await builder.connect(sandbox, 'z-1', zeta);
    await builder.installed(integrationId, 'z-1', { contacts: { selectedFieldsAuto: 'all' } });
    const { page, errors } = await stage.signIn();
    const rowsOf = (list: string) => page.getByRole('table', { name: list }).getByRole('row');
    const customer = page.getByRole('combobox', { name: 'Customer' });
    await stage.openView(page, 'Installations');
    await rowsOf('Installations').nth(2).waitFor(WAIT);
    for (const text of ['acm', 'ACME INC', 'inc.']) {
      await customer.fill(text);
      await rowsOf('Installations').getByRole('link', { name: 'Acme Inc.' }).waitFor(WAIT);
      await eventually(async () => expect(await rowsOf('Installations').count()).toBe(2));
    }
    await customer.fill('öster');
    await rowsOf('Installations').getByRole('link', { name: 'Zeta Österreich' }).waitFor(WAIT);
    expect(await rowsOf('Installations').count()).toBe(2);
    // As somebody does who presses the option, which comes with an answer of its own.
    const options = page.locator('datalist option');
    const valuesOf = () => options.evaluateAll((found) => found.map((one) => one.getAttribute('value')));
    await eventually(async () => expect(await valuesOf()).toEqual(['Zeta Österreich (z-1)']));
    await customer.fill('Zeta Österreich (z-1)');
    await page.waitForURL(/groupRef=z-1/);
    await page.getByLabel('Provider').selectOption('sandbox');
    await page.reload();
    await rowsOf('Installations').getByRole('link', { name: 'Zeta Österreich' }).waitFor(WAIT);
    // The address has the ref; the name comes with the list of customers.
    await eventually(async () => expect(await customer.inputValue()).toBe('Zeta Österreich (z-1)'));
    expect(await rowsOf('Installations').count()).toBe(2);
    await customer.fill('nobody');
    await page.getByText('No installation fits.').waitFor(WAIT);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await axeViolations(page)).toEqual([]);
    }

    await stage.openView(page, 'Connections');
    await customer.fill('zeta');
    await eventually(async () => expect(await rowsOf('Connections').allTextContents()).toHaveLength(2));
    await rowsOf('Connections').getByRole('link', { name: 'Zeta Österreich' }).waitFor(WAIT);
    expect(await page.getByRole('columnheader', { name: 'Customer' }).count()).toBe(1);
    expect(errors).toEqual([]);
  });

  it('limits operations and deliveries to one customer, chosen among those that fit', async () => {
    const { page } = await stage.signIn();
    const customer = page.getByRole('combobox', { name: 'Customer' });
    await stage.openView(page, 'Operations');
    const operations = page.getByRole('table', { name: 'Operations' });
    await operations.getByRole('link', { name: 'Acme Inc.' }).first().waitFor(WAIT);
    await page.evaluate(NOTE_SHOWN);
    await customer.fill('zeta');
    await operations.getByRole('link', { name: 'Zeta Österreich' }).first().waitFor(WAIT);
    expect(await operations.getByRole('link', { name: 'Acme Inc.' }).count()).toBe(0);
    // Nor for a moment: what the list held before is not drawn for the new filter.
    const noted = await page.evaluate<boolean[]>('shown');
    expect(noted.slice(noted.indexOf(false))).not.toContain(true);
    await page.getByLabel('Integration').selectOption('on-call (sandbox)');
    await page.getByLabel('Object').fill('contacts');
    await operations.getByRole('link', { name: 'Zeta Österreich' }).first().waitFor(WAIT);
    await page.getByLabel('Object').fill('deals');
    await page.getByText('No operation fits these filters.').waitFor(WAIT);

    await stage.openView(page, 'Deliveries');
    await customer.fill('e');
    await page.getByText('2 customers fit.').waitFor(WAIT);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Acme Inc. (acme)' }).click();
    const deliveries = page.getByRole('table', { name: 'Deliveries' });
    await deliveries.getByRole('row').nth(1).waitFor(WAIT);
    const shown = await deliveries.getByRole('row').count();
    const [acme] = await stage.builder.get<{ id: string }[]>('/installations?groupRef=acme');
    const listed = async (query: string) =>
      (await stage.builder.get<{ results: { installationId?: string }[] }>(`/deliveries?${query}`)).results;
    const ofAcme = await listed('groupRef=acme');
    expect(shown - 1).toBe(ofAcme.length);
    expect(new Set(ofAcme.map(({ installationId }) => installationId))).toEqual(new Set([acme?.id]));
    expect(await listed(`groupRef=z-1&installationId=${acme?.id}`)).toEqual([]);
    expect(await listed('groupRef=nobody')).toEqual([]);
    await customer.fill('nobody');
    await page.getByText(/No customer.s name or ref contains this/).waitFor(WAIT);
  });

  it('adds a later page to the list that it was asked for, and to no other', async () => {
    for (let at = 0; at < 60; at += 1) succeeded(await stage.builder.call('POST', '/topics', { name: `topic-${at}` }));
    const { page } = await stage.signIn();
    await stage.openView(page, 'Audit log');
    const rows = page.getByRole('table', { name: 'Audit log' }).getByRole('row');
    const action = page.getByLabel('Action', { exact: true });
    const letThrough = await heldBack(page, /pageToken=/);
    await page.getByRole('button', { name: 'Show more' }).click(WAIT);
    await action.selectOption('destination.created');
    await rows.getByText('destination.created').first().waitFor(WAIT);
    const later = page.waitForResponse(/pageToken=/, WAIT);
    letThrough();
    await (await later).finished();
    await show(page, {});
    expect(await rows.getByText('topic.created').count()).toBe(0);
    await action.selectOption('');
    await rows.getByText('topic.created').first().waitFor(WAIT);
    expect(await rows.count()).toBe(1 + 50);
  });

  describe('the search', () => {
    const opened = async () => {
      const { page } = await stage.signIn();
      await page.keyboard.press('Control+k');
      const dialog = page.getByRole('dialog', { name: 'Search' });
      const field = dialog.getByRole('combobox', { name: 'Id or name' });
      await field.waitFor(WAIT);
      return { page, dialog, field };
    };

    it('scene: I was given an id of I do not know what', async () => {
      const { builder } = stage;
      const firstOf = async (list: string) =>
        (await builder.get<{ results: { id: string }[] }>(`/${list}`)).results[0]?.id ?? '';
      const firstIn = async (list: string) => (await builder.get<{ id: string }[]>(`/${list}`))[0]?.id ?? '';
      const { page, dialog, field } = await opened();
      for (const [kind, view, id] of [
        ['Operation', 'operations', await firstOf('operations')],
        ['Delivery', 'deliveries', await firstOf('deliveries')],
        ['Installation', `installations/${integrationId}`, await firstIn('installations')],
        ['Connection', 'connections', await firstIn('connections')],
        ['Destination', 'destinations', await firstIn('destinations')],
        ['Integration', 'integrations', integrationId],
      ] as const) {
        await field.fill(`see ${id.toUpperCase()}, please`);
        await dialog.getByText('1 found').waitFor(WAIT);
        expect(await dialog.getByRole('option').textContent()).toMatch(new RegExp(`^${kind} `));
        await field.press('Enter');
        await page.waitForURL(`**/${view}/${id}`);
        await page.getByRole('heading', { level: 1 }).waitFor(WAIT);
        expect(await dialog.count()).toBe(0);
        await page.getByRole('button', { name: 'Search' }).click();
      }
      await field.fill(newId());
      await dialog.getByText(/of this project has this id/).waitFor(WAIT);
      expect(await dialog.getByRole('option').count()).toBe(0);
    });

    it('finds names by a part of them, and is operated by keys', async () => {
      const { page, dialog, field } = await opened();
      const options = dialog.getByRole('listbox', { name: 'Found' }).getByRole('option');
      for (const [text, option] of [
        ['ACM', 'Customer Acme Inc. (acme)'],
        ['z-1', 'Installation Zeta Österreich: sandbox'],
        ['on-ca', 'Integration on-call (sandbox)'],
        ['brok', 'Destination broken'],
        ['hubsp', 'Provider HubSpot'],
        ['audit', 'View Audit log'],
      ] as const) {
        await field.fill(text);
        await options
          .filter({ hasText: option.split(' ').slice(1).join(' ') })
          .first()
          .waitFor(WAIT);
        expect(await options.allTextContents()).toContain(option);
      }
      await field.fill('nobody at all');
      await dialog.getByText('Nothing of this project is called so.').waitFor(WAIT);
      await field.fill('acme');
      await dialog.getByText('2 found').waitFor(WAIT);
      const active = async () => (await dialog.getByRole('option', { selected: true }).textContent()) ?? '';
      expect(await active()).toBe('Customer Acme Inc. (acme)');
      await field.press('ArrowDown');
      expect(await active()).toBe('Installation Acme Inc.: sandbox');
      expect(await field.getAttribute('aria-activedescendant')).toBe(
        await dialog.getByRole('option', { selected: true }).getAttribute('id'),
      );
      await field.press('ArrowDown');
      expect(await active()).toBe('Customer Acme Inc. (acme)');
      // The focus does not leave the dialog.
      for (let i = 0; i < 6; i += 1) {
        await page.keyboard.press('Tab');
        const focus = await page.evaluate("document.activeElement.closest('dialog, main, nav')?.tagName ?? 'none'");
        // None: the browser's own controls.
        expect(['DIALOG', 'none']).toContain(focus);
      }
      await page.keyboard.press('Escape');
      await dialog.waitFor({ ...WAIT, state: 'detached' });
      await page.keyboard.press('Control+k');
      await field.fill('zeta');
      await dialog.getByText('2 found').waitFor(WAIT);
      await field.press('Enter');
      await page.waitForURL(/installations\?groupRef=z-1$/);
      await page.getByRole('heading', { name: 'Installations', level: 1 }).waitFor(WAIT);
    });

    it('fits a phone, and axe finds no fault in either scheme', async () => {
      const { page } = await stage.openLink('phone');
      await page.getByRole('button', { name: 'Continue' }).tap();
      await page.getByRole('button', { name: 'Search' }).tap(WAIT);
      const dialog = page.getByRole('dialog', { name: 'Search' });
      await dialog.getByRole('combobox').fill('e');
      await dialog.getByRole('option').nth(4).waitFor(WAIT);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect([...(await layoutFaults(page)), ...(await smallTargets(page)), ...(await axeViolations(page))]).toEqual(
          [],
        );
      }
      await dialog.getByRole('option').filter({ hasText: 'Zeta Österreich: sandbox' }).tap();
      await page.getByRole('heading', { name: 'Zeta Österreich: sandbox', level: 1 }).waitFor(WAIT);
      expect(await dialog.count()).toBe(0);
    });
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
