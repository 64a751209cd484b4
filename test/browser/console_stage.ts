import type { Environment } from '../../lib/config/settings.ts';
import { aSignInLink } from '../support/console_visitor.ts';
import { type Stage, startStage } from '../support/stage.ts';
import { type Chromium, type Device, type Page, startChromium, type Watched } from './chromium.ts';

/** A platform with a sandbox and a receiver, and a browser. */
export type ConsoleStage = Stage & {
  chromium: Chromium;
  /** Signs a builder in, by default the first one, and opens the console. */
  signIn(builderId?: string): Promise<Watched>;
  /** Opens a sign-in link of the first builder; the next press signs in. */
  openLink(device: Device): Promise<Watched>;
  /** Opens a view by its name in the menu. */
  openView(page: Page, name: string): Promise<void>;
};

export async function startConsoleStage(records: number, settings?: Environment): Promise<ConsoleStage> {
  const [stage, chromium] = await Promise.all([startStage({ records }, settings), startChromium()]);
  const openLink = async (device: Device, builderId = '') => {
    const token = await aSignInLink(stage.platform, builderId);
    return chromium.open(`${stage.platform.origin}/console/sign-in#token=${token}`, device);
  };
  return {
    ...stage,
    chromium,
    openLink,
    async signIn(builderId = '') {
      const watched = await openLink('desk', builderId);
      await watched.page.getByRole('button', { name: 'Continue' }).click();
      await watched.page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
      return watched;
    },
    async openView(page, name) {
      await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { name, level: 1 }).waitFor();
    },
    async stop() {
      await chromium.stop();
      await stage.stop();
    },
  };
}
