import type { Page } from './chromium.ts';

/** A customer who uses the UI library: fills in fields and presses buttons, found by their visible text. */
export function customerAtWork(page: Page) {
  return {
    /** Without an address the account's address does not change: only its key is replaced. */
    async connect(apiKey: string, address?: string): Promise<void> {
      await page.getByPlaceholder('Paste your API key here').fill(apiKey);
      if (address) await page.locator('#baseUrl').fill(address);
      await page.getByRole('button', { name: 'Next' }).click();
    },

    /** Values by the names of their inputs. */
    async fill(fields: Record<string, string>): Promise<void> {
      for (const [name, value] of Object.entries(fields)) await page.locator(`#${name}`).fill(value);
    },

    async signIn(address: string): Promise<void> {
      await page.locator('#baseUrl').fill(address);
      await page.getByRole('button', { name: 'Next' }).click();
    },

    async sees(button: string): Promise<void> {
      await page.getByRole('button', { name: button, exact: true }).waitFor();
    },

    async reads(text: string): Promise<void> {
      await page.getByText(text).first().waitFor();
    },

    async choose(field: string): Promise<void> {
      await page.getByRole('checkbox', { name: new RegExp(`^${field}$`, 'i') }).click();
    },

    /** `nth` counts the mappings of the form from 1. */
    async map(nth: number, field: string): Promise<void> {
      await page
        .getByPlaceholder('Please select one')
        .nth(nth - 1)
        .click();
      await page.getByRole('option', { name: field, exact: true }).click();
    },

    async press(button: string): Promise<void> {
      await page.getByRole('button', { name: button, exact: true }).click();
    },

    async openTab(name: string): Promise<void> {
      await page.getByRole('tab', { name }).click();
    },

    /** Waits for the library's nth event of a kind and returns its installation id. */
    async told(what: 'installed' | 'updated' | 'uninstalled', nth = 1): Promise<string> {
      const handle = await page.waitForFunction(
        ([key, at]) => (globalThis as unknown as { told: Record<string, string[]> }).told[key]?.[at],
        [what, nth - 1] as const,
      );
      return handle.jsonValue() as Promise<string>;
    },
  };
}

export type CustomerAtWork = ReturnType<typeof customerAtWork>;

/** In a window that the app opened: goes on from our page to the provider, which sends the window back and closes it. */
export async function continueIn(window: Page): Promise<void> {
  const closed = window.waitForEvent('close');
  await window.getByRole('button', { name: /^Continue to / }).click();
  await closed;
}
