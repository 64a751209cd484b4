import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aBuilder } from '../support/builder.ts';
import { aVisitor } from '../support/console_visitor.ts';
import { startTestPlatform, type TestPlatform } from '../support/platform.ts';
import { fencedBlock, shellBlocks } from './fenced_blocks.ts';
import { runShell } from './run_shell.ts';

const PAGE = 'docs/guides/connect_page.md';

/** Runs the commands of the page; test/browser/connect_page.test.ts shows its script at work. */
describe('the guide to the connect page', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startTestPlatform();
    const read = { objects: [{ objectName: 'contacts', destination: 'main' }] };
    await aBuilder(platform).deploy({ name: 'crm', read });
  });
  afterAll(() => platform?.stop());

  it('sets the page up, makes a link, and asks what became of it', async () => {
    const blocks = (id: string) =>
      shellBlocks(PAGE, {
        ORIGIN: platform.origin,
        PROJECT: platform.ready.project.name,
        CAUSEWAY_API_KEY: platform.ready.apiKey,
        id,
      });
    const run = async (at: number, id = '') => {
      const [variables, ...commands] = blocks(id);
      return runShell(`${variables}\n${commands[at]}`, { cwd: tmpdir() });
    };
    expect(await run(0)).toContain('"accentColor":"#1d5bd6"');
    const link = JSON.parse(await run(1)) as { id: string; url: string };
    const token = new URL(link.url).hash.slice('#token='.length);
    expect((await aVisitor(platform).post('/connect/session', { token })).status).toBe(200);
    expect(JSON.parse(await run(2, link.id))).toMatchObject({ id: link.id, status: 'opened', groupRef: 'customer-1' });
  });

  it('has the script that the platform serves', async () => {
    const page = fencedBlock(PAGE, 'For each customer', 'html');
    expect(page).toContain('/connect.js');
    const script = await (await fetch(`${platform.origin}/connect.js`)).text();
    for (const name of ['CausewayConnect', 'open'])
      expect([page, script].every((text) => text.includes(name))).toBe(true);
  });
});
