import type { Page } from './chromium.ts';

/** A customer in front of the UI library: what they fill in and press, found by what they read. */
export function customerAtWork(page: Page) {
  return {
    async connect(apiKey: string, address: string): Promise<void> {
      await page.getByPlaceholder('Paste your API key here').fill(apiKey);
      await page.locator('#baseUrl').fill(address);
      await page.getByRole('button', { name: 'Next' }).click();
    },

    async signIn(address: string): Promise<void> {
      await page.locator('#baseUrl').fill(address);
      await page.getByRole('button', { name: 'Next' }).click();
    },

    async sees(button: string): Promise<void> {
      await page.getByRole('button', { name: button, exact: true }).waitFor();
    },

    async choose(field: string): Promise<void> {
      await page.getByRole('checkbox', { name: new RegExp(`^${field}$`, 'i') }).click();
    },

    async press(button: string): Promise<void> {
      await page.getByRole('button', { name: button, exact: true }).click();
    },

    async openTab(name: string): Promise<void> {
      await page.getByRole('tab', { name }).click();
    },

    /** What the library told the app: ids of installations. Waits until there is one. */
    told(what: 'installed' | 'updated' | 'uninstalled'): Promise<string> {
      return page
        .waitForFunction((key) => (globalThis as unknown as { told: Record<string, string[]> }).told[key]?.[0], what)
        .then((handle) => handle.jsonValue() as Promise<string>);
    },
  };
}

export type CustomerAtWork = ReturnType<typeof customerAtWork>;
