import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { assetPath } from '../../lib/assets/asset_path.ts';
import { eventually } from '../support/eventually.ts';
import { type Stage, startStage } from '../support/stage.ts';
import { shellBlocks } from './fenced_blocks.ts';
import { runShell } from './run_shell.ts';

const PAGE = 'docs/guides/proxy.md';

/** Runs the commands of the page, each block after the first with its variables. */
describe('the guide to the proxy', () => {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-proxy-guide-'));
  let stage: Stage;
  beforeAll(async () => {
    // `npm run causeway` of the checkout, in a folder that takes the manifest of the page.
    const scripts = { causeway: `node ${assetPath('dist/cli/main.js')}` };
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, scripts }));
    stage = await startStage({ records: 3 });
  });
  afterAll(async () => {
    await stage?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('switches it on, calls by curl and by the command, and sees what was counted', async () => {
    const { platform, sandbox } = stage;
    const [variables, ...blocks] = shellBlocks(PAGE, {
      ORIGIN: platform.origin,
      SANDBOX: sandbox.url,
      CAUSEWAY_API_KEY: platform.ready.apiKey,
      PROJECT_ID: platform.ready.project.id,
    });
    const run = (at: number) => runShell(`${variables}\n${blocks[at]}`, { cwd: folder });
    expect(blocks).toHaveLength(6);
    expect(await run(0)).toMatch(/^anything {2}\S+ {2}revision /);
    expect(await run(1)).toContain('"proxy":{"enabled":true}');
    expect(JSON.parse(await run(2))).toMatchObject({ config: { content: { proxy: { enabled: true } } } });
    expect(JSON.parse(await run(3))).toMatchObject({ total: 3 });
    expect(JSON.parse(await run(4))).toMatchObject({ name: 'Grace' });
    await eventually(async () =>
      expect(JSON.parse(await run(5))).toContainEqual({
        startTime: expect.any(String),
        counts: [
          { provider: 'sandbox', status: 200, requests: 1 },
          { provider: 'sandbox', status: 201, requests: 1 },
        ],
      }),
    );
  });
});
