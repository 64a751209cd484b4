import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { type Receiver, startReceiver } from '../support/webhook_receiver.ts';
import { axeViolations } from './axe.ts';
import { type Page, show } from './chromium.ts';
import { type ConsoleStage, startConsoleStage } from './console_stage.ts';
import { layoutFaults, smallTargets } from './layout_faults.ts';

const WAIT = { timeout: 120_000 };
const CUSTOMER = 'Zweckverband Trinkwasserversorgung Ostalbkreis';

describe('the console on a phone', () => {
  let stage: ConsoleStage;
  let receiver: Receiver;
  /** Below the project: each view, and one of each thing that has a page. */
  let places: string[];
  beforeAll(async () => {
    receiver = await startReceiver({ respond: () => 503 });
    // It fails quickly, and is tried again quickly.
    stage = await startConsoleStage(40, { CAUSEWAY_NOTIFICATIONS_ATTEMPT_GAPS_MS: `0${',1500'.repeat(400)}` });
    const { builder, sandbox } = stage;
    const destinationId = await builder.addDestination('warehouse-of-the-customers', receiver);
    const integrationId = await builder.deploy({
      name: 'phone',
      read: {
        objects: [
          {
            objectName: 'contacts',
            destination: 'warehouse-of-the-customers',
            optionalFieldsAuto: 'all',
            backfill: { defaultPeriod: { fullHistory: true } },
          },
        ],
      },
    });
    await builder.connect(sandbox, 'acme', { apiKey: 'sandbox-key', groupName: CUSTOMER });
    const installationId = await builder.installed(integrationId, 'acme', { contacts: { selectedFieldsAuto: 'all' } });
    await eventually(async () => {
      const found = await builder.get<{ health: { state: string } }>(`/destinations/${destinationId}`);
      expect(found.health.state).toBe('failing');
    });
    const firstOf = async (list: string) => {
      const { results } = await builder.get<{ results: { id: string }[] }>(`/${list}`);
      return `${list}/${results[0]?.id}`;
    };
    const [connection] = await builder.get<{ id: string }[]>('/connections');
    places = [
      await firstOf('operations'),
      await firstOf('deliveries'),
      `destinations/${destinationId}`,
      `installations/${integrationId}/${installationId}`,
      `connections/${connection?.id}`,
      `integrations/${integrationId}`,
      'integrations/deploy',
      'providers/hubspot',
    ];
  });
  afterAll(async () => {
    await stage?.stop();
    await receiver?.stop();
  });

  const signedIn = async () => {
    const watched = await stage.openLink('phone');
    await watched.page.getByRole('button', { name: 'Continue' }).tap();
    await watched.page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor(WAIT);
    return watched;
  };
  /** Opens a view or a thing, and waits until what it asks for is there. */
  const openPlace = async (page: Page, place: string) => {
    await page.goto(`${stage.platform.origin}/console/${stage.builder.projectName}/${place}`);
    await page.getByRole('heading', { level: 1 }).waitFor(WAIT);
    await page.waitForLoadState('networkidle');
  };
  const allPlaces = async (page: Page) => {
    const links = page.locator('nav[aria-label=Console] li a');
    const hrefs = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''));
    expect(hrefs.length).toBeGreaterThan(10);
    return [...hrefs.map((href) => href.split('/').slice(3).join('/')), ...places];
  };

  it('scene: nothing arrives and I am on a phone', async () => {
    const { page, errors } = await stage.openLink('phone');
    await page.getByRole('button', { name: 'Continue' }).tap();
    const broken = page.getByRole('table', { name: 'Destinations that need somebody' }).getByRole('row').last();
    await broken.getByText('it answered 503').waitFor(WAIT);
    await broken.getByRole('link', { name: 'Show' }).tap();
    // A tap anywhere on the card.
    await page.getByRole('table', { name: 'Deliveries' }).getByRole('row').nth(1).getByText('contacts').tap();
    const attempts = page.getByRole('table', { name: 'Attempts' });
    await attempts.getByRole('cell', { name: '503' }).first().waitFor(WAIT);
    await page.getByText('Waits for').waitFor(WAIT);
    expect(await axeViolations(page)).toEqual([]);
    expect(errors).toEqual([]);
  });

  it('shows tables as cards that stay tables for screen readers', async () => {
    const { page } = await signedIn();
    await openPlace(page, 'deliveries');
    const table = page.getByRole('table', { name: 'Deliveries' });
    const row = table.getByRole('row').nth(1);
    await row.waitFor(WAIT);
    expect(await page.evaluate("getComputedStyle(document.querySelector('tbody tr')).display")).toBe('block');
    expect(await table.getByRole('columnheader').allTextContents()).toContain('Destination');
    expect(await row.getByRole('cell', { name: 'warehouse-of-the-customers' }).count()).toBe(1);
  });

  it('fits the screen and a thumb in every view, and axe finds no fault, light or dark', async () => {
    const { page, errors } = await signedIn();
    const found: string[] = [];
    for (const place of await allPlaces(page)) {
      await openPlace(page, place);
      for (const colorScheme of ['light', 'dark'] as const) {
        await show(page, { colorScheme });
        const faults = [await layoutFaults(page), await smallTargets(page), await axeViolations(page)].flat();
        found.push(...faults.map((fault) => `${place}, ${colorScheme}: ${fault}`));
      }
    }
    expect(found).toEqual([]);
    expect(errors).toEqual([]);
  });

  it('breaks no word on a wide screen', async () => {
    const { page } = await stage.signIn();
    const found: string[] = [];
    for (const place of await allPlaces(page)) {
      await openPlace(page, place);
      for (const width of [1_440, 800]) {
        await show(page, { width });
        found.push(...(await layoutFaults(page)).map((fault) => `${width}, ${place}: ${fault}`));
      }
    }
    expect(found).toEqual([]);
  });

  it('has local times, UTC when that is chosen, and keeps the choice', async () => {
    const { page } = await signedIn();
    await openPlace(page, places[1] ?? '');
    const attempts = page.getByRole('table', { name: 'Attempts' });
    const time = attempts.locator('time').first();
    await time.waitFor(WAIT);
    const at = (await time.getAttribute('datetime')) ?? '';
    const local = new Date(Date.parse(at) + 5.5 * 3_600_000).toISOString().slice(0, 23).replace('T', ' ');
    const utc = `${new Date(at).toISOString().slice(0, 23).replace('T', ' ')} UTC`;
    expect(await time.textContent()).toBe(local);
    await page.getByRole('button', { name: 'Menu' }).tap();
    await page.getByLabel('Times').selectOption('UTC');
    expect(await time.textContent()).toBe(utc);
    await page.reload();
    await attempts.getByText(utc).waitFor(WAIT);
    await page
      .getByText(/ago \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/)
      .first()
      .waitFor(WAIT);
  });

  it('follows a row to where its first link leads, and leaves other links and the keyboard alone', async () => {
    const { page } = await stage.signIn();
    await stage.openView(page, 'Deliveries');
    const row = page.getByRole('table', { name: 'Deliveries' }).getByRole('row').nth(1);
    const href = await row.getByRole('link').first().getAttribute('href');
    await row.getByRole('cell', { name: 'contacts' }).click();
    await page.waitForURL(`**${href}`);
    await page.goBack();
    await row.getByRole('link', { name: 'warehouse-of-the-customers' }).click();
    await page.getByRole('heading', { name: 'warehouse-of-the-customers', level: 1 }).waitFor(WAIT);
    await page.goBack();
    await row.getByRole('link').first().focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${href}`);
    await page.goBack();
    const tab = page.context().waitForEvent('page');
    await row.getByRole('cell', { name: 'contacts' }).click({ modifiers: ['ControlOrMeta'] });
    await (await tab).waitForURL(`**${href}`);
  });

  it('copies an id', async () => {
    const { page } = await signedIn();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await openPlace(page, places[0] ?? '');
    await page.getByRole('button', { name: 'Copy the id' }).tap();
    await page.getByText('Copied').waitFor(WAIT);
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(places[0]?.split('/')[1]);
  });
});
