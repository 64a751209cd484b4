import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadDocument, operationsOf } from '../../gateway/http/document.ts';
import { startTestPlatform, type TestPlatform } from '../support/platform.ts';
import { type Chromium, startChromium, type Watched } from './chromium.ts';

describe('the reference page in Chromium', () => {
  let platform: TestPlatform;
  let chromium: Chromium;
  let watched: Watched;

  beforeAll(async () => {
    [platform, chromium] = await Promise.all([startTestPlatform(), startChromium()]);
    watched = await chromium.open(`${platform.origin}/docs`);
    await watched.page.locator('.opblock').first().waitFor();
  }, 300_000);

  afterAll(async () => {
    await chromium?.stop();
    await platform?.stop();
  });

  it('shows every operation of the document', async () => {
    const shown = await watched.page
      .locator('.opblock-summary-path')
      .evaluateAll((paths) => paths.map((path) => path.getAttribute('data-path') ?? ''));
    const methods = await watched.page.locator('.opblock-summary-method').allTextContents();
    const declared = operationsOf(loadDocument()).map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    expect(shown.map((path, at) => `${methods[at]} ${path}`).sort()).toEqual(declared.sort());
  });

  it('unfolds an operation with its parameters and answers', async () => {
    const { page } = watched;
    await page.locator('#operations-topics-createTopic .opblock-summary-control').click();
    const body = page.locator('#operations-topics-createTopic .opblock-body');
    await body.getByText('projectIdOrName').first().waitFor();
    expect(await body.locator('.response-col_status').allTextContents()).toEqual(
      expect.arrayContaining(['201', 'default']),
    );
  });

  it('asks no host but its own and has nothing to complain about', () => {
    expect(watched.origins()).toEqual([platform.origin]);
    expect(watched.errors).toEqual([]);
    expect(watched.refusals).toEqual([]);
  });
});
