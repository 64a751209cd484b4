import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { recordId } from '../../sandbox/records.ts';
import { startSandbox } from '../../sandbox/sandbox.ts';
import { type Receiver, startReceiver } from '../../scripts/scenario/receiver.ts';
import { SANDBOX_OBJECTS } from '../../scripts/scenario/sandbox_objects.ts';
import { runScenario, type ScenarioResult } from '../../scripts/scenario/scenario.ts';
import { checkMessages } from '../support/declared_messages.ts';
import { asBuilder, startTestPlatform, type TestPlatform } from '../support/platform.ts';

const RECORDS = 1_200;

describe('the main job, in the embedded form', () => {
  let platform: TestPlatform;
  let sandbox: Awaited<ReturnType<typeof startSandbox>>;
  let receiver: Receiver;
  let result: ScenarioResult;
  const bodies: string[] = [];

  beforeAll(async () => {
    [sandbox, receiver, platform] = await Promise.all([
      startSandbox({ port: 0, records: RECORDS }),
      startReceiver('id', (body) => bodies.push(body)),
      startTestPlatform(),
    ]);
    result = await runScenario({
      ready: platform.ready,
      receiver,
      provider: 'sandbox',
      objects: SANDBOX_OBJECTS,
      credentials: { apiKey: 'sandbox-key', providerMetadata: { baseUrl: sandbox.url } },
    });
  });

  afterAll(async () => {
    await platform.stop();
    await receiver.stop();
    await sandbox.stop();
  });

  it('delivers every record of every object to the webhook', () => {
    for (const [object, name] of [
      ['contacts', 'person'],
      ['companies', 'companies'],
    ] as const) {
      const wanted = Array.from({ length: RECORDS }, (_, index) => recordId(object, index));
      const found = receiver.recordIds(name);
      expect(wanted.filter((id) => !found.has(id))).toEqual([]);
      expect(found.size).toBe(RECORDS);
    }
  });

  it('signs everything so that the reference library accepts it', () => {
    expect(receiver.counts).toMatchObject({ refused: 0, changedBodies: 0 });
    expect(receiver.counts.verified).toBeGreaterThan(0);
  });

  it('sends what the webhooks of openapi.yaml describe, and nothing else', () => {
    expect(bodies.filter((body) => body.startsWith('{"action":"read","readType":')).length).toBeGreaterThan(0);
    expect(bodies.filter((body) => body.startsWith('{"notificationType"')).length).toBeGreaterThan(0);
    checkMessages(bodies);
  });

  it('sends events for the installation, each backfill and the triggered read', () => {
    expect(receiver.notifications.filter((type) => type === 'read.backfill.done')).toHaveLength(2);
    expect(receiver.notifications).toEqual(expect.arrayContaining(['installation.created', 'read.triggered.done']));
  });

  it('counts in its operations the same records as the webhook', () => {
    expect(result.read).toBe(receiver.counts.records);
    expect(result.operations).toHaveLength(3);
  });

  it('logs the work of each operation', async () => {
    const call = asBuilder(platform);
    for (const { id } of result.operations) {
      const { status, text } = await call('GET', `/v1/projects/${platform.ready.project.name}/operations/${id}/logs`);
      expect(status).toBe(200);
      const lines = JSON.parse(text) as { message: { msg: string; operation_id: string } }[];
      expect(lines.length).toBeGreaterThan(2);
      expect(lines.every(({ message }) => message.operation_id === id)).toBe(true);
    }
  });

  it('shows the installation as healthy with its last operation', async () => {
    const { body, text } = await asBuilder(platform)(
      'GET',
      `/v1/projects/${platform.ready.project.name}/installations`,
    );
    expect(Array.isArray(body)).toBe(true);
    expect(text).toContain('"healthStatus":"healthy"');
    expect(text).toContain('"lastOperationStatus":"success"');
  });
});
