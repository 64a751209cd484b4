import { mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { aBuilder, type Builder } from '../support/builder.ts';
import { type EmbeddedProcess, startEmbedded } from '../support/embedded_process.ts';
import { eventually } from '../support/eventually.ts';
import { type Receiver, startReceiver } from '../support/webhook_receiver.ts';

const RECORDS = 300;
const TIMEOUT_MS = 60_000;
const ABOVE_ALL = 1_000_000_000_000_000;

describe('a data folder whose reads.db was renamed', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'causeway-lost-'));
  let platform: EmbeddedProcess;
  let sandbox: Sandbox;
  let receiver: Receiver;
  let builder: Builder;
  let integrationId: string;
  let installationId: string;

  beforeAll(async () => {
    [sandbox, receiver] = await Promise.all([startSandbox({ records: RECORDS }), startReceiver()]);
    platform = await startEmbedded(dataDir);
    builder = aBuilder(platform);
    await builder.addDestination('main', receiver);
    const contacts = {
      objectName: 'contacts',
      destination: 'main',
      schedule: '0 4 * * *',
      requiredFields: [{ fieldName: 'id' }],
      backfill: { defaultPeriod: { fullHistory: true } },
    };
    integrationId = await builder.deploy({ name: 'crm', read: { objects: [contacts] } });
    await builder.connect(sandbox, 'group');
    installationId = await builder.installed(integrationId, 'group', { contacts: {} });
    await eventually(async () => expect(receiver.records('contacts').size).toBe(RECORDS), TIMEOUT_MS);
  });
  afterAll(async () => {
    platform?.child.kill('SIGKILL');
    await receiver?.stop();
    await sandbox?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const sequences = () =>
    receiver.messages.map(({ body }) => Number((JSON.parse(body) as { sequence: number }).sequence));

  it('H7: has whole .db files after a clean stop', async () => {
    await platform.end('SIGTERM');
    const logs = readdirSync(dataDir).filter((name) => name.endsWith('.db-wal'));
    expect(logs.map((name) => [name, statSync(join(dataDir, name)).size])).toEqual(logs.map((name) => [name, 0]));
  });

  it('H5: rebuilds the schedules, reads everything again, and numbers messages above those delivered', async () => {
    const before = sequences();
    expect(Math.min(...before)).toBe(1);
    for (const name of readdirSync(dataDir).filter((one) => one.startsWith('reads.db')))
      renameSync(join(dataDir, name), join(dataDir, `old-${name}`));
    platform = await startEmbedded(dataDir);
    builder = aBuilder(platform);
    await eventually(async () => {
      const [operation] = await builder.listOperations(integrationId, installationId);
      expect(operation).toMatchObject({ status: 'success', metadata: { progress: { recordsProcessed: RECORDS } } });
    }, TIMEOUT_MS);
    await eventually(async () => expect(sequences().length).toBe(2 * before.length), TIMEOUT_MS);
    expect(Math.min(...sequences().slice(before.length))).toBeGreaterThan(ABOVE_ALL);
    const path = `/integrations/${integrationId}/installations/${installationId}/schedules`;
    expect(JSON.stringify((await builder.call('GET', path)).body)).toContain('contacts');
  });
});
