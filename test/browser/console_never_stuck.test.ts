import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aSignInLink } from '../support/console_visitor.ts';
import { type EmbeddedProcess, startEmbedded } from '../support/embedded_process.ts';
import type { TestPlatform } from '../support/platform.ts';
import { axeViolations } from './axe.ts';
import { type Chromium, type Page, startChromium } from './chromium.ts';

const WAIT = { timeout: 120_000 };

/** One of them restarts the server, so the embedded form runs on a port and a folder that stay. */
describe('the console while the server, the session or an id is gone', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'causeway-console-'));
  let server: EmbeddedProcess;
  let chromium: Chromium;
  beforeAll(async () => {
    [server, chromium] = await Promise.all([startEmbedded(dataDir), startChromium()]);
  });
  afterAll(async () => {
    await chromium?.stop();
    await server?.end('SIGTERM');
    rmSync(dataDir, { recursive: true, force: true });
  });

  const signInLink = async () => {
    const databaseUrl = (service: string) => `sqlite:${join(dataDir, `${service}.db`)}`;
    const { ready, origin } = server;
    const token = await aSignInLink({ ready, dataDir, databaseUrl } as TestPlatform);
    return `${origin}/console/sign-in#token=${token}`;
  };
  const signIn = async (page: Page) => {
    await page.goto(await signInLink());
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor(WAIT);
  };
  const opened = async () => {
    const { page } = await chromium.open('about:blank');
    await signIn(page);
    return page;
  };
  const open = async (page: Page, name: string) => {
    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { name, level: 1 }).waitFor(WAIT);
  };
  const restarted = () => startEmbedded(dataDir, { PORT: new URL(server.origin).port });
  const gone = (page: Page, text: string) =>
    page
      .getByText(text)
      .first()
      .waitFor({ ...WAIT, state: 'detached' });

  it('scene: the server restarts under an open page', async () => {
    const page = await opened();
    await open(page, 'Destinations');
    await page.getByText('There is none yet.').waitFor(WAIT);
    await server.end('SIGKILL');
    const alert = page.getByRole('alert').filter({ hasText: 'The platform does not answer' });
    await alert.waitFor(WAIT);
    // One place says it; what was there stays.
    expect(await page.getByRole('alert').count()).toBe(1);
    await page.getByText('There is none yet.').waitFor(WAIT);
    expect(await axeViolations(page)).toEqual([]);
    // A view whose bundle is not there yet.
    const menu = page.getByRole('navigation', { name: 'Console' });
    await menu.getByRole('link', { name: 'Keys', exact: true }).click();
    await page.getByText('This view could not be loaded.').waitFor(WAIT);
    server = await restarted();
    await page.getByRole('heading', { name: 'Keys', level: 1 }).waitFor(WAIT);
    await page.getByRole('table').waitFor(WAIT);
    await gone(page, 'The platform does not answer');
  });

  it('says that it is not loaded when the server is gone before the first answer, and loads it later', async () => {
    const page = await opened();
    await page.route('**/v1/projects/**', (route) => route.abort());
    await open(page, 'Audit log');
    await page.getByText('Not loaded. The page asks again by itself.').first().waitFor(WAIT);
    expect(await page.getByText('Loading …').count()).toBe(0);
    await page.getByRole('button', { name: 'Try now' }).waitFor(WAIT);
    await page.unroute('**/v1/projects/**');
    await page.getByRole('table').waitFor(WAIT);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('waits for a server that is gone while the page is loaded', async () => {
    const page = await opened();
    await page.route('**/console/session', (route) => route.abort());
    await page.reload();
    await page.getByText('The platform does not answer').waitFor(WAIT);
    await page.unroute('**/console/session');
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor(WAIT);
  });

  it('scene: signed out in another tab, and in again', async () => {
    const page = await opened();
    await open(page, 'Destinations');
    const other = await page.context().newPage();
    await other.goto(`${server.origin}/console`);
    await other.getByRole('button', { name: 'Sign out' }).click();
    await other.getByRole('heading', { name: 'Sign in to Causeway' }).waitFor(WAIT);
    await page.bringToFront();
    await page.getByRole('alert').getByText('You are signed out').waitFor(WAIT);
    expect(await page.getByRole('link', { name: 'Sign in', exact: true }).getAttribute('href')).toMatch(/sign-in$/);
    expect(await page.getByRole('alert').count()).toBe(1);
    expect(await axeViolations(page)).toEqual([]);
    await signIn(other);
    await gone(page, 'You are signed out');
    expect(page.url()).toContain('/destinations');
  });

  it.each([
    'operations/no-such',
    'deliveries/no-such',
    'destinations/no-such',
    'installations/none/none',
    'connections/none',
    'integrations/none',
    'providers/none',
  ])('says that there is no such thing and leads to the list: %s', async (place) => {
    const page = await opened();
    const [view = ''] = place.split('/');
    await page.goto(page.url().replace(/overview$/, place));
    await page.getByRole('alert').waitFor(WAIT);
    expect(await page.getByText('Loading …').count()).toBe(0);
    expect(await page.locator('main').getByRole('button').count()).toBe(0);
    await page.getByRole('link', { name: `To all ${view}` }).click();
    await page.waitForURL(new RegExp(`/${view}$`));
    await page.getByRole('alert').waitFor({ ...WAIT, state: 'detached' });
    await page.getByRole('heading', { level: 1 }).waitFor(WAIT);
  });

  it('asks for the installation and the object of a record', async () => {
    const page = await opened();
    await open(page, 'Operations');
    await page.getByLabel('Record id').fill('42');
    await page.getByText('Choose an installation and an object too.').waitFor(WAIT);
    await page.getByLabel('Object').fill('contacts');
    await page.getByText('Choose an installation too.').waitFor(WAIT);
    expect(await page.getByText('Loading …').count()).toBe(0);
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.getByLabel('Record id').fill('');
    await page.getByText('No operation fits these filters.').waitFor(WAIT);
  });
});
