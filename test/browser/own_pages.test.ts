import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadDocument, operationsOf } from '../../gateway/http/document.ts';
import { succeeded } from '../support/builder.ts';
import { theOwner } from '../support/people.ts';
import { request, startTestPlatform, type TestPlatform } from '../support/platform.ts';
import { type Chromium, startChromium, type Watched } from './chromium.ts';

/** What the gateway shows to people, as they see it: under its own content security policies, which tests over HTTP only read. */
describe('pages of the gateway in Chromium', () => {
  let platform: TestPlatform;
  let chromium: Chromium;

  beforeAll(async () => {
    [platform, chromium] = await Promise.all([startTestPlatform(), startChromium()]);
  }, 300_000);

  afterAll(async () => {
    await chromium?.stop();
    await platform?.stop();
  });

  /** No other host, nothing refused, nothing on the console: what a policy of the page forbids lands there. */
  function expectSelfContained({ origins, errors, refusals }: Watched): void {
    expect([origins(), errors, refusals]).toEqual([[platform.origin], [], []]);
  }

  describe('the reference', () => {
    let reference: Watched;
    beforeAll(async () => {
      reference = await chromium.open(`${platform.origin}/docs`);
      await reference.page.locator('.opblock').first().waitFor();
    }, 60_000);

    it('shows every operation of the document', async () => {
      const declared = operationsOf(loadDocument()).map(({ method, path }) => `${method.toUpperCase()} ${path}`);
      await reference.page
        .locator('.opblock')
        .nth(declared.length - 1)
        .waitFor();
      const shown = await reference.page
        .locator('.opblock-summary')
        .evaluateAll((operations) =>
          operations.map((operation) =>
            [
              operation.querySelector('.opblock-summary-method')?.textContent,
              operation.querySelector('[data-path]')?.getAttribute('data-path'),
            ].join(' '),
          ),
        );
      expect(shown.sort()).toEqual(declared.sort());
    });

    it('unfolds an operation with its parameters and answers', async () => {
      const operation = reference.page.locator('#operations-topics-createTopic');
      await operation.locator('.opblock-summary-control').click();
      await operation.getByText('projectIdOrName').first().waitFor();
      const statuses = await operation.locator('.opblock-body .response-col_status').allTextContents();
      expect(statuses).toEqual(expect.arrayContaining(['201', 'default']));
      expectSelfContained(reference);
    });
  });

  it('the billing session shows the account and leads back', async () => {
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
});
