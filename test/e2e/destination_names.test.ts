import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { stringify } from 'yaml';
import { openDatabase } from '../../lib/db/open.ts';
import { type Builder, succeeded } from '../support/builder.ts';
import { type Stage, startStage } from '../support/stage.ts';

describe('destination names', () => {
  let stage: Stage;
  let builder: Builder;
  beforeAll(async () => {
    stage = await startStage({ records: 3 });
    ({ builder } = stage);
  });
  afterAll(() => stage.stop());

  const integration = (destination: string) => ({
    name: 'crm',
    read: { objects: [{ objectName: 'contacts', destination, requiredFields: [{ fieldName: 'id' }] }] },
  });
  const manifest = (destination: string) => ({
    sourceYaml: stringify({
      specVersion: '1.0.0',
      integrations: [{ provider: 'sandbox', ...integration(destination) }],
    }),
  });
  const deploy = (destination: string) => builder.call('PUT', '/integrations:batch', manifest(destination));
  const change = (name: string, destination: object, updateMask: string[]) =>
    builder.call('PATCH', `/destinations/${name}`, { updateMask, destination });

  it('L1: a deploy with a misspelt destination is refused where it is named, with the name that was meant', async () => {
    const { status, body } = await deploy('mian');
    expect([status, body]).toMatchObject([
      422,
      {
        issues: [
          {
            name: '$.integrations[0].read.objects[0].destination',
            detail: expect.stringMatching(
              /^line 8, column \d+: The project has no destination named mian\. \(destination-exists\) Did you mean main\?$/,
            ),
          },
        ],
      },
    ]);
    expect(await builder.get('/integrations')).toEqual([]);
  });

  it('L1: a destination can be named as soon as it exists', async () => {
    for (let round = 0; round < 5; round += 1) {
      await builder.addMissing(`new-${round}`);
      expect((await deploy(`new-${round}`)).status).toBe(200);
    }
  });

  it('L2: a renamed destination still receives messages, and cannot be deleted while it is in use', async () => {
    const [{ id: integrationId = '' } = {}] = succeeded<{ id: string }[]>(await deploy('main'));
    await builder.connect(stage.sandbox, 'acme');
    const installationId = await builder.installed(integrationId, 'acme', {
      contacts: { selectedFields: { id: true } },
    });
    succeeded(await change('main', { name: 'renamed' }, ['name']));
    await builder.finished(await builder.trigger(integrationId, 'contacts', 'acme'));
    await stage.receiver.waitFor((messages) => messages.length > 0, 20_000);
    expect(await builder.get('/destinations/main')).toMatchObject({ name: 'renamed' });
    expect((await deploy('main')).status).toBe(200);

    const refused = await builder.call('DELETE', '/destinations/renamed');
    expect([refused.status, refused.body]).toMatchObject([
      409,
      {
        detail: 'The destination renamed is in use; it was not deleted.',
        causes: [
          'The integration crm names it.',
          `The installation ${installationId} of crm for the group acme delivers to it.`,
        ],
        remedy: expect.stringContaining('another destination'),
      },
    ]);
    succeeded(await builder.call('DELETE', `/integrations/${integrationId}/installations/${installationId}`));
    expect((await deploy('new-1')).status).toBe(200);
    expect((await builder.call('DELETE', '/destinations/renamed')).status).toBe(204);
    expect((await deploy('main')).status).toBe(422);
  });

  it('L1: a config with an unknown destination is refused, when it is created and when it is changed', async () => {
    const [{ id: integrationId = '' } = {}] = succeeded<{ id: string }[]>(await deploy('new-0'));
    await builder.connect(stage.sandbox, 'beta');
    const contacts = { selectedFields: { id: true }, destination: 'new-9' };
    const refused = await builder.install(integrationId, 'beta', { contacts });
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('destination-exists')]);
    const id = await builder.installed(integrationId, 'beta', { contacts: { ...contacts, destination: 'new-1' } });
    const patch = (value: string) =>
      builder.call('PATCH', `/integrations/${integrationId}/objects/contacts/config-content`, {
        installationId: id,
        action: 'read',
        changes: [{ op: 'replace', path: '/destination', value }],
      });
    expect((await patch('nowhere')).status).toBe(422);
    expect((await patch('new-2')).status).toBe(200);
    expect((await builder.call('DELETE', '/destinations/new-1')).status).toBe(204);
    expect((await builder.call('DELETE', '/destinations/new-2')).status).toBe(409);
  });

  it('L2: a request that resolved a destination before its deletion began is retryable', async () => {
    const [{ id: integrationId = '' } = {}] = succeeded<{ id: string }[]>(await deploy('new-0'));
    await builder.connect(stage.sandbox, 'gamma');
    const contacts = { selectedFields: { id: true } };
    const id = await builder.installed(integrationId, 'gamma', { contacts });
    await aNewerDeletion(await builder.get<{ id: string }>('/destinations/new-4'));
    const path = `/integrations/${integrationId}`;
    const read = { objects: { contacts: { objectName: 'contacts', ...contacts, destination: 'new-4' } } };
    const answers = await Promise.all([
      deploy('new-4'),
      builder.call('POST', `${path}/revisions`, manifest('new-4')),
      builder.call('PATCH', `${path}/installations/${id}`, {
        updateMask: ['config.content.read.objects.contacts'],
        installation: { config: { content: { provider: 'sandbox', read } } },
      }),
      builder.call('PATCH', `${path}/objects/contacts/config-content`, {
        installationId: id,
        action: 'read',
        changes: [{ op: 'add', path: '/destination', value: 'new-4' }],
      }),
    ]);
    for (const { status, body } of answers)
      expect([status, body]).toMatchObject([
        409,
        { retryable: true, detail: expect.stringContaining('being deleted') },
      ]);
  });

  /** As if a deletion had been begun between the resolution of a name and the request's transaction. */
  async function aNewerDeletion({ id }: { id: string }): Promise<void> {
    const db = openDatabase(stage.platform.databaseUrl('installation'));
    await db('destinations').where({ id }).update({ deletion_generation: 1_000_000 });
    await db.destroy();
  }

  it('L4: a URL that a delivery would refuse is refused when it is stored', async () => {
    const url = 'http://hooks.acme.example/x';
    const created = await builder.call('POST', '/destinations', { name: 'x', type: 'webhook', metadata: { url } });
    const changed = await change('new-3', { metadata: { url } }, ['metadata.url']);
    for (const { status, body } of [created, changed])
      expect([status, body]).toMatchObject([422, { issues: [{ name: 'metadata.url' }] }]);
  });
});
