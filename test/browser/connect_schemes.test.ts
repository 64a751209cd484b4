import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Lab, startLab } from '../../sandbox/lab/lab.ts';
import { LAB } from '../../sandbox/lab/sign_in/credentials.ts';
import { aBuilder, type Builder, succeeded } from '../support/builder.ts';
import { startTestPlatform, type TestPlatform } from '../support/platform.ts';
import { type Chromium, type Page, startChromium } from './chromium.ts';

type Provider = {
  displayName: string;
  metadata?: { input?: { name: string; displayName?: string }[] };
  customOpts?: { inputs?: { name: string; displayName?: string }[] };
};

const WAIT = { timeout: 30_000 };
/** What a customer enters, by the label of the page. */
const ENTERED: Readonly<Record<string, string>> = {
  'API key': LAB.apiKey,
  'User name': LAB.username,
  Password: LAB.password,
  'Client id': LAB.clientId,
  'Client secret': LAB.clientSecret,
  Workspace: 'lab-workspace',
  Scopes: 'read',
};

/** One provider of the catalogue for each way to sign in, simulated by the lab. */
const SCHEMES = [
  ['an API key', 'stripe'],
  ['a user name and a password', 'amplitude'],
  ['client credentials', 'domo'],
  ['a password grant', 'sugarCRM'],
  ['fields of its own', 'gitlab'],
  ['a key in the place of a password', 'hackerRankWork'],
  ['steps', 'bill'],
  ['an authorization code', 'hubspot'],
  ['an authorization code with PKCE', 'airtable'],
] as const;

describe('the connect page, by every way to sign in', () => {
  let lab: Lab;
  let platform: TestPlatform;
  let builder: Builder;
  let chromium: Chromium;
  beforeAll(async () => {
    [lab, chromium] = await Promise.all([startLab({ records: 1 }), startChromium()]);
    platform = await startTestPlatform({ CAUSEWAY_LAB_URL: lab.url });
    builder = aBuilder(platform);
  });
  afterAll(async () => {
    await chromium?.stop();
    await platform?.stop();
    await lab?.stop();
  });

  async function open(provider: string): Promise<{ page: Page; facts: Provider; id: string }> {
    const facts = succeeded<Provider>(await builder.send('GET', `/v1/providers/${provider}`));
    const body = { groupRef: provider, consumerRef: 'ada', provider };
    const { id, url } = succeeded<{ id: string; url: string }>(await builder.call('POST', '/connect-sessions', body));
    const { page } = await chromium.open(url);
    await page.getByRole('heading', { name: `Connect ${facts.displayName} to` }).waitFor(WAIT);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Not now' }).waitFor(WAIT);
    return { page, facts, id };
  }

  async function fillIn(page: Page, { metadata, customOpts }: Provider): Promise<void> {
    const labels = new Map(Object.entries(ENTERED));
    for (const { name, displayName } of customOpts?.inputs ?? []) labels.set(displayName || name, LAB.apiKey);
    for (const { name, displayName } of metadata?.input ?? [])
      labels.set(displayName || name, `lab-${name.toLowerCase()}`);
    for (const [label, value] of labels) {
      const field = page.getByLabel(label, { exact: true });
      if ((await field.count()) > 0) await field.fill(value);
    }
  }

  it.each(SCHEMES)('connects with %s: %s', async (_way, provider) => {
    if (/code/.test(_way)) {
      const app = { provider, clientId: LAB.clientId, clientSecret: LAB.clientSecret, scopes: ['read'] };
      succeeded(await builder.call('POST', '/provider-apps', app));
    }
    const { page, facts, id } = await open(provider);
    await fillIn(page, facts);
    const atProvider = page.getByRole('button', { name: `Sign in at ${facts.displayName}` });
    if ((await atProvider.count()) > 0) {
      const [popup] = await Promise.all([page.waitForEvent('popup'), atProvider.click()]);
      await popup.getByRole('button', { name: /^Continue to / }).click();
    } else await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByRole('heading', { name: 'Connected' }).waitFor(WAIT);
    const session = await builder.get<{ status: string; connectionId: string }>(`/connect-sessions/${id}`);
    expect(session.status).toBe('connected');
    expect(await builder.get(`/connections/${session.connectionId}`)).toMatchObject({
      provider,
      status: expect.stringMatching(/^(created|working)$/),
    });
  });

  it.each([
    ['by the health check of its file', 'basin'],
    ['for a record', 'sendGrid'],
  ])('saves nothing when the provider, asked %s, refuses a key, and takes another one: %s', async (_how, provider) => {
    const groupRef = `second-${provider}`;
    const body = { groupRef, consumerRef: 'ada', provider };
    const { url } = succeeded<{ url: string }>(await builder.call('POST', '/connect-sessions', body));
    const { page } = await chromium.open(url);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('API key', { exact: true }).fill('wrong-key');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    const alert = page.getByRole('alert');
    await alert.waitFor(WAIT);
    expect(await alert.textContent()).toContain('does not accept these credentials. Nothing was saved.');
    expect(await alert.textContent()).not.toContain('wrong-key');
    expect(await page.getByRole('heading', { name: 'Connected' }).count()).toBe(0);
    expect(await builder.get(`/connections?groupRef=${groupRef}`)).toEqual([]);
    await page.getByLabel('API key', { exact: true }).fill(LAB.apiKey);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByRole('heading', { name: 'Connected' }).waitFor(WAIT);
    expect(await builder.get(`/connections?groupRef=${groupRef}`)).toMatchObject([{ isVerified: true }]);
  });

  it('says that what nobody could check is saved, and not that it is connected', async () => {
    const { page, facts } = await open('hunter');
    await page.getByLabel('API key', { exact: true }).fill('any-key');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByRole('heading', { name: 'Saved, not checked' }).waitFor(WAIT);
    const said = await page.getByRole('status').textContent();
    expect(said).toContain(`is saved, but ${facts.displayName} could not say whether it is right`);
    expect(await page.getByRole('heading', { name: 'Connected' }).count()).toBe(0);
    expect(await builder.get('/connections?groupRef=hunter')).toMatchObject([{ isVerified: false }]);
  });
});
