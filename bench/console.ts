import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createApi } from '../scripts/scenario/api.ts';
import { manifestOf } from '../scripts/scenario/manifest.ts';
import { startSandboxProcess } from '../testbed/ready_process.ts';
import { type Page, startBrowser } from './measure/browser.ts';
import { medianOf } from './measure/median.ts';
import { platformPath } from './measure/platform_path.ts';
import { type PlatformProcess, startEmbeddedProcess } from './measure/platform_process.ts';
import { sizeOf } from './measure/size_of.ts';
import { type Keep, whileRunning } from './measure/while_running.ts';
import type { BenchResult } from './result.ts';
import { copyInstallations } from './work/many_installations.ts';

const MANY = Number(process.env['CAUSEWAY_BENCH_INSTALLATIONS'] ?? sizeOf(20_000, 30));
const FEW = 20;
const UNHEALTHY = 5;
const WARM_ROUNDS = sizeOf(1, 0);
const ROUNDS = sizeOf(5, 1);
const ALLOWED_MS = 1_000;
/** A view of the console, by its place, and what is on screen when it is painted. */
const VIEWS = {
  unhealthy: 'installations?healthStatus=unhealthy',
  installations: 'installations',
  overview: 'overview',
};
type View = keyof typeof VIEWS;

type Browser = Awaited<ReturnType<typeof startBrowser>>;
type Side = { platform: PlatformProcess; page: Page; firstLoad: number };

/**
 * The time from a navigation in Chromium until the first row is visible, with 20,000 installations of which five are
 * unhealthy and the oldest, and with 20; medians of five, in turns. `ratio` is the allowed time over that of the
 * unhealthy ones among many. Bytes are those of bundles as they are sent, compressed.
 */
export async function benchConsole(): Promise<BenchResult> {
  const { taken, firstLoad } = await measure();
  const median = (view: View, name: string) => Math.round(medianOf(taken.get(`${view} ${name}`) ?? []));
  return {
    ratio: Number((ALLOWED_MS / median('unhealthy', 'many')).toFixed(2)),
    failures: firstLoad > 0 ? [] : ['The console loaded no bundle.'], // A view without a row throws.
    installations: MANY,
    allowedMs: ALLOWED_MS,
    ms: Object.fromEntries(
      (Object.keys(VIEWS) as View[]).map((view) => [view, { many: median(view, 'many'), few: median(view, 'few') }]),
    ),
    firstLoadBytes: firstLoad,
    allBundleBytes: allBytes(),
  };
}

function measure(): Promise<{ taken: Map<string, number[]>; firstLoad: number }> {
  return whileRunning(async (keep) => {
    const browser = keep(await startBrowser());
    const { url } = keep(await startSandboxProcess(['--records', '5']));
    const seeded = await seed(keep, url);
    // In tiny size one platform is both sides: a start costs more than all its views.
    const many = await aSide(keep, { browser, seeded, count: MANY });
    const aFew = () => aSide(keep, { browser, seeded, count: FEW });
    const sides = { many, few: await sizeOf(aFew, async () => many)() };
    const taken = new Map<string, number[]>();
    for (let round = 0; round < WARM_ROUNDS + ROUNDS; round += 1)
      for (const view of Object.keys(VIEWS) as View[])
        for (const [name, side] of Object.entries(sides)) {
          const ms = await paint(side, view);
          if (round >= WARM_ROUNDS) taken.set(`${view} ${name}`, [...(taken.get(`${view} ${name}`) ?? []), ms]);
        }
    return { taken, firstLoad: sides.many.firstLoad };
  });
}

/** A data folder with one installation, which each side copies. */
async function seed(keep: Keep, sandboxUrl: string): Promise<string> {
  const dataDir = temporaryFolder(keep);
  await whileRunning(async (keepHere) => installOne(keepHere(await startEmbeddedProcess({}, dataDir)), sandboxUrl));
  return dataDir;
}

type Making = { browser: Browser; seeded: string; count: number };

async function aSide(keep: Keep, { browser, seeded, count }: Making): Promise<Side> {
  const dataDir = temporaryFolder(keep);
  cpSync(seeded, dataDir, { recursive: true });
  await copyInstallations({
    databaseUrl: `sqlite:${join(dataDir, 'installation.db')}`,
    count,
    unhealthy: Math.min(UNHEALTHY, count - 1),
  });
  const platform = keep(await startEmbeddedProcess({}, dataDir));
  const link = signInLink(platform);
  const page = await browser.newPage();
  const bytes = countBytes(page);
  await page.goto(link);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  return { platform, page, firstLoad: bytes() };
}

function temporaryFolder(keep: Keep): string {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-bench-'));
  keep({ stop: () => rmSync(folder, { recursive: true, force: true }) });
  return folder;
}

async function installOne({ ready }: PlatformProcess, sandboxUrl: string): Promise<void> {
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
function signInLink({ ready, dataDir }: PlatformProcess): string {
  const { stdout, stderr } = spawnSync(process.execPath, [platformPath('dist/scripts/token.js'), '--link'], {
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
  const folder = platformPath('dist/web');
  const files = readdirSync(folder).filter((file) => file.endsWith('.br'));
  return files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
}
