import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { aBuilder, type Builder } from '../support/builder.ts';
import { type EmbeddedProcess, startEmbedded } from '../support/embedded_process.ts';
import { eventually } from '../support/eventually.ts';
import type { Answer } from '../support/platform.ts';
import { type SmallDisk, smallDisk } from '../support/small_disk.ts';
import { type Receiver, startReceiver } from '../support/webhook_receiver.ts';

const RECORDS = 3_000;
const TIMEOUT_MS = 60_000;

/** The databases and the log share the disk, as in a data folder of `npm start`. */
describe('the embedded form on a full disk', () => {
  const disk: SmallDisk = smallDisk(96);
  let platform: EmbeddedProcess;
  let sandbox: Sandbox;
  let receiver: Receiver;
  let builder: Builder;
  let integrationId: string;
  let made = 0;

  beforeAll(async () => {
    [sandbox, receiver] = await Promise.all([startSandbox({ records: RECORDS, maxPageSize: 100 }), startReceiver()]);
    platform = await startEmbedded(disk.dir, { ...disk.environment, CAUSEWAY_LOG_LEVEL: 'debug' });
    builder = aBuilder(platform);
    await builder.addDestination('main', receiver);
    integrationId = await builder.deploy({
      name: 'crm',
      read: {
        objects: [
          {
            objectName: 'contacts',
            destination: 'main',
            requiredFields: [{ fieldName: 'id' }],
            backfill: { defaultPeriod: { fullHistory: true } },
          },
        ],
      },
    });
    await builder.connect(sandbox, 'group');
  });

  afterAll(async () => {
    if (platform?.child.exitCode === null) await platform.end('SIGKILL');
    await receiver?.stop();
    await sandbox?.stop();
    disk.stop();
  });

  const pid = () => platform.child.pid ?? 0;
  const write = (): Promise<Answer> => builder.call('POST', '/topics', { name: `topic-${(made += 1)}` });
  async function readiness(): Promise<{ status: number; ready: string; faults?: string[] }> {
    const answer = await fetch(`${platform.origin}/readyz`);
    const { status: ready, faults } = (await answer.json()) as { status: string; faults?: string[] };
    return { status: answer.status, ready, ...(faults && { faults }) };
  }
  const received = () => receiver.records('contacts').size;

  it(`H9, F1: answers writes with 503 and Retry-After, is not ready, and continues automatically when there is space (${disk.kind})`, async () => {
    await builder.installed(integrationId, 'group', { contacts: {} });
    await eventually(async () => expect(received()).toBeGreaterThan(0), TIMEOUT_MS);
    disk.fill(pid());

    // Space that the files have already reserved lasts for a while.
    await eventually(async () => expect((await write()).status).toBe(503), TIMEOUT_MS);
    const refused = await write();
    expect(refused).toMatchObject({ status: 503, body: { retryable: true, title: 'Service unavailable' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(JSON.stringify(refused.body)).not.toMatch(/disk|SQLITE/i);
    expect((await builder.call('GET', '/destinations')).status).toBe(200);
    // A platform that accepts nothing is not ready, and says why.
    await eventually(async () => expect(await readiness()).toMatchObject({ status: 503, faults: expect.anything() }));
    expect(await readiness()).toMatchObject({
      faults: expect.arrayContaining([expect.stringMatching(/^The database of \w+ cannot be written\. Free space/)]),
    });

    disk.free(pid());
    await eventually(async () => expect((await write()).status).toBe(201), TIMEOUT_MS);
    await eventually(async () => expect(received()).toBe(RECORDS), TIMEOUT_MS);
    const operation = await builder.trigger(integrationId, 'contacts', 'group');
    expect((await builder.finished(operation, TIMEOUT_MS)).status).toBe('success');
    await eventually(async () => expect(await readiness()).toEqual({ status: 200, ready: 'ready' }), TIMEOUT_MS);
  });

  it('F1: says in the log how many lines are missing', () => {
    const lines = readFileSync(join(disk.dir, 'causeway.log'), 'utf8').trim().split('\n');
    expect(
      lines.filter((line) => line.includes('"msg":"log lines lost"')).map((line) => JSON.parse(line)),
    ).toContainEqual(expect.objectContaining({ level: 'warn', lost: expect.any(Number) }));
    expect(lines.join('\n')).not.toContain('unhandled rejection');
  });
});
