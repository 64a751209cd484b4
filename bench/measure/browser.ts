import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import process from 'node:process';
import { assetPath } from '../../lib/assets/asset_path.ts';
import { ensureChromium } from '../../scripts/servers/ensure_chromium.ts';

/** The part of playwright-core that benches use; its own types are in test/tools, which a build does not have. */
type Locator = { first(): Locator; click(): Promise<void>; waitFor(): Promise<void> };
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

/** Chromium without a window. Installs `test/tools` first if it is missing, because `npm ci` does not. */
export async function startBrowser(): Promise<Pick<Browser, 'newPage'> & { stop(): Promise<void> }> {
  installTools();
  const { chromium } = createRequire(assetPath('test/tools/package.json'))('playwright-core') as Playwright;
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
  const browser = await chromium.launch({ executablePath: ensureChromium(), headless: true, args });
  return { newPage: () => browser.newPage(), stop: () => browser.close() };
}

function installTools(): void {
  const { status } = spawnSync(process.execPath, [assetPath('scripts/tools.mjs')], { stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error('test/tools could not be installed; see the output of npm above.');
}
