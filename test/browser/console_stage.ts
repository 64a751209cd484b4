import { expect } from '@jest/globals';
import type { Environment } from '../../lib/config/settings.ts';
import type { Builder } from '../support/builder.ts';
import { aSignInLink } from '../support/console_visitor.ts';
import { eventually } from '../support/eventually.ts';
import { type Stage, startStage } from '../support/stage.ts';
import type { Receiver } from '../support/webhook_receiver.ts';
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

/** A customer whose records go to a destination `broken`, until that is failing. Returns the id of the integration. */
export async function installBroken({ builder, sandbox }: Stage, receiver: Receiver): Promise<string> {
  await builder.addDestination('broken', receiver);
  const backfill = { defaultPeriod: { fullHistory: true } };
  const contacts = { objectName: 'contacts', destination: 'broken', optionalFieldsAuto: 'all', backfill };
  const integrationId = await builder.deploy({ name: 'on-call', read: { objects: [contacts] } });
  await builder.connect(sandbox, 'acme', { apiKey: 'sandbox-key', groupName: 'Acme Inc.' });
  await builder.installed(integrationId, 'acme', { contacts: { selectedFieldsAuto: 'all' } });
  await brokenIsFailing(builder);
  return integrationId;
}

/** Holds the requests of a page to an address back, until the returned function is called. */
export async function heldBack(page: Page, address: string | RegExp): Promise<() => void> {
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(address, (route) => held.then(() => route.continue()));
  return letThrough;
}

export async function brokenIsFailing(builder: Builder): Promise<void> {
  await eventually(async () => {
    const { health } = await builder.get<{ health: { state: string } }>('/destinations/broken');
    expect(health.state).toBe('failing');
  });
}
