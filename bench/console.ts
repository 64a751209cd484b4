import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { assetPath } from '../lib/assets/asset_path.ts';
import { createApi } from '../scripts/scenario/api.ts';
import { manifestOf } from '../scripts/scenario/manifest.ts';
import { startSandboxProcess } from '../testbed/ready_process.ts';
import { type Page, startBrowser } from './measure/browser.ts';
import { type EmbeddedProcess, startEmbeddedProcess } from './measure/embedded_process.ts';
import { medianOf } from './measure/median.ts';
import type { BenchResult } from './result.ts';
import { copyInstallations } from './work/many_installations.ts';

const MANY = Number(process.env['CAUSEWAY_BENCH_INSTALLATIONS'] ?? 20_000);
const FEW = 20;
const UNHEALTHY = 5;
const ROUNDS = 5;
const ALLOWED_MS = 1_000;
/** A view of the console, by its place, and what is on screen when it is painted. */
const VIEWS = {
  unhealthy: 'installations?healthStatus=unhealthy',
  installations: 'installations',
  overview: 'overview',
};
type View = keyof typeof VIEWS;

type Browser = Awaited<ReturnType<typeof startBrowser>>;
type Side = { platform: EmbeddedProcess; page: Page; dataDir: string; firstLoad: number };

/**
 * The time from a navigation in Chromium until the first row is visible, with 20,000 installations of which five are
 * unhealthy and the oldest, and with 20; medians of five, in turns. `ratio` is the allowed time over that of the
 * unhealthy ones among many. Bytes are those of bundles as they are sent, compressed.
 */
export async function benchConsole(): Promise<BenchResult> {
  const [browser, sandbox] = [await startBrowser(), await startSandboxProcess(['--records', '5'])];
  const sides = { many: await aSide(browser, sandbox.url, MANY), few: await aSide(browser, sandbox.url, FEW) };
  const taken = new Map<string, number[]>();
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const view of Object.keys(VIEWS) as View[])
      for (const [name, side] of Object.entries(sides)) {
        const ms = await paint(side, view);
        if (round > 0) taken.set(`${view} ${name}`, [...(taken.get(`${view} ${name}`) ?? []), ms]); // round 0 warms up
      }
  const median = (view: View, name: string) => Math.round(medianOf(taken.get(`${view} ${name}`) ?? []));
  for (const { platform, dataDir } of Object.values(sides)) {
    await platform.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
  await sandbox.stop();
  await browser.close();
  const worst = median('unhealthy', 'many');
  return {
    ratio: Number((ALLOWED_MS / worst).toFixed(2)),
    installations: MANY,
    allowedMs: ALLOWED_MS,
    ms: Object.fromEntries(
      (Object.keys(VIEWS) as View[]).map((view) => [view, { many: median(view, 'many'), few: median(view, 'few') }]),
    ),
    firstLoadBytes: sides.many.firstLoad,
    allBundleBytes: allBytes(),
  };
}

async function aSide(browser: Browser, sandboxUrl: string, count: number): Promise<Side> {
  const dataDir = mkdtempSync(join(tmpdir(), 'causeway-bench-'));
  const first = await startEmbeddedProcess({}, dataDir);
  await installOne(first, sandboxUrl);
  await first.stop();
  await copyInstallations({
    databaseUrl: `sqlite:${join(dataDir, 'installation.db')}`,
    count,
    unhealthy: Math.min(UNHEALTHY, count - 1),
  });
  const platform = await startEmbeddedProcess({}, dataDir);
  const link = signInLink(dataDir, platform);
  const page = await browser.newPage();
  const bytes = countBytes(page);
  await page.goto(link);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  return { platform, page, dataDir, firstLoad: bytes() };
}

async function installOne({ ready }: EmbeddedProcess, sandboxUrl: string): Promise<void> {
  const api = createApi(`${ready.baseUrl}/projects/${ready.project.name}`, ready.apiKey);
  const url = 'http://127.0.0.1:9/nobody';
  await api.post('/destinations', { name: 'bench', type: 'webhook', metadata: { url } });
  const objects = [{ name: 'contacts', fields: ['id', 'email'], mapped: {} }];
  const sourceYaml = manifestOf({ name: 'bench', provider: 'sandbox', destination: 'bench', objects });
  const [integration] = await api.put<{ id: string }[]>('/integrations:batch', { sourceYaml });
  const account = { provider: 'sandbox', groupRef: 'group-0', consumerRef: 'c', apiKey: 'sandbox-key' };
  await api.post('/connections:generate', { ...account, providerMetadata: { baseUrl: sandboxUrl } });
  const content = { provider: 'sandbox', read: { objects: {} } };
  await api.post(`/integrations/${integration?.id}/installations`, { groupRef: 'group-0', config: { content } });
}

/** `npm run token -- --link`, as a person asks for it. */
function signInLink(dataDir: string, { ready }: EmbeddedProcess): string {
  const { stdout, stderr } = spawnSync(process.execPath, [assetPath('dist/scripts/token.js'), '--link'], {
    env: { ...process.env, CAUSEWAY_DATA_DIR: dataDir, CAUSEWAY_PUBLIC_URL: new URL(ready.baseUrl).origin },
    encoding: 'utf8',
  });
  const [link] = /https?:\S+#token=\S+/.exec(stdout) ?? [];
  if (!link) throw new Error(`No link: ${stdout}${stderr}`);
  const made = new URL(link);
  return new URL(made.pathname + made.hash, ready.baseUrl).href;
}

async function paint({ platform: { ready }, page }: Side, view: View): Promise<number> {
  await page.goto('about:blank');
  const address = new URL(`/console/${ready.project.name}/${VIEWS[view]}`, ready.baseUrl).href;
  const begun = performance.now();
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator('tbody tr a').first().waitFor();
  return performance.now() - begun;
}

/** The lengths of the bundles that a page has got. */
function countBytes(page: Page): () => number {
  let sum = 0;
  page.on('response', (response) => {
    if (response.url().includes('/assets/web/')) sum += Number(response.headers()['content-length'] ?? 0);
  });
  return () => sum;
}

function allBytes(): number {
  const folder = assetPath('dist/web');
  const files = readdirSync(folder).filter((file) => file.endsWith('.br'));
  return files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
}
