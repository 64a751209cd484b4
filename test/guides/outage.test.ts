import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { assetPath } from '../../lib/assets/asset_path.ts';
import { eventually } from '../support/eventually.ts';
import { type Stage, startStage } from '../support/stage.ts';
import { type Receiver, startReceiver } from '../support/webhook_receiver.ts';
import { shellBlocks } from './fenced_blocks.ts';
import { runShell } from './run_shell.ts';

const PAGE = 'docs/guides/outage.md';
const RECORDS = 60;
/** The second attempt comes after 5 s, and each look starts a process. Ms. */
const TIMEOUT_MS = 40_000;

/** Runs the commands of the page, each block after the first with its variables. */
describe('the guide to an outage', () => {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-outage-guide-'));
  let stage: Stage;
  let mended: Receiver | undefined;
  beforeAll(async () => {
    const scripts = { causeway: `node ${assetPath('dist/cli/main.js')}` };
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, scripts }));
    stage = await startStage({ records: RECORDS });
  });
  afterAll(async () => {
    await mended?.stop();
    await stage?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('sees it in one look, tests the receiver, recovers what it missed, and looks again', async () => {
    const { platform, builder, sandbox, receiver } = stage;
    const [variables, ...blocks] = shellBlocks(PAGE, {
      ORIGIN: platform.origin,
      CAUSEWAY_API_KEY: platform.ready.apiKey,
      PROJECT_ID: platform.ready.project.id,
    });
    const run = (at: number) => runShell(`${variables}\n${blocks[at]}`, { cwd: folder });
    expect(blocks).toHaveLength(5);

    await receiver.stop();
    await builder.connect(sandbox, 'acme');
    const object = {
      destination: 'main',
      requiredFields: [{ fieldName: 'id' }],
      backfill: { defaultPeriod: { fullHistory: true } },
    };
    const objects = ['contacts', 'companies', 'deals'].map((objectName) => ({ ...object, objectName }));
    const integrationId = await builder.deploy({ name: 'crm', read: { objects } });
    await builder.installed(integrationId, 'acme', { contacts: {}, companies: {}, deals: {} });
    await eventually(
      async () =>
        expect(await run(0)).toMatch(
          /^ERROR {4}destination main: failing, since .+\n.+ of its messages wait,[\s\S]+\nExit code 2\n$/,
        ),
      TIMEOUT_MS,
    );
    await eventually(
      async () =>
        expect(await run(0)).toMatch(
          /^WARNING {2}installation of crm for acme(, \w+){3}: destinationFailing, .+\n.+the last with unreachable\./m,
        ),
      TIMEOUT_MS,
    );
    expect(await run(1)).toContain('It is not mended yet.');

    mended = await startReceiver({ port: Number(new URL(receiver.url).port) });
    // At most one test a second.
    await eventually(async () => expect(await run(1)).not.toContain('It is not mended yet.'));
    await run(2);
    await eventually(async () => expect(mended?.records('contacts').size).toBe(RECORDS), TIMEOUT_MS);
    expect(JSON.parse(await run(3))).toMatchObject({ status: 'active' });
    await eventually(async () =>
      expect(await run(4)).toBe('Nothing is wrong with 1 installation and 1 destination.\n'),
    );
  });
});
