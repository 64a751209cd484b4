import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { aBuilder, type Builder, succeeded } from '../support/builder.ts';
import { startTestPlatform, type TestPlatform } from '../support/platform.ts';
import { pressContinue, signInPage } from '../support/sign_in.ts';
import { type Chromium, type Page, startChromium } from './chromium.ts';

/** A page of a builder: it opens an address in a popup, as the UI library does, and shows the messages that arrive. */
const APP = `<!doctype html><title>App</title><button>Connect</button><pre></pre><script>
const address = new URLSearchParams(location.search).get('open');
document.querySelector('button').onclick = () => window.open(address, 'OAuthPopup', 'width=600,height=600');
addEventListener('message', ({ origin, data }) => {
  document.querySelector('pre').textContent += JSON.stringify({ origin, ...data });
});
</script>`;

describe('the page before a sign-in in Chromium', () => {
  let platform: TestPlatform;
  let builder: Builder;
  let sandbox: Sandbox;
  let chromium: Chromium;
  let server: Server;
  let app: string;

  beforeAll(async () => {
    [sandbox, platform, chromium] = await Promise.all([
      startSandbox({ records: 1 }),
      // Not the shared platform: its project allows every origin of this machine.
      startTestPlatform({ CAUSEWAY_GATEWAY_CORS_ORIGINS: 'http://127.0.0.1:*' }),
      startChromium(),
    ]);
    server = createServer((request, response) => {
      const framed = new URL(request.url ?? '/', 'http://app').searchParams.get('frame');
      response.setHeader('content-type', 'text/html');
      response.end(framed ? `<!doctype html><iframe src="${framed.replaceAll('&', '&amp;')}"></iframe>` : APP);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    app = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    builder = aBuilder(platform);
    sandbox.control.addRedirectUri(`${platform.origin}/callbacks/v1/oauth`);
    const client = { provider: 'sandboxOAuth', clientId: 'sandbox-client', clientSecret: 'sandbox-secret' };
    succeeded(await builder.call('POST', '/provider-apps', { ...client, scopes: ['crm.read', 'offline_access'] }));
    await allow([app]);
  });

  afterAll(async () => {
    server?.close();
    await chromium?.stop();
    await platform?.stop();
    await sandbox?.stop();
  });

  const allow = async (allowedOrigins: string[]) =>
    succeeded(await builder.call('PATCH', '', { updateMask: ['allowedOrigins'], project: { allowedOrigins } }));
  const connections = (groupRef: string) => builder.get<{ id: string }[]>(`/connections?groupRef=${groupRef}`);
  const pageFor = async (groupRef: string, more: object = {}) =>
    (await signInPage(builder, sandbox, { groupRef, groupName: `Group ${groupRef}`, ...more })).href;
  const button = (page: Page) => page.getByRole('button', { name: /^Continue to / });

  /** The app opens the address in a popup. */
  async function popup(address: string): Promise<{ opener: Page; page: Page }> {
    const { page: opener } = await chromium.open(`${app}/?open=${encodeURIComponent(address)}`);
    const opened = opener.waitForEvent('popup');
    await opener.getByRole('button', { name: 'Connect' }).click();
    return { opener, page: await opened };
  }

  it('S5: names who connects what on a phone, goes on by keyboard, and tells the app', async () => {
    const { opener, page } = await popup(await pageFor('phone'));
    await page.setViewportSize({ width: 390, height: 800 });
    await button(page).waitFor();
    const text = await page.locator('main').textContent();
    for (const part of ['Group phone (phone)', 'person', 'Sandbox', new URL(sandbox.url).host])
      expect(text).toContain(part);
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(390);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toContain('Continue');
    const closed = page.waitForEvent('close');
    await page.keyboard.press('Enter');
    await opener.locator('pre', { hasText: 'AUTHORIZATION_SUCCEEDED' }).waitFor();
    await closed;
    const [connection] = await connections('phone');
    const told = JSON.parse((await opener.locator('pre').textContent()) ?? '') as object;
    expect(told).toMatchObject({ origin: platform.origin, data: { connection: connection?.id } });
  });

  it('S5: tells nobody whose origin the project does not allow', async () => {
    await allow(['https://app.example.com']);
    const { opener, page } = await popup(await pageFor('untold'));
    const closed = page.waitForEvent('close');
    await button(page).click();
    await closed;
    expect(await connections('untold')).toHaveLength(1);
    // A message of our own that was sent later arrives later, so none of the sign-in is on its way.
    await opener.evaluate("window.postMessage({ eventType: 'LAST' }, '*')");
    await opener.locator('pre', { hasText: 'LAST' }).waitFor();
    expect(await opener.locator('pre').textContent()).not.toContain('AUTHORIZATION');
    await allow([app]);
  });

  it('S5: refuses a sign-in that another browser began', async () => {
    const provider = await pressContinue(new URL(await pageFor('attacker')));
    const victim = await chromium.open(provider.href);
    expect(await victim.page.getByRole('heading').textContent()).toBe('Not connected');
    expect(await victim.page.locator('main').textContent()).toContain('did not start the sign-in');
    expect(await connections('attacker')).toEqual([]);
  });

  it('S5: leads two sign-ins of one browser on at the same time', async () => {
    const { page: first } = await chromium.open(await pageFor('first'));
    const second = await first.context().newPage();
    await second.goto(await pageFor('second'));
    for (const page of [first, second]) {
      await button(page).click();
      await page.getByRole('heading', { name: 'Connected' }).waitFor();
    }
    expect([await connections('first'), await connections('second')].map(({ length }) => length)).toEqual([1, 1]);
  });

  it('S5: is not shown in a frame', async () => {
    const { page, errors } = await chromium.open(`${app}/?frame=${encodeURIComponent(await pageFor('framed'))}`);
    expect(errors.join()).toContain('frame-ancestors');
    for (const frame of page.frames()) expect(await frame.getByRole('button').count()).toBe(0);
  });

  it('goes back to the app when no window waits', async () => {
    const { page } = await chromium.open(await pageFor('returning', { returnUrl: `${app}/done?tab=crm` }));
    await button(page).click();
    await page.waitForURL(`${app}/done?*`);
    const [connection] = await connections('returning');
    expect(new URL(page.url()).search).toBe(`?tab=crm&connectionId=${connection?.id}`);
  });

  it('S5: needs no script and shows no error on any of its pages', async () => {
    const expired = `${platform.origin}/connect/sign-in?session=expired`;
    for (const [address, status] of [
      [await pageFor('quiet'), 200],
      [expired, 404],
    ] as const) {
      const { page, errors, origins } = await chromium.open(address);
      expect(await page.locator('script').count()).toBe(0);
      expect([origins(), errors.filter((error) => !error.includes(String(status)))]).toEqual([[platform.origin], []]);
    }
  });
});
