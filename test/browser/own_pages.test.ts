import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadDocument, operationsOf } from '../../gateway/contract/document.ts';
import { succeeded } from '../support/builder.ts';
import { webhooksOf } from '../support/declared_messages.ts';
import { theOwner } from '../support/people.ts';
import { request, startOwnPlatform, type TestPlatform } from '../support/platform.ts';
import { axeViolations } from './axe.ts';
import { type Chromium, startChromium, type Watched } from './chromium.ts';
import { layoutFaults } from './layout_faults.ts';

/**
 * The gateway's pages as a person sees them, with their content security policies enforced; tests over HTTP only read
 * the policies.
 */
describe('pages of the gateway in Chromium', () => {
  let platform: TestPlatform;
  let chromium: Chromium;

  beforeAll(async () => {
    [platform, chromium] = await Promise.all([startOwnPlatform(), startChromium()]);
  });

  afterAll(async () => {
    await chromium?.stop();
    await platform?.stop();
  });

  /** No other host, no refused request, no console message: violations of the page's policy are printed there. */
  function expectSelfContained({ origins, errors, refusals }: Watched): void {
    expect([origins(), errors, refusals]).toEqual([[platform.origin], [], []]);
  }

  describe('the reference', () => {
    let reference: Watched;
    beforeAll(async () => {
      reference = await chromium.open(`${platform.origin}/docs`);
      await reference.page.locator('.operation').first().waitFor();
    });

    it('shows every operation and every message of the document, the main job first', async () => {
      const called = operationsOf(loadDocument()).map(({ method, path }) => `${method.toUpperCase()} ${path}`);
      const declared = [...called, ...Object.keys(webhooksOf(loadDocument())).map((name) => `SENT ${name}`)];
      const shown = await reference.page
        .locator('.operation > summary')
        .evaluateAll((operations) =>
          operations.map((operation) =>
            ['.method', '.path'].map((part) => operation.querySelector(part)?.textContent).join(' '),
          ),
        );
      const job = reference.page.locator('.job li a');
      expect(await job.allTextContents()).toContain('batchUpsertIntegrations');
      for (const address of await job.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? '')))
        expect(await reference.page.locator(`[id="${address.slice(1)}"]`).count()).toBe(1);
      expect(shown[0]).toMatch(/destinations$/);
      expect(shown.sort()).toEqual(declared.sort());
    });

    it('shows an example of what arrives at a webhook, and no form for it', async () => {
      const message = reference.page.locator('[id="/messages/readResult"]');
      await message.locator('> summary').click();
      const example = message.locator('.example').first();
      await example.waitFor();
      const body = JSON.parse((await example.textContent()) ?? '') as object;
      expect(body).toMatchObject({ action: 'read', groupRef: 'acme', resultInfo: { type: 'inline' } });
      await message.getByText('webhook-signature (header)').first().waitFor();
      expect(await message.locator('.try').count()).toBe(0);
      expectSelfContained(reference);
    });

    it('begins the form of an operation with its example', async () => {
      const operation = reference.page.locator('[id="/destinations/createDestination"]');
      await operation.locator('> summary').click();
      await operation.locator('.try > summary').click();
      expect(JSON.parse(await operation.locator('.try textarea').inputValue())).toMatchObject({ name: 'crm-webhook' });
    });

    it('expands an operation with its parameters and answers', async () => {
      const operation = reference.page.locator('[id="/topics/createTopic"]');
      await operation.locator('> summary').click();
      await operation.getByText('projectIdOrName (path)').first().waitFor();
      const statuses = await operation.locator('.answer .status').allTextContents();
      expect(statuses).toEqual(expect.arrayContaining(['201', 'default']));
      expectSelfContained(reference);
    });

    it('expands every operation and every section without an error', async () => {
      const { page } = await chromium.open(`${platform.origin}/docs`).then((opened) => (reference = opened));
      await page.locator('.operation').first().waitFor();
      // Two levels only: schemas may be recursive, so there is no last level.
      for (const folds of ['.operation', '.operation details'])
        await page.locator(folds).evaluateAll((all) => {
          for (const one of all) one.setAttribute('open', '');
        });
      await page.locator('.try[open] button').first().waitFor();
      expect(await page.getByText('undefined', { exact: true }).count()).toBe(0);
      expectSelfContained(reference);
    });

    it('calls an operation with the entered key', async () => {
      const linked = await chromium.open(`${platform.origin}/docs#/topics/createTopic`);
      const operation = linked.page.locator('[id="/topics/createTopic"]');
      await linked.page.locator('#api-key').fill(platform.ready.apiKey);
      await operation.locator('.try > summary').click();
      await operation.locator('.try input').first().fill('demo');
      await operation.locator('.try textarea').fill('{"name": "typed-in"}');
      await operation.locator('.try button').click();
      await operation.locator('.try pre', { hasText: '201' }).waitFor();
      expect(await operation.locator('.try pre').textContent()).toContain('"name": "typed-in"');
      expectSelfContained(linked);
    });
  });

  it('the billing session shows the account and links back', async () => {
    const back = `${platform.origin}/healthz`;
    const path = `/billingAccounts/${platform.ready.billingAccountId}/portalSession`;
    const { url } = succeeded<{ url: string }>(await theOwner(platform).send('POST', path, { redirectUrl: back }));
    const session = await chromium.open(url);
    expect(await session.page.getByRole('heading', { level: 1 }).textContent()).toBe('Demo');
    await session.page.getByRole('link').first().click();
    await session.page.waitForURL(back);
    expectSelfContained(session);
  });

  it('the page of a problem says what to do about it', async () => {
    const { body } = await request(platform.origin, 'GET', '/v1/projects/demo');
    const explained = await chromium.open(String(body['type']));
    expect(await explained.page.locator('body').textContent()).toContain('401');
    expectSelfContained(explained);
  });

  it('every guide fits a phone, and axe finds no fault in any kind of them, light and dark', async () => {
    const opened = await chromium.open(`${platform.origin}/guides`, 'phone');
    const { page } = opened;
    const paths = await page
      .locator('a')
      .evaluateAll((links) => links.map((link) => String((link as { href?: string }).href)));
    expect(paths.length).toBeGreaterThan(20);
    const found: string[] = [];
    const note = (path: string, faults: string[]) => found.push(...faults.map((fault) => `${path}: ${fault}`));
    for (const path of paths) {
      await page.goto(path);
      note(path, await layoutFaults(page));
    }
    // One markup makes all of them: the index, and pages with tables, code, lists and long lines.
    const kinds = paths.filter((path) => /\/(console|first_integration|webhook|delivery|command_line)\.md$/.test(path));
    expect(kinds).toHaveLength(5);
    for (const path of [`${platform.origin}/guides`, ...kinds])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.goto(path);
        note(path, [await layoutFaults(page), await axeViolations(page)].flat());
      }
    expect(found).toEqual([]);
    expectSelfContained(opened);
  });

  it('a fragment of a guide leads to its heading, and a wide table scrolls by itself', async () => {
    const { page } = await chromium.open(`${platform.origin}/guides/command_line.md#in-ci`, 'phone');
    expect(await page.locator(':target').textContent()).toBe('In CI');
    const sizes = await page
      .locator('.scroll')
      .evaluateAll((boxes) => boxes.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
    expect(Math.max(...sizes)).toBeGreaterThan(0);
  });
});
