import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { type Builder, succeeded } from '../support/builder.ts';
import { type Stage, startStage } from '../support/stage.ts';
import type { Receiver } from '../support/webhook_receiver.ts';

describe('an object that a manifest renames', () => {
  let stage: Stage;
  let builder: Builder;
  let sandbox: Sandbox;
  let receiver: Receiver;
  let integrationId: string;
  let installationId: string;

  beforeAll(async () => {
    stage = await startStage({ records: 2 });
    ({ builder, sandbox, receiver } = stage);
    await builder.routeEvents('all', stage.destinationId, [
      'read.triggered.done',
      'read.backfill.done',
      'read.schedule.paused',
    ]);
    integrationId = await builder.deploy({
      name: 'crm',
      read: {
        objects: [
          {
            objectName: 'contacts',
            mapToName: 'person',
            mapToDisplayName: 'Person',
            destination: 'main',
            schedule: '0 0 1 1 *',
            backfill: { defaultPeriod: { fullHistory: true } },
            requiredFields: [{ fieldName: 'id' }],
          },
        ],
      },
    });
    await builder.connect(sandbox, 'acme');
    installationId = await builder.installed(integrationId, 'acme', { contacts: {} });
    await receiver.waitFor(() => named('read.backfill.done').length === 1, 20_000);
  });

  afterAll(() => stage.stop());

  const named = (type: string) =>
    receiver.notifications(type) as { data: { objectName?: string; installationId: string } }[];
  const below = (path: string) => `/integrations/${integrationId}/installations/${installationId}${path}`;

  it('has its new name in messages and operations, and also the old one in messages', async () => {
    const id = await builder.trigger(integrationId, 'contacts', 'acme');
    const { metadata, result } = await builder.finished(id);
    expect([metadata.objects, result]).toEqual([['person'], '[person] 2 records read']);
    await receiver.waitFor((messages) => messages.some(({ body }) => body.includes(id)), 10_000);
    const { body = '{}' } = receiver.messages.find((message) => message.body.includes(id)) ?? {};
    expect(JSON.parse(body)).toMatchObject({ objectName: 'person', rawObjectName: 'contacts' });
  });

  it('has its new name in notifications', async () => {
    const before = named('read.triggered.done').length;
    await builder.finished(await builder.trigger(integrationId, 'person', 'acme'));
    await receiver.waitFor(() => named('read.triggered.done').length > before, 10_000);
    const types = ['read.triggered.done', 'read.backfill.done'];
    expect(types.map((type) => named(type)[0]?.data.objectName)).toEqual(['person', 'person']);
  });

  it.each(['contacts', 'person'])('is found as %s by every operation with an object name', async (name) => {
    const progress = await builder.get<{ objectName: string }>(below(`/objects/${name}/backfill-progress`));
    expect(progress.objectName).toBe('person');
    const metadata = await builder.get<{ name: string; mappedObjectName: string }>(
      `/integrations/${integrationId}/objects/${name}/metadata?groupRef=acme`,
    );
    expect(metadata).toMatchObject({ name: 'contacts', mappedObjectName: 'person' });
    const changes = [{ op: 'add', path: '/selectedFields', value: { [name === 'person' ? 'phone' : 'city']: true } }];
    const patch = { action: 'read', groupRef: 'acme', changes };
    succeeded(await builder.call('PATCH', `/integrations/${integrationId}/objects/${name}/config-content`, patch));
    for (const verb of ['pause', 'unpause'])
      succeeded(await builder.read('POST', below(`:${verb}`), { objects: [name], note: 'a look' }));
    expect((await builder.read('POST', below(':pause'), { objects: ['nobody'], note: '' })).status).toBe(400);
  });

  it('has one config, which either name changes', async () => {
    type Content = { read: { objects: Record<string, { selectedFields: Record<string, boolean> }> } };
    const { config } = await builder.get<{ config: { content: Content } }>(below(''));
    expect(Object.values(config.content.read.objects).map(({ selectedFields }) => selectedFields)).toEqual([
      { phone: true },
    ]);
  });

  it('can be configured under its new name', async () => {
    await builder.connect(sandbox, 'other');
    await builder.installed(integrationId, 'other', { person: { selectedFields: { email: true } } });
    const id = await builder.trigger(integrationId, 'person', 'other');
    await receiver.waitFor((messages) => messages.some(({ body }) => body.includes(id)), 10_000);
    const { body = '{}' } = receiver.messages.find((message) => message.body.includes(id)) ?? {};
    const { result } = JSON.parse(body) as { result: { fields: object; raw: { email: string } }[] };
    expect(result[0]?.fields).toEqual({ id: 'contacts-0000001', email: result[0]?.raw.email });
  });
});
