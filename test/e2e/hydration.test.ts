import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { aBuilder, type Builder, succeeded } from '../support/builder.ts';
import { startTestPlatform, type TestPlatform } from '../support/platform.ts';
import { addProject } from '../support/second_project.ts';

const ABSENT = '01900000-0000-7000-8000-000000000000';
type Field = { fieldName?: string; displayName?: string; mapToName?: string };
type ReadObject = {
  objectName: string;
  displayName: string;
  requiredFields: Field[];
  optionalFields: Field[];
  allFields: Field[];
  allFieldsMetadata: Record<string, { fieldName: string; displayName: string; valueType: string }>;
  error?: string;
};
type Hydrated = { id: string; content: { read: { objects: ReadObject[] } } & Record<string, unknown> };

describe('a hydrated revision', () => {
  let platform: TestPlatform;
  let builder: Builder;
  let sandbox: Sandbox;
  let integrationId: string;
  let revisionId: string;
  let connectionId: string;

  beforeAll(async () => {
    [sandbox, platform] = await Promise.all([startSandbox({ records: 3 }), startTestPlatform()]);
    builder = aBuilder(platform);
    integrationId = await builder.deploy({
      name: 'crm',
      displayName: 'My CRM',
      read: {
        objects: [
          {
            objectName: 'contacts',
            mapToName: 'person',
            mapToDisplayName: 'Person',
            destination: 'main',
            schedule: '0 * * * *',
            requiredFields: [
              { fieldName: 'EMAIL', mapToName: 'mail', mapToDisplayName: 'Mail' },
              { fieldName: "$['owner']['full_name']" },
              { mapToName: 'phase', prompt: 'Which?', default: 'stage' },
            ],
            optionalFields: [{ fieldName: 'phone' }],
            optionalFieldsAuto: 'all',
            backfill: { defaultPeriod: { days: 30 } },
          },
          { objectName: 'companies', destination: 'main', optionalFields: [{ fieldName: 'first_name' }] },
        ],
      },
      proxy: { enabled: true },
    });
    revisionId = await latestRevision();
    ({ id: connectionId } = await builder.connect(sandbox, 'acme'));
  });

  afterAll(async () => {
    await platform.stop();
    await sandbox.stop();
  });

  const latestRevision = async (id = integrationId) =>
    (await builder.get<{ latestRevision: { id: string } }>(`/integrations/${id}`)).latestRevision.id;
  const hydrate = (revision = revisionId, connection = connectionId, integration = integrationId) =>
    builder.call('GET', `/integrations/${integration}/revisions/${revision}:hydrate?connectionId=${connection}`);
  const hydrated = async (...where: Parameters<typeof hydrate>) => succeeded<Hydrated>(await hydrate(...where));

  it('is the revision with a display name for every name', async () => {
    const { id, content } = await hydrated();
    expect(id).toBe(revisionId);
    expect(content).toMatchObject({
      name: 'crm',
      provider: 'sandbox',
      displayName: 'My CRM',
      proxy: { enabled: true },
    });
    const [contacts, companies] = content.read.objects;
    expect(contacts).toMatchObject({
      objectName: 'contacts',
      displayName: 'Contacts',
      destination: 'main',
      schedule: '0 * * * *',
      mapToName: 'person',
      mapToDisplayName: 'Person',
      optionalFieldsAuto: 'all',
      backfill: { defaultPeriod: { days: 30 } },
      requiredFields: [
        { fieldName: 'EMAIL', displayName: 'Email', mapToName: 'mail', mapToDisplayName: 'Mail' },
        { fieldName: "$['owner']['full_name']", displayName: 'Owner Full Name' },
        { mapToName: 'phase', prompt: 'Which?', default: 'stage' },
      ],
    });
    expect(contacts?.requiredFields[2]).not.toHaveProperty('fieldName');
    expect(companies).toMatchObject({ objectName: 'companies', schedule: '', requiredFields: [] });
    expect(companies?.optionalFields).toEqual([{ fieldName: 'first_name', displayName: 'First name' }]);
  });

  it('contains what the provider says about every field', async () => {
    const [contacts] = (await hydrated()).content.read.objects;
    expect(contacts?.allFieldsMetadata['stage']).toMatchObject({ displayName: 'Stage', valueType: 'singleSelect' });
    expect(contacts?.allFields).toHaveLength(Object.keys(contacts?.allFieldsMetadata ?? {}).length);
    expect(contacts).not.toHaveProperty('error');
  });

  it('offers every field that is not required if the manifest leaves the choice open', async () => {
    const [contacts, companies] = (await hydrated()).content.read.objects;
    const names = contacts?.optionalFields.map(({ fieldName }) => fieldName) ?? [];
    expect(names[0]).toBe('phone');
    expect(names).toEqual(expect.arrayContaining(['id', 'stage', 'city']));
    expect(names.filter((name) => name?.toLowerCase() === 'email')).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
    expect(companies?.optionalFields).toHaveLength(1);
  });

  it('omits subscriptions', async () => {
    const { content } = await hydrated();
    expect([content['subscribe'], content['watchSchema']]).toEqual([undefined, undefined]);
  });

  it('is not found if integration, revision or connection is missing, of another tenant, or of another integration', async () => {
    const other = await builder.deploy({
      name: 'other',
      read: { objects: [{ objectName: 'deals', destination: 'main', requiredFields: [{ fieldName: 'id' }] }] },
    });
    const stranger = aBuilder(await addProject(platform, 'strangers'));
    const theirs = await stranger.connect(sandbox, 'acme');
    const theirIntegration = await stranger.deploy({
      name: 'crm',
      read: { objects: [{ objectName: 'deals', destination: 'main', requiredFields: [{ fieldName: 'id' }] }] },
    });
    const theirRevision = (await stranger.get<{ latestRevision: { id: string } }>(`/integrations/${theirIntegration}`))
      .latestRevision.id;
    const pairs = [
      [await hydrate(ABSENT), await hydrate(theirRevision)],
      [await hydrate(revisionId, ABSENT), await hydrate(revisionId, theirs.id)],
      [await hydrate(revisionId, connectionId, ABSENT), await hydrate(revisionId, connectionId, theirIntegration)],
    ];
    for (const [absent, foreign] of pairs) {
      expect(absent?.status).toBe(404);
      expect([foreign?.status, foreign?.body['detail']]).toEqual([404, absent?.body['detail']]);
    }
    expect((await hydrate(revisionId, connectionId, other)).status).toBe(404);
  });

  it('is refused with a connection to another provider, and is a bad request without a connection', async () => {
    const { id } = await builder.connect(sandbox, 'basic', {
      provider: 'sandboxBasic',
      basicAuth: { username: 'sandbox', password: 'sandbox' },
    });
    expect((await hydrate(revisionId, id)).status).toBe(422);
    expect((await hydrate(revisionId, '')).status).toBe(400);
  });
});
