import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Ready } from '../../embedded/ready.ts';
import { baseObjects, containersOf } from './deploy_files.ts';
import { imageTree } from './image_tree.ts';

/**
 * No image is built here. The files that it would contain are copied to a folder, and its first command runs on them.
 */
describe('the content of the image', () => {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-image-'));
  let platform: ChildProcess;
  let ready: Ready;

  beforeAll(async () => {
    const app = imageTree(folder);
    const file = join(folder, 'ready.json');
    const env = {
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
      CAUSEWAY_DATA_DIR: join(folder, 'data'),
      CAUSEWAY_READY_JSON: file,
    };
    platform = spawn(process.execPath, ['dist/embedded/main.js'], {
      cwd: app,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    while (!existsSync(file) && platform.exitCode === null) await sleep(50);
    ready = JSON.parse(readFileSync(file, 'utf8')) as Ready;
  });

  afterAll(async () => {
    if (platform?.exitCode === null) {
      platform.kill('SIGKILL');
      await once(platform, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  });

  it('starts, with its contract and its providers', async () => {
    const providers = (await (await fetch(`${ready.baseUrl}/providers`)).json()) as object;
    expect(Object.keys(providers).length).toBeGreaterThan(200);
    expect((await fetch(`${ready.baseUrl}/openapi.json`)).status).toBe(200);
  });

  it('answers the probes of the gateway in the Kubernetes base', async () => {
    const gateway = baseObjects()
      .flatMap(containersOf)
      .find(({ name }) => name === 'gateway');
    const probes = [gateway?.startupProbe, gateway?.readinessProbe, gateway?.livenessProbe];
    const paths = probes.map((probe) => probe?.httpGet?.path);
    for (const path of paths)
      expect([path, (await fetch(new URL(path ?? '/nowhere', ready.baseUrl))).status]).toEqual([path, 200]);
    expect(new Set(paths).size).toBe(2);
  });

  it('serves the pages of problems', async () => {
    const page = await fetch(ready.baseUrl.replace(/\/v1$/, '/problems/unprocessable'));
    expect(await page.text()).toContain('The shape is correct but the content is not');
  });

  it('shows its reference page', async () => {
    const page = ready.baseUrl.replace(/\/v1$/, '/docs');
    for (const part of ['', '/palette.css', '/style.css', '/start.mjs', '/icon.svg']) {
      const answer = await fetch(page + part);
      expect([part, answer.status, (await answer.text()).length > 100]).toEqual([part, 200, true]);
    }
  });

  it('exits with 0 on SIGTERM', async () => {
    const exit = once(platform, 'exit');
    platform.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
  });
});
