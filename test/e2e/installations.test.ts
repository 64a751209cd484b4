import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { type Builder, succeeded } from '../support/builder.ts';
import { eventually } from '../support/eventually.ts';
import type { TestPlatform } from '../support/platform.ts';
import { type Stage, startStage } from '../support/stage.ts';
import type { Receiver } from '../support/webhook_receiver.ts';

const ABSENT = '01900000-0000-7000-8000-000000000000';

type Installation = { id: string; createdBy: string; connection: { id: string; consumer: { id: string } } };

describe('an installation', () => {
  let stage: Stage;
  let platform: TestPlatform;
  let builder: Builder;
  let sandbox: Sandbox;
  let receiver: Receiver;
  let integrationId: string;

  beforeAll(async () => {
    stage = await startStage({ records: 40 });
    ({ platform, builder, sandbox, receiver } = stage);
    integrationId = await builder.deploy({
      name: 'crm',
      read: {
        objects: [
          {
            objectName: 'contacts',
            mapToName: 'person',
            destination: 'main',
            schedule: '0 * * * *',
            requiredFields: [{ fieldName: 'id' }, { fieldName: 'email', mapToName: 'mail' }],
            optionalFieldsAuto: 'all',
            optionalFields: [{ fieldName: 'phone' }, { mapToName: 'phase', prompt: 'Which?' }],
            backfill: { defaultPeriod: { fullHistory: true } },
          },
          {
            objectName: 'companies',
            destination: 'main',
            requiredFields: [{ fieldName: 'id' }, { mapToName: 'title', prompt: 'Which?' }],
          },
          { objectName: 'deals', destination: 'main', schedule: '0 * * * *', requiredFields: [{ fieldName: 'id' }] },
        ],
      },
    });
  });

  afterAll(() => stage.stop());

  const installationsOf = (groupRef: string) => builder.get<Installation[]>(`/installations?groupRef=${groupRef}`);
  const remove = (id: string) => builder.call('DELETE', `/integrations/${integrationId}/installations/${id}`);

  it('saves nothing when the provider refuses a field, and returns the object and the provider error', async () => {
    await builder.connect(sandbox, 'unknown-field');
    const seen = receiver.messages.length;
    const answer = await builder.install(integrationId, 'unknown-field', {
      contacts: { selectedFields: { id: true, shoe_size: true } },
    });
    expect([answer.status, answer.type]).toEqual([422, 'application/problem+json']);
    expect(answer.body['issues']).toEqual([
      expect.objectContaining({
        in: 'body',
        name: 'config.content.read.objects.contacts',
        detail: expect.stringContaining('There is no field named shoe_size'),
      }),
    ]);
    expect(await installationsOf('unknown-field')).toEqual([]);
    expect(receiver.messages.length).toBe(seen);
  });

  it('does not sample a mapping of a field that no record has', async () => {
    await builder.connect(sandbox, 'unknown-mapping');
    const answer = await builder.install(integrationId, 'unknown-mapping', {
      contacts: { selectedFieldMappings: { phase: 'shoe_size' } },
    });
    expect([answer.status, (await installationsOf('unknown-mapping')).length]).toEqual([422, 0]);
  });

  it('samples scheduled objects only', async () => {
    await builder.connect(sandbox, 'unscheduled');
    const before = sandbox.control.stats().requests['companies'];
    const companies = { selectedFields: { shoe_size: true }, selectedFieldMappings: { title: 'name' } };
    succeeded(await builder.install(integrationId, 'unscheduled', { companies }));
    expect(sandbox.control.stats().requests['companies']).toEqual(before);
  });

  it('skips the sample on request', async () => {
    await builder.connect(sandbox, 'skip');
    const config = { contacts: { selectedFields: { shoe_size: true } } };
    const id = await builder.installed(integrationId, 'skip', config, { query: '?skipSampling=true' });
    const [backfill] = await builder.allFinished(integrationId, id, 1);
    expect(backfill).toMatchObject({
      status: 'failure',
      result: expect.stringContaining('There is no field named shoe_size'),
    });
    await eventually(async () =>
      expect((await builder.call('GET', `/integrations/${integrationId}/installations/${id}`)).body).toMatchObject({
        healthStatus: 'unhealthy',
        lastOperationStatus: 'failure',
      }),
    );
  });

  it.each(['429', '500', '401', 'invalid-json', 'drop-connection'] as const)(
    'is created although the sample gets a %s',
    async (kind) => {
      const groupRef = `fault-${kind}`;
      await builder.connect(sandbox, groupRef);
      sandbox.control.addFault({ kind, object: 'deals' });
      const answer = await builder.install(integrationId, groupRef, { deals: {} });
      expect(sandbox.control.stats().faults).toEqual([]);
      expect([kind, answer.status]).toEqual([kind, 201]);
    },
  );

  it('is returned with its group, its connection and the config as sent', async () => {
    const { id: connectionId } = await builder.connect(sandbox, 'whole', {
      apiKey: 'sandbox-key',
      groupName: 'Whole Inc.',
    });
    const contacts = {
      selectedFields: { id: true, phone: true },
      selectedFieldMappings: { phase: 'stage' },
      selectedFieldsAuto: 'all',
      custom: [1, null],
    };
    const answer = await builder.install(integrationId, 'whole', { contacts }, { connectionId });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      projectId: platform.ready.project.id,
      integrationId,
      healthStatus: 'healthy',
      createdBy: expect.stringMatching(/^consumer:[0-9a-f]{8}-[0-9a-f]{4}-7/),
      group: { groupRef: 'whole', groupName: 'Whole Inc.' },
      connection: { id: connectionId },
      config: {
        createdBy: expect.stringMatching(/^builder:[0-9a-f-]{36}$/),
        revisionId: expect.any(String),
        content: { provider: 'sandbox', read: { objects: { contacts: { objectName: 'contacts', ...contacts } } } },
      },
    });
    const { id, createdBy, connection } = answer.body as Installation;
    expect(createdBy).toBe(`consumer:${connection.consumer.id}`);
    const installationId = id;
    await builder.allFinished(integrationId, installationId, 1);
    const shown = await builder.get<object>(`/integrations/${integrationId}/installations/${id}`);
    expect(await builder.get(`/integrations/${integrationId}/installations?groupRef=whole`)).toEqual([
      expect.objectContaining({ id }),
    ]);
    expect(shown).toMatchObject({ id, config: { content: { read: { objects: { contacts } } } } });
  });

  it('starts the backfill by itself, and reports its progress', async () => {
    const [installation] = await installationsOf('whole');
    const progress = await builder.get(
      `/integrations/${integrationId}/installations/${installation?.id}/objects/person/backfill-progress`,
    );
    expect(progress).toMatchObject({
      installationId: installation?.id,
      objectName: 'person',
      recordsProcessed: 40,
      recordsEstimatedTotal: 40,
    });
    const none = await builder.call(
      'GET',
      `/integrations/${integrationId}/installations/${installation?.id}/objects/deals/backfill-progress`,
    );
    expect(none.status).toBe(404);
  });

  it('is unique for an integration and a group', async () => {
    const answer = await builder.install(integrationId, 'whole', { deals: {} });
    expect([answer.status, answer.type]).toEqual([409, 'application/problem+json']);
    expect(await installationsOf('whole')).toHaveLength(1);
  });

  it('is created once under concurrency', async () => {
    await builder.connect(sandbox, 'rush');
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => builder.install(integrationId, 'rush', { deals: {} })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    expect(await installationsOf('rush')).toHaveLength(1);
  });

  it('uses the newest connection of the group to the provider by default', async () => {
    await builder.connect(sandbox, 'several');
    const { id: newest } = await builder.connect(sandbox, 'several');
    await builder.connect(sandbox, 'several', {
      provider: 'sandboxBasic',
      basicAuth: { username: 'sandbox', password: 'sandbox' },
    });
    const answer = await builder.install(integrationId, 'several', { deals: {} });
    expect((answer.body as Installation).connection.id).toBe(newest);
  });

  it('needs a connection of that group to that provider', async () => {
    const none = await builder.install(integrationId, 'nobody', { deals: {} });
    expect(none.status).toBe(422);
    const { id: ofOthers } = await builder.connect(sandbox, 'others');
    const { id: elsewhere } = await builder.connect(sandbox, 'nobody', {
      provider: 'sandboxBasic',
      basicAuth: { username: 'sandbox', password: 'sandbox' },
    });
    for (const connectionId of [ofOthers, elsewhere]) {
      const answer = await builder.install(integrationId, 'nobody', { deals: {} }, { connectionId });
      expect([answer.status, answer.body['issues']]).toEqual([
        422,
        [expect.objectContaining({ name: 'connectionId' })],
      ]);
    }
    const absent = await builder.install(integrationId, 'nobody', { deals: {} }, { connectionId: ABSENT });
    expect([400, 422]).toContain(absent.status);
    expect(await installationsOf('nobody')).toEqual([]);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['an object that the manifest does not have', { leads: {} }, 'leads'],
    ['an unmapped required field', { companies: {} }, 'title'],
    ['an invalid field list', { contacts: { selectedFields: ['id'] } }, 'selectedFields'],
    ['a schedule with too short an interval', { contacts: { schedule: '* * * * *' } }, 'schedule'],
    ['a mapping to a name in use', { contacts: { selectedFieldMappings: { mail: 'phone' } } }, 'mail'],
    ['a backfill of thousands of years', { contacts: { backfill: { defaultPeriod: { days: 800_000 } } } }, 'days'],
    ['an object config that is not an object', { contacts: 7 }, 'contacts'],
  ])('refuses a config with %s', async (_what, objects, name) => {
    await builder.connect(sandbox, 'config');
    const answer = await builder.call('POST', `/integrations/${integrationId}/installations`, {
      groupRef: 'config',
      config: { content: { provider: 'sandbox', read: { objects } } },
    });
    expect([400, 422]).toContain(answer.status);
    expect(JSON.stringify(answer.body['issues'])).toContain(name);
    expect(await installationsOf('config')).toEqual([]);
  });

  it('refuses a config for another provider, and a missing integration', async () => {
    await builder.connect(sandbox, 'config');
    expect((await builder.install(integrationId, 'config', { deals: {} }, { provider: 'hubspot' })).status).toBe(422);
    expect((await builder.install(ABSENT, 'config', { deals: {} })).status).toBe(404);
    expect((await builder.call('GET', `/integrations/${integrationId}/installations/${ABSENT}`)).status).toBe(404);
    expect((await remove(ABSENT)).status).toBe(404);
  });

  it('is deleted together with its otherwise unused connection, and starts no more reads', async () => {
    const { id: connectionId } = await builder.connect(sandbox, 'leaves');
    const second = await builder.deploy({
      name: 'second',
      read: { objects: [{ objectName: 'deals', destination: 'main', requiredFields: [{ fieldName: 'id' }] }] },
    });
    const first = await builder.installed(integrationId, 'leaves', { deals: {} });
    const other = await builder.installed(second, 'leaves', { deals: {} });
    expect((await remove(first)).status).toBe(204);
    expect((await builder.call('GET', `/connections/${connectionId}`)).status).toBe(200);
    expect((await builder.call('DELETE', `/integrations/${second}/installations/${other}`)).status).toBe(204);
    expect((await builder.call('GET', `/connections/${connectionId}`)).status).toBe(404);
    expect((await builder.call('GET', `/integrations/${integrationId}/installations/${first}`)).status).toBe(404);
    expect((await remove(first)).status).toBe(404);
    const trigger = await builder.read('POST', `/integrations/${integrationId}/objects/deals`, {
      groupRef: 'leaves',
      mode: 'async',
    });
    expect(trigger.status).toBe(400);
    expect(await installationsOf('leaves')).toEqual([]);
  });

  it('ends a running read when it is deleted', async () => {
    await builder.connect(sandbox, 'mid-read');
    const id = await builder.installed(integrationId, 'mid-read', { deals: {} });
    sandbox.control.addFault({ kind: 'slow', object: 'deals', delayMs: 1_500 });
    const operationId = await builder.trigger(integrationId, 'deals', 'mid-read');
    expect((await remove(id)).status).toBe(204);
    expect(await builder.finished(operationId)).toMatchObject({
      status: 'failure',
      result: expect.stringMatching(/The installation was deleted/),
    });
    sandbox.control.clearFaults();
  });

  it('can be created again after deletion', async () => {
    await builder.connect(sandbox, 'leaves');
    const id = await builder.installed(integrationId, 'leaves', { contacts: {} });
    expect(await builder.allFinished(integrationId, id, 1)).toEqual([expect.objectContaining({ status: 'success' })]);
  });
});
