import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureChromium } from '../../scripts/servers/ensure_chromium.ts';
import { ensureTools } from '../support/tools.ts';
import type { Browser, Page } from '../tools/node_modules/playwright-core/types/types.d.ts';

export type { Page };

/** A page, and what it has done since it was opened. */
export type Watched = {
  page: Page;
  /** The distinct origins of its requests. */
  origins(): string[];
  /** Waits until each of its requests has an answer or has failed, also those that it sends after drawing an answer. */
  answered(): Promise<void>;
  /** Console errors and uncaught errors. */
  errors: string[];
  /** Answers with status 400 and above, as `status method address`. */
  refusals: string[];
};

/** A phone is touched, and is not in UTC. */
export type Device = 'desk' | 'phone';

const DEVICES = {
  desk: { viewport: { width: 1100, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, timezoneId: 'Asia/Kolkata' },
};

export type Chromium = {
  /** Opens a tab with cookies and storage of its own, on a desk by default. */
  open(address: string, device?: Device): Promise<Watched>;
  stop(): Promise<void>;
};

/** No background requests, and no access to other hosts: a page's requests to them fail. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

/** Debian's Chromium, headless, with a temporary profile. */
export async function startChromium(): Promise<Chromium> {
  const require = createRequire(join(ensureTools(), 'package.json'));
  const { chromium } =
    require('playwright-core') as typeof import('../tools/node_modules/playwright-core/types/types.d.ts');
  const browser = await chromium.launch({ executablePath: ensureChromium(), headless: true, args: FLAGS });
  return { open: (address, device = 'desk') => open(browser, address, device), stop: () => browser.close() };
}

/** Shows the page in another size or colour scheme, and waits until it has been drawn so: what is drawn by script too. */
export async function show(
  page: Page,
  { width, colorScheme }: { width?: number; colorScheme?: 'light' | 'dark' },
): Promise<void> {
  if (width !== undefined) await page.setViewportSize({ width, height: 900 });
  if (colorScheme) await page.emulateMedia({ colorScheme });
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn())))');
}

async function open(browser: Browser, address: string, device: Device): Promise<Watched> {
  const context = await browser.newContext(DEVICES[device]);
  const page = await context.newPage();
  const asked = new Set<string>();
  const underWay = new Set<unknown>();
  const errors: string[] = [];
  const refusals: string[] = [];
  context.on('request', (request) => {
    asked.add(originOf(request.url()));
    if (originOf(request.url()) !== 'data:') underWay.add(request);
  });
  context.on('requestfinished', (request) => underWay.delete(request));
  context.on('requestfailed', (request) => underWay.delete(request));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('response', (answer) => {
    if (answer.status() >= 400) refusals.push(`${answer.status()} ${answer.request().method()} ${answer.url()}`);
  });
  await page.goto(address);
  const answered = async () => {
    do {
      while (underWay.size > 0) await sleep(20);
      await show(page, {});
    } while (underWay.size > 0);
  };
  return { page, answered, origins: () => [...asked].filter((origin) => origin !== 'data:').sort(), errors, refusals };
}

function originOf(address: string): string {
  const { protocol, origin } = new URL(address);
  return protocol === 'data:' || protocol === 'blob:' ? 'data:' : origin;
}
