import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { aBuilder } from '../support/builder.ts';
import { type EmbeddedProcess, startEmbedded } from '../support/embedded_process.ts';
import { type Receiver, startReceiver } from '../support/webhook_receiver.ts';
import { shellBlocks } from './fenced_blocks.ts';
import { runShell } from './run_shell.ts';

describe('the guide to running Causeway', () => {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-backup-'));
  const dataDir = join(folder, 'data');
  const [backUp = '', restore = ''] = shellBlocks('docs/guides/running.md', {});
  const run = (commands: string) => runShell(commands, { cwd: folder, environment: { CAUSEWAY_DATA_DIR: dataDir } });
  let sandbox: Sandbox;
  let receiver: Receiver;
  let platform: EmbeddedProcess | undefined;

  beforeAll(async () => {
    [sandbox, receiver] = await Promise.all([startSandbox({ records: 5 }), startReceiver()]);
  });

  afterAll(async () => {
    platform?.child.kill('SIGKILL');
    await receiver.stop();
    await sandbox.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('restores a backup, with credentials that still open', async () => {
    platform = await startEmbedded(dataDir);
    const before = aBuilder(platform);
    await before.addDestination('main', receiver);
    const integrationId = await before.deploy({
      name: 'crm',
      read: { objects: [{ objectName: 'contacts', destination: 'main', requiredFields: [{ fieldName: 'id' }] }] },
    });
    await before.connect(sandbox, 'acme');
    await before.installed(integrationId, 'acme', { contacts: {} });
    await platform.end('SIGTERM');

    await run(backUp);
    rmSync(dataDir, { recursive: true });
    await run(restore);

    platform = await startEmbedded(dataDir);
    const after = aBuilder(platform);
    const sinceTimestamp = '2020-01-01T00:00:00Z';
    const id = await after.trigger(integrationId, 'contacts', 'acme', { sinceTimestamp });
    expect(await after.finished(id, 60_000)).toMatchObject({ status: 'success' });
    await receiver.waitFor(() => receiver.messages.some(({ body }) => body.includes(id)), 60_000);
    expect(statSync(join(dataDir, 'keyring')).mode & 0o077).toBe(0);
  });
});
