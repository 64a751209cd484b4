import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aBuilder, type Builder } from '../support/builder.ts';
import { aSignInLink } from '../support/console_visitor.ts';
import { startOwnPlatform, type TestPlatform } from '../support/platform.ts';
import { axeViolations } from './axe.ts';
import { type Chromium, type Page, startChromium, type Watched } from './chromium.ts';

const object = (objectName: string) => ({ objectName, destination: 'main', schedule: '0 * * * *' });

describe('the manifest editor of the console', () => {
  let platform: TestPlatform;
  let chromium: Chromium;
  let builder: Builder;
  beforeAll(async () => {
    [platform, chromium] = await Promise.all([startOwnPlatform(), startChromium()]);
    builder = aBuilder(platform);
    await builder.deploy({
      name: 'crm',
      provider: 'sandbox',
      read: { objects: [object('contacts'), object('deals')] },
    });
  });
  afterAll(async () => {
    await chromium?.stop();
    await platform?.stop();
  });

  /** Signs in, and opens the editor at the integration. */
  async function edit(): Promise<Watched> {
    const token = await aSignInLink(platform, '');
    const watched = await chromium.open(`${platform.origin}/console/sign-in#token=${token}`);
    const { page } = watched;
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Integrations', exact: true }).click();
    await page.getByRole('link', { name: 'crm', exact: true }).click();
    await page.getByRole('link', { name: 'Edit' }).click();
    await editorOf(page).waitFor();
    return watched;
  }
  const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Manifest' });
  /** Each line is an element of its own. */
  const textOf = async (page: Page) => (await editorOf(page).locator('.cm-line').allTextContents()).join('\n');
  /** Replaces the text as a person does: the browser's own editing of a selection would add inline styles. */
  async function write(page: Page, text: string): Promise<void> {
    await editorOf(page).focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await page.keyboard.insertText(text);
    await page
      .getByText(text.split('\n').at(-1)?.trim() ?? '')
      .first()
      .waitFor();
  }
  async function replace(page: Page, before: string, after: string): Promise<void> {
    const text = await textOf(page);
    expect(text).toContain(before);
    await write(page, text.replace(before, after));
  }
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

  it('scene: a manifest with a typo is mended and deployed', async () => {
    const { page, errors } = await edit();
    await replace(page, 'objectName: contacts', 'objectNam: contacts');
    await press(page, 'Check');
    const problem = page.getByRole('alert');
    await problem.waitFor();
    expect(await problem.textContent()).toContain('objectName');
    await page.locator('.cm-lint-marker-error').first().waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await replace(page, 'objectNam: contacts', 'objectName: contacts');
    await replace(page, '0 * * * *', '30 * * * *');
    await press(page, 'Check');
    await page.getByRole('heading', { name: 'crm changed' }).waitFor();
    await press(page, 'Deploy');
    await page.getByRole('dialog').getByRole('button', { name: 'Deploy' }).click();
    await page.getByText('Deployed.').waitFor();
    const { latestRevision } = await builder.get<{ latestRevision: object }>('/integrations/crm');
    expect(JSON.stringify(latestRevision)).toContain('30 * * * *');
    await page.getByRole('link', { name: 'To the integrations' }).click();
    await page.getByRole('link', { name: 'crm', exact: true }).click();
    await page.getByRole('region', { name: 'Difference of the revisions' }).getByText('30 * * * *').waitFor();
    expect(await page.getByLabel('After').textContent()).toContain('by builder ');
    // The browser logs the 422 with which the manifest with the typo was refused.
    expect(errors.filter((error) => !error.includes('422'))).toEqual([]);
  });

  it('refuses to deploy over what somebody else deployed since the check', async () => {
    const { page } = await edit();
    await replace(page, '30 * * * *', '45 * * * *');
    await press(page, 'Check');
    await page.getByRole('heading', { name: 'crm changed' }).waitFor();
    await builder.deploy({
      name: 'crm',
      provider: 'sandbox',
      read: { objects: [object('contacts'), object('deals')] },
    });
    await press(page, 'Deploy');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Deploy' }).click();
    await dialog.getByText('Another deploy changed crm').first().waitFor();
    expect(JSON.stringify(await builder.get('/integrations/crm'))).not.toContain('45 * * * *');
  });

  it('stops reading dropped objects only when that was typed', async () => {
    const { page } = await edit();
    const text = await textOf(page);
    await write(page, text.slice(0, text.indexOf('- objectName: deals')).trimEnd());
    await press(page, 'Check');
    await page.getByRole('heading', { name: 'crm changed' }).waitFor();
    await press(page, 'Deploy');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('deals of crm').waitFor();
    await dialog.getByLabel('Stop reading these objects').check();
    expect(await dialog.getByRole('button', { name: 'Deploy' }).isDisabled()).toBe(true);
    await dialog.getByRole('textbox').fill('stop reading');
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Deploy' }).click();
    await page.getByText('Deployed.').waitFor();
    expect(JSON.stringify(await builder.get('/integrations/crm'))).not.toContain('deals');
  });

  it('completes keys by the schema, and lets the keyboard out', async () => {
    const { page } = await edit();
    await page.emulateMedia({ colorScheme: 'dark' });
    await write(page, 'specVersion: 1.0.0\nintegrations:\n  - name: crm\n    prov');
    await page.keyboard.press('Control+Space');
    await page.getByRole('option', { name: /^provider/ }).waitFor();
    // The editor ignores keys that come so soon after a list opened that nobody can have read it.
    await page.waitForTimeout(200);
    await page.keyboard.press('Enter');
    expect(await textOf(page)).toContain('    provider: ');
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    expect(
      await page
        .getByRole('button', { name: 'Check', exact: true })
        .evaluate((one) => one === one.ownerDocument.activeElement),
    ).toBe(true);
  });
});
