import { createRequire } from 'node:module';
import { ensureChromium } from '../../scripts/servers/ensure_chromium.ts';
import { assetPath } from '../../lib/assets/asset_path.ts';

/** The part of playwright-core that benches use; its own types are in test/tools, which a build does not have. */
export type Locator = { first(): Locator; click(): Promise<void>; waitFor(): Promise<void> };
type Response = { url(): string; headers(): Record<string, string> };
export type Page = {
  goto(address: string, options?: { waitUntil: 'commit' }): Promise<unknown>;
  locator(selector: string): Locator;
  getByRole(role: string, options: { name: string; level?: number }): Locator;
  on(event: 'response', listener: (response: Response) => void): void;
};
type Browser = { newPage(): Promise<Page>; close(): Promise<void> };
type Playwright = {
  chromium: { launch(options: { executablePath: string; headless: boolean; args: string[] }): Promise<Browser> };
};

/** Chromium without a window. Throws if test/tools is not installed (`node scripts/tools.mjs`). */
export function startBrowser(): Promise<Browser> {
  const { chromium } = createRequire(assetPath('test/tools/package.json'))('playwright-core') as Playwright;
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
  return chromium.launch({ executablePath: ensureChromium(), headless: true, args });
}
